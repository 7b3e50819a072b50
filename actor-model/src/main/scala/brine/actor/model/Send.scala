package brine.actor.model

import brine.actor.model.MailboxWords.{Closed, Idle}

/** Sends a chain of linked nodes, usually one, to the actor. One exchange decides whether the sender schedules, links
  * or drains.
  *
  * It is part of a process, which takes its steps between [[begin]] and [[isDone]].
  */
final class Send(layout: Layout, name: String, words: MailboxWords):
  import Send.*

  private val at       = layout.word(s"$name.at")
  private val first    = layout.word(s"$name.first")
  private val last     = layout.word(s"$name.last")
  private val previous = layout.word(s"$name.previous")

  def begin(memory: Memory, from: Int, to: Int): Unit =
    memory(at) = Exchange
    memory(first) = from
    memory(last) = to

  def isDone(memory: Memory): Boolean = memory(at) == Done

  def canStep(memory: Memory): Boolean = memory(at) match
    case Done      => false
    case AwaitNext => memory(words.next(memory(first))) != 0
    case _         => true

  def step(memory: Memory): String = memory(at) match
    case Exchange =>
      memory.exchange(words.tail, memory(last)) match
        case Idle   => memory(at) = if words.has(Fault.ScheduleBeforeHead) then Schedule else Head
        case Closed => memory(at) = CloseAgain
        case words.start if !words.has(Fault.LinkBehindStart) => memory(at) = First
        case other                                            =>
          memory(previous) = other
          memory(at) = Link
      s"exchange the tail for ${memory(last)}"
    case Link =>
      memory(words.next(memory(previous))) = memory(first)
      finish(memory)
      "link behind the previous node"
    case First =>
      memory(words.head) = memory(first)
      finish(memory)
      "put it where the start is"
    case Head =>
      memory(words.head) = memory(first)
      if words.has(Fault.ScheduleBeforeHead) then finish(memory) else memory(at) = Schedule
      "write the head"
    case Schedule =>
      words.schedule(memory)
      if words.has(Fault.ScheduleBeforeHead) then memory(at) = Head else finish(memory)
      "schedule"
    case CloseAgain =>
      val end = memory.exchange(words.tail, Closed)
      if !words.has(Fault.DrainOwnMessageOnly) then memory(last) = end
      memory(at) = Drain
      "close again"
    case Drain =>
      val node = memory(first)
      words.deadLetter(memory, node)
      if node == memory(last) then finish(memory) else memory(at) = AwaitNext
      "dead letter"
    case AwaitNext =>
      memory(first) = memory(words.next(memory(first)))
      memory(at) = Drain
      "go to the next"

  private def finish(memory: Memory): Unit = List(at, first, last, previous).foreach(memory(_) = 0)

private object Send:
  val Done       = 0
  val Exchange   = 1
  val Link       = 2
  val Head       = 3
  val Schedule   = 4
  val CloseAgain = 5
  val Drain      = 6
  val AwaitNext  = 7
  val First      = 8
