package brine.actor.model

import brine.actor.model.MailboxWords.*

/** Takes the actor from the run queue, and runs it until it is idle, suspended or closed, or has used up its batch. */
final class Worker(
    val name: String,
    layout: Layout,
    words: MailboxWords,
    batch: Int,
    resumes: Set[Int],
    stops: Set[Int]
) extends Process:
  import Worker.*

  private val at       = layout.word(s"$name.at")
  private val node     = layout.word(s"$name.node")
  private val handled  = layout.word(s"$name.handled") // whether its node is handled and only the successors are left
  private val count    = layout.word(s"$name.count")
  private val inserted = layout.word(s"$name.inserted")
  private val close    = Close(layout, name, words)

  def mayRest(memory: Memory): Boolean = memory(at) == Unoccupied

  def canStep(memory: Memory): Boolean = memory(at) match
    case Unoccupied                => memory(words.queued) > 0
    case AwaitNext | AwaitToInsert => memory(words.next(memory(node))) != 0
    case AwaitFirst | LinkFirst    => memory(words.head) != words.start
    case Closing                   => close.canStep(memory)
    case _                         => true

  def step(memory: Memory): String = memory(at) match
    case Unoccupied =>
      memory.add(words.queued, -1)
      words.beginRun(memory)
      memory(at) = TakeHead
      "take the actor from the queue"
    case TakeHead =>
      memory(node) = memory(words.head)
      memory(handled) = memory.exchange(words.headHandled, 0)
      Process.require(memory(node) != 0, "run without a head")
      memory(at) = if memory(words.isNew) == 1 then AttendNew else Attend
      "take the head"
    case AttendNew =>
      memory(at) = if memory(words.signals) != 0 then PutFirst else Begin
      "look at the signals before the start"
    case Begin =>
      words.handle(memory, words.start)
      memory(handled) = 1
      memory(at) = AttendBegun
      "start"
    case AttendBegun =>
      if memory(words.signals) != 0 then memory(at) = PutFirst
      else
        if !words.has(Fault.OldWhenIdle) then memory(words.isNew) = 0
        memory(at) = LookForFirst
      "look at the signals behind the start"
    case LookForFirst =>
      memory(at) = if memory(words.head) == words.start then BecomeIdleNew else AwaitFirst
      "look for the first message"
    case BecomeIdleNew =>
      if words.has(Fault.NewIdleByPlainStore) then memory(words.tail) = words.start
      if !memory.compareAndSet(words.tail, words.start, Idle) then memory(at) = AwaitFirst
      else
        words.endRun(memory)
        if words.has(Fault.OldWhenIdle) then memory(at) = GrowOld else release(memory)
      "become idle unless a message came"
    case GrowOld =>
      memory(words.isNew) = 0
      release(memory)
      "note that it has started"
    case AwaitFirst =>
      memory(node) = memory(words.head)
      memory(words.isNew) = 0
      memory(handled) = 0
      memory(at) = Attend
      "take the first message"
    case PutFirst =>
      // The exchange writes what the node is for, so it needs no step of its own.
      if memory(handled) == 1 then memory(words.fate(words.instead)) = MailboxWords.Handled
      memory(at) =
        if words.has(Fault.PutFirstWithoutCheck) then
          memory(words.tail) = words.instead
          HeadFirst
        else if memory.compareAndSet(words.tail, words.start, words.instead) then HeadFirst
        else LinkFirst
      "put a node where the start is"
    case LinkFirst =>
      memory(words.next(words.instead)) = memory(words.head)
      memory(at) = HeadFirst
      "link it to the first message"
    case HeadFirst =>
      memory(words.head) = words.instead
      memory(words.isNew) = 0
      memory(node) = words.instead
      memory(at) = Attend
      "write the head"
    case Attend =>
      memory(at) =
        if memory(words.signals) != 0 || memory(words.mode) != Running then Proceed
        else if memory(handled) == 1 then Next
        else Handle
      "look at the signals"
    case Proceed => proceed(memory)
    case Handle  => handle(memory)
    case Next    =>
      memory(words.next(memory(node))) match
        case 0    => memory(at) = if words.has(Fault.ClearHeadWhenIdle) then BecomeIdle else ClearHead
        case next => advance(memory, next)
      "read the next node"
    case ClearHead =>
      memory(words.head) = 0
      if words.has(Fault.ClearHeadWhenIdle) then release(memory) else memory(at) = BecomeIdle
      "clear the head"
    case BecomeIdle =>
      if words.has(Fault.IdleByPlainStore) then memory(words.tail) = memory(node) // so that what follows always does
      if !memory.compareAndSet(words.tail, memory(node), Idle) then memory(at) = AwaitNext
      else
        words.endRun(memory)
        if words.has(Fault.ClearHeadWhenIdle) then memory(at) = ClearHead else release(memory)
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
      memory(words.headHandled) = memory(handled)
      memory(at) = Park
      "write the head to suspend"
    case Park =>
      memory(words.parked) = 1
      words.endRun(memory)
      if words.has(Fault.SuspendWithoutRecheck) then release(memory) else memory(at) = Recheck
      "park"
    case Recheck =>
      if memory(words.signals) == 0 then release(memory) else memory(at) = Unpark
      "look at the signals again"
    case Unpark =>
      if !memory.compareAndSet(words.parked, 1, 0) then release(memory)
      else if words.has(Fault.GoOnAfterUnpark) || words.has(Fault.StaleHeadHandled) then
        words.beginRun(memory)
        if words.has(Fault.GoOnAfterUnpark) then memory(words.headHandled) = 0
        memory(at) = Proceed
      else
        // It may have been parked again meanwhile, at another place. Whoever runs it next reads where.
        words.schedule(memory)
        release(memory)
      "queue the parked actor unless someone else has"
    case TryInsert =>
      val next = words.next(memory(node))
      if memory(next) == 0 && memory.compareAndSet(words.tail, memory(node), memory(inserted)) then
        memory(at) = LinkInserted
      else memory(at) = AwaitToInsert
      "put a message back behind the last node"
    case AwaitToInsert =>
      memory(words.next(memory(inserted))) = memory(words.next(memory(node)))
      memory(at) = LinkInserted
      "link the message put back to the next node"
    case LinkInserted =>
      memory(words.next(memory(node))) = memory(inserted)
      memory(inserted) = 0
      memory(at) = Attend
      "link the message put back"
    case Closing =>
      val said = close.step(memory)
      if close.isDone(memory) then release(memory)
      said

  private def proceed(memory: Memory): String =
    val taken = words.sealSignals(memory, memory.exchange(words.signals, 0), Handled)
    if taken.exists(resumes) then memory(words.mode) = Running
    if taken.exists(stops) then beginClose(memory)
    else
      memory(words.mode) match
        case Waiting   => memory(at) = SuspendHead
        case Replaying =>
          memory(words.mode) = Running
          memory(inserted) = words.inserted(memory(node))
          memory(at) = TryInsert
        case _ => memory(at) = if memory(handled) == 1 then Attend else Handle
    "take the signals"

  private def handle(memory: Memory): String =
    words.handle(memory, memory(node))
    memory(handled) = 1
    memory.add(count, 1)
    if words.stops(memory(node)) then beginClose(memory)
    else
      if words.suspends(memory(node)) then memory(words.mode) = Waiting
      else if words.inserted.contains(memory(node)) then memory(words.mode) = Replaying
      memory(at) = Attend
    "handle a message"

  private def beginClose(memory: Memory): Unit =
    // The message to be put back is dead, like all others that were stashed.
    if memory(words.mode) == Replaying then words.deadLetter(memory, words.inserted(memory(node)))
    memory(words.mode) = Running
    close.begin(memory, memory(node))
    memory(at) = Closing

  private def advance(memory: Memory, next: Int): Unit =
    memory(node) = next
    memory(handled) = 0
    memory(at) =
      if memory(count) < batch then Attend else if words.has(Fault.QueueBeforeHead) then YieldQueue else YieldHead

  private def release(memory: Memory): Unit = List(at, node, handled, count).foreach(memory(_) = 0)

private object Worker:
  val Unoccupied    = 0
  val TakeHead      = 1
  val Attend        = 2
  val Proceed       = 3
  val Handle        = 4
  val Next          = 5
  val ClearHead     = 6
  val BecomeIdle    = 7
  val AwaitNext     = 8
  val YieldHead     = 9
  val YieldQueue    = 10
  val SuspendHead   = 11
  val Park          = 12
  val Recheck       = 13
  val Unpark        = 14
  val TryInsert     = 15
  val AwaitToInsert = 16
  val LinkInserted  = 17
  val Closing       = 18
  val AttendNew     = 19
  val Begin         = 20
  val AttendBegun   = 21
  val LookForFirst  = 22
  val BecomeIdleNew = 23
  val GrowOld       = 24
  val AwaitFirst    = 25
  val PutFirst      = 26
  val LinkFirst     = 27
  val HeadFirst     = 28
