package brine.actor.model

import brine.actor.model.BatchModel.*
import brine.actor.model.Process.require

/** The open batch of a worker. It collects messages for one target. If the worker is stuck, a monitor may link the
  * published messages.
  *
  * The rules: every message arrives exactly once, messages to one target arrive in the order in which they were sent,
  * and nobody waits forever. [[MailboxModel]] covers how a chain gets into a mailbox; here that is one step.
  *
  * @param sends
  *   targets of the worker's messages, from 0; a negative target `-t - 1` means a direct send to `t`
  * @param capacity
  *   number of messages in a batch
  * @param claims
  *   how often each monitor looks; two monitors are more than the runtime has
  */
final class BatchModel(sends: List[Int], capacity: Int, claims: List[Int], faults: Set[Fault] = Set.empty)
    extends Model:
  val layout: Layout = Layout()

  /** Written only by the worker. */
  private val published = layout.word("published")
  private val target    = layout.word("target")
  private val slots     = layout.words("slot", capacity)

  /** The number of published messages that are linked, or `Busy` while someone links more. */
  private val linked = layout.word("linked")

  /** The last message that arrived, by target; messages are numbered from 1 across all targets. */
  private val targets = sends.map(send => if send < 0 then -send - 1 else send)
  private val arrived = layout.words("arrived", targets.max + 1)

  private def arrive(memory: Memory, target: Int, message: Int): Unit =
    val expected = targets.indices.find(i => targets(i) == target && i + 1 > memory(arrived(target))).map(_ + 1)
    require(message != 0, "a message that is not there was linked")
    require(expected.contains(message), s"message $message out of order or twice")
    memory(arrived(target)) = message

  private def link(memory: Memory, from: Int, until: Int): Unit =
    (from until until).foreach(slot => arrive(memory, memory(target), memory(slots(slot))))

  def checkEnd(memory: Memory): Unit =
    arrived.indices.foreach(target => require(memory(arrived(target)) == targets.lastIndexOf(target) + 1, "lost"))

  private object worker extends Process:
    val name         = "worker"
    private val at   = layout.word("worker.at", Send)
    private val sent = layout.word("worker.sent")
    private val open = layout.word("worker.open")

    def mayRest(memory: Memory): Boolean = memory(at) == End

    def canStep(memory: Memory): Boolean = memory(at) match
      case End   => false
      case Claim => memory(linked) != Busy || faults(Fault.CloseWithoutWaiting)
      case _     => true

    def step(memory: Memory): String = memory(at) match
      case Send    => send(memory)
      case Write   => write(memory)
      case Publish => publish(memory)
      case Claim   =>
        memory(open) = memory.exchange(linked, Busy) match
          case Busy => 0
          case some => some
        memory(at) = LinkRest
        "close the batch"
      case LinkRest =>
        link(memory, memory(open), memory(published))
        memory(open) = 0
        memory(at) = Empty
        "link the rest"
      case Empty =>
        memory(published) = 0
        slots.foreach(memory(_) = 0)
        memory(at) = Reopen
        "empty the batch"
      case Reopen =>
        memory(linked) = 0
        memory(at) = if memory(sent) == sends.size then End else Send
        "reopen the batch"

    private def send(memory: Memory): String =
      if memory(sent) == sends.size then
        memory(at) = Claim
        "nothing more to send"
      else
        val to    = targets(memory(sent))
        val empty = memory(published) == 0
        if sends(memory(sent)) < 0 && (empty || faults(Fault.OvertakeOpenBatch)) then
          arrive(memory, to, memory(sent) + 1)
          memory.add(sent, 1)
          "send directly"
        else if sends(memory(sent)) < 0 || memory(published) == capacity || !empty && memory(target) != to then
          memory(at) = Claim
          "the batch must be closed first"
        else
          memory(target) = to
          memory(at) = if faults(Fault.CountBeforeWrite) then Publish else Write
          "name the target"

    private def write(memory: Memory): String =
      val slot = if faults(Fault.CountBeforeWrite) then memory(published) - 1 else memory(published)
      memory(slots(slot)) = memory(sent) + 1
      if faults(Fault.CountBeforeWrite) then sentOne(memory) else memory(at) = Publish
      "write a message"

    private def publish(memory: Memory): String =
      memory.add(published, 1)
      if faults(Fault.CountBeforeWrite) then memory(at) = Write else sentOne(memory)
      "publish a message"

    private def sentOne(memory: Memory): Unit =
      memory.add(sent, 1)
      memory(at) = Send

  private final class Monitor(number: Int, looks: Int) extends Process:
    val name          = s"monitor $number"
    private val at    = layout.word(s"$name.at", Look)
    private val left  = layout.word(s"$name.left", looks)
    private val from  = layout.word(s"$name.from")
    private val until = layout.word(s"$name.until")

    def mayRest(memory: Memory): Boolean = memory(left) == 0
    def canStep(memory: Memory): Boolean = memory(left) > 0

    def step(memory: Memory): String = memory(at) match
      case Look =>
        memory(from) = memory(linked)
        if memory(from) == Busy then look(memory)
        else memory(at) = if faults(Fault.ClaimWithoutBusy) then ReadPublished else Take
        "look at the batch"
      case Take =>
        if memory.compareAndSet(linked, memory(from), Busy) then memory(at) = ReadPublished else look(memory)
        "claim the batch"
      case ReadPublished =>
        memory(until) = memory(published)
        memory(at) = LinkPrefix
        "read how much is published"
      case LinkPrefix =>
        link(memory, memory(from), memory(until))
        memory(at) = Release
        "link the prefix"
      case Release =>
        memory(linked) = memory(until)
        look(memory)
        "release the batch"

    private def look(memory: Memory): Unit =
      List(from, until).foreach(memory(_) = 0)
      memory.add(left, -1)
      memory(at) = Look

  val processes: IndexedSeq[Process] = worker +: claims.zipWithIndex.map((looks, i) => Monitor(i, looks)).toIndexedSeq

private object BatchModel:
  val Busy = 126

  val End      = 0
  val Send     = 1
  val Write    = 2
  val Publish  = 3
  val Claim    = 4
  val LinkRest = 5
  val Empty    = 6
  val Reopen   = 7

  val Look          = 1
  val Take          = 2
  val ReadPublished = 3
  val LinkPrefix    = 4
  val Release       = 5
