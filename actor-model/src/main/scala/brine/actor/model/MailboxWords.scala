package brine.actor.model

import brine.actor.model.MailboxWords.*
import brine.actor.model.Process.require

/** The words of one actor and its place in the run queue, and the bookkeeping with which the rules are checked.
  *
  * Every message is one node. So is every wake, the start of the actor, and the node that takes the place of the start
  * if something else comes first.
  */
final class MailboxWords(layout: Layout, scenario: MailboxScenario, val faults: Set[Fault]):
  private var nodes   = 0
  private def node()  = { nodes += 1; nodes }
  private var letters = 0

  val start: Int   = node()
  val instead: Int = node()

  /** The node of each message. */
  val messages: IndexedSeq[IndexedSeq[Int]] =
    scenario.producers.toIndexedSeq.map(count => IndexedSeq.fill(count)(node()))
  private val places: Map[Int, (Int, Int)] =
    (for (row, p) <- messages.zipWithIndex; (message, i) <- row.zipWithIndex yield message -> (p, i)).toMap

  /** A node for each wake a signal may need, and for each stop by ownership. */
  private val signalCount    = scenario.signals.sum + scenario.stopSignals + scenario.owners + scenario.suspendAt.size
  val spare: IndexedSeq[Int] = IndexedSeq.fill(signalCount + scenario.owners)(node())

  /** The node that the handler of a message puts back, by message. */
  val inserted: Map[Int, Int] = scenario.putBackAt.toSeq.sorted.map((p, i) => messages(p)(i) -> node()).toMap

  val tail: Word                = layout.word("tail", start)
  val head: Word                = layout.word("head", start)
  val next: IndexedSeq[Word]    = layout.words("next", nodes + 1)
  val fate: IndexedSeq[Word]    = layout.words("fate", nodes + 1)
  val handled: IndexedSeq[Word] = layout.words("handled", messages.size)

  val signals: Word                = layout.word("signals")
  val signalNext: IndexedSeq[Word] = layout.words("signalNext", signalCount + 1)
  val signalFate: IndexedSeq[Word] = layout.words("signalFate", signalCount + 1)

  /** Whether a runner has suspended the actor. Whoever changes it from 1 to 0 schedules the actor. */
  val parked: Word = layout.word("parked")

  /** Owned by the runner: whether the actor has not started. Then its first node is the start, and the first message
    * takes its place at the head.
    */
  val isNew: Word = layout.word("isNew", 1)

  /** Owned by the runner: what it must do before the next message. */
  val mode: Word = layout.word("mode")

  /** Owned by the runner: whether the head was handled before the actor was parked. */
  val headHandled: Word = layout.word("headHandled")

  /** How often the actor is in the run queue, and how many run it. */
  val queued: Word  = layout.word("queued", 1)
  val running: Word = layout.word("running")

  /** Gives a signal its number. */
  def signal(): Int = { letters += 1; letters }

  def has(fault: Fault): Boolean = faults(fault)

  def schedule(memory: Memory): Unit =
    memory.add(queued, 1)
    checkOwners(memory)

  def beginRun(memory: Memory): Unit =
    memory.add(running, 1)
    checkOwners(memory)

  def endRun(memory: Memory): Unit = memory.add(running, -1)

  private def checkOwners(memory: Memory): Unit =
    require(memory(running) <= 1, "two runners")
    require(memory(queued) <= 1, "queued twice")
    require(memory(running) + memory(queued) <= 1, "queued while it runs")

  def suspends(node: Int): Boolean = places.get(node).exists(scenario.suspendAt)
  def stops(node: Int): Boolean    = places.get(node).exists(scenario.stopAt)

  def handle(memory: Memory, node: Int): Unit =
    require(memory(fate(node)) == Pending, "handled after its fate was sealed")
    memory(fate(node)) = Handled
    if node == instead then if memory(fate(start)) == Pending then memory(fate(start)) = Handled
    places
      .get(node)
      .foreach: (producer, number) =>
        require(memory(fate(start)) == Handled, "handled before the start")
        require(memory(handled(producer)) == number, "out of order")
        memory.add(handled(producer), 1)

  def deadLetter(memory: Memory, node: Int): Unit =
    require(memory(fate(node)) == Pending, "dead after its fate was sealed")
    memory(fate(node)) = Dead

  def sealSignal(memory: Memory, signal: Int, outcome: Int): Unit =
    require(memory(signalFate(signal)) == Pending, "a signal has two fates")
    memory(signalFate(signal)) = outcome

  /** Seals the fates of a whole list of signals. The caller must own it. */
  def sealSignals(memory: Memory, first: Int, outcome: Int): List[Int] =
    val taken = List.unfold(first)(signal => Option.when(signal != 0)(signal -> memory(signalNext(signal)))).reverse
    taken.foreach(sealSignal(memory, _, outcome))
    taken

  def checkEnd(memory: Memory): Unit =
    (messages.flatten ++ inserted.collect { case (by, node) if memory(fate(by)) == Handled => node })
      .foreach(message => require(memory(fate(message)) != Pending, "a message is lost"))
    (1 to letters).foreach(signal => require(memory(signalFate(signal)) != Pending, "a signal is lost"))
    require(memory(tail) == Idle || memory(tail) == Closed, "neither idle nor closed")
    require(memory(tail) == Closed || memory(fate(start)) == Handled, "never started")
    require((memory(tail) == Closed) == (memory(signals) == Closed), "closed by half")
    require(memory(signals) == Closed || memory(signals) == 0, "signals are left")
    require(memory(queued) == 0 && memory(running) == 0, "still scheduled")

private[model] object MailboxWords:
  val Idle   = 0
  val Closed = 127

  val Pending = 0
  val Handled = 1
  val Dead    = 2

  val Running   = 0
  val Waiting   = 1
  val Replaying = 2
