package brine.actor.model

import brine.actor.model.MailboxWords.*

/** Takes the actor from the run queue and runs it until it is idle, suspended, closed or has had its batch. */
final class Worker(
    val name: String,
    layout: Layout,
    words: MailboxWords,
    batch: Int,
    resumes: Set[Int],
    stops: Set[Int]
) extends Process:
  import Worker.*

  private val at    = layout.word(s"$name.at")
  private val node  = layout.word(s"$name.node")
  private val count = layout.word(s"$name.count")
  private val close = Close(layout, name, words)

  def mayRest(memory: Memory): Boolean = memory(at) == Unoccupied

  def canStep(memory: Memory): Boolean = memory(at) match
    case Unoccupied => memory(words.queued) > 0
    case AwaitNext  => memory(words.next(memory(node))) != 0
    case Closing    => close.canStep(memory)
    case _          => true

  def step(memory: Memory): String = memory(at) match
    case Unoccupied =>
      memory.add(words.queued, -1)
      words.beginRun(memory)
      memory(at) = TakeHead
      "take the actor from the queue"
    case TakeHead =>
      memory(node) = memory.exchange(words.head, 0)
      Process.require(memory(node) != 0, "run without a head")
      memory(at) = Signals
      "take the head"
    case Signals => takeSignals(memory)
    case Handle  => handle(memory)
    case Next    =>
      memory(words.next(memory(node))) match
        case 0    => memory(at) = BecomeIdle
        case next => advance(memory, next)
      "read the next node"
    case BecomeIdle =>
      val idle =
        if words.has(Fault.IdleByPlainStore) then
          memory(words.tail) = Idle
          true
        else memory.compareAndSet(words.tail, memory(node), Idle)
      if idle then leave(memory) else memory(at) = AwaitNext
      "become idle unless a message came"
    case AwaitNext =>
      advance(memory, memory(words.next(memory(node))))
      "read the next node, linked at last"
    case YieldHead =>
      memory(words.head) = memory(node)
      if words.has(Fault.QueueBeforeHead) then release(memory) else memory(at) = YieldQueue
      "write the head to yield"
    case YieldQueue =>
      words.endRun(memory)
      words.schedule(memory)
      if words.has(Fault.QueueBeforeHead) then memory(at) = YieldHead else release(memory)
      "queue the actor again"
    case SuspendHead =>
      memory(words.head) = memory(node)
      memory(at) = Suspend
      "write the head to suspend"
    case Suspend =>
      memory(words.phase) = Suspended
      words.endRun(memory)
      if words.has(Fault.SuspendWithoutRecheck) then release(memory) else memory(at) = Recheck
      "suspend"
    case Recheck =>
      if memory(words.signals) == 0 then release(memory) else memory(at) = Reclaim
      "look at the signals again"
    case Reclaim =>
      if memory.compareAndSet(words.phase, Suspended, Runnable) then
        words.beginRun(memory)
        memory(at) = TakeHead
      else release(memory)
      "take the suspended actor back unless someone else has"
    case Closing =>
      val said = close.step(memory)
      if close.isDone(memory) then release(memory)
      said

  private def takeSignals(memory: Memory): String =
    val taken = words.sealSignals(memory, memory.exchange(words.signals, 0), Handled)
    if taken.exists(resumes) then memory(words.waiting) = 0
    if taken.exists(stops) then beginClose(memory)
    else if memory(words.waiting) == 1 then memory(at) = SuspendHead
    else if memory.exchange(words.headDone, 0) == 1 then memory(at) = Next
    else memory(at) = Handle
    "take the signals"

  private def handle(memory: Memory): String =
    words.handle(memory, memory(node))
    memory.add(count, 1)
    if words.stops(memory(node)) then beginClose(memory)
    else if words.suspends(memory(node)) then
      memory(words.waiting) = 1
      memory(words.headDone) = 1
      memory(at) = Signals
    else memory(at) = Next
    "handle a message"

  private def beginClose(memory: Memory): Unit =
    List(words.waiting, words.headDone).foreach(memory(_) = 0)
    close.begin(memory, memory(node))
    memory(at) = Closing

  private def advance(memory: Memory, next: Int): Unit =
    memory(node) = next
    memory(at) =
      if memory(count) < batch then Signals else if words.has(Fault.QueueBeforeHead) then YieldQueue else YieldHead

  private def leave(memory: Memory): Unit =
    words.endRun(memory)
    release(memory)

  private def release(memory: Memory): Unit = List(at, node, count).foreach(memory(_) = 0)

private object Worker:
  val Unoccupied  = 0
  val TakeHead    = 1
  val Signals     = 2
  val Handle      = 3
  val Next        = 4
  val BecomeIdle  = 5
  val AwaitNext   = 6
  val YieldHead   = 7
  val YieldQueue  = 8
  val SuspendHead = 9
  val Suspend     = 10
  val Recheck     = 11
  val Reclaim     = 12
  val Closing     = 13
