package brine.actor.model

import brine.actor.model.MailboxWords.*

/** Closes the actor as its one runner: the mailbox, then the signals. What is left in both is dead. */
final class Close(layout: Layout, name: String, words: MailboxWords):
  import Close.*

  private val at      = layout.word(s"$name.close.at")
  private val current = layout.word(s"$name.close.current")
  private val last    = layout.word(s"$name.close.last")

  /** @param node
    *   place of the runner in the mailbox; dead as well if it was not handled
    */
  def begin(memory: Memory, node: Int): Unit =
    memory(at) = Tail
    memory(current) = node

  def isDone(memory: Memory): Boolean = memory(at) == Done

  def canStep(memory: Memory): Boolean = memory(at) match
    case Done      => false
    case AwaitNext => memory(words.next(memory(current))) != 0
    case _         => true

  def step(memory: Memory): String = memory(at) match
    case Tail =>
      memory(last) = memory.exchange(words.tail, Closed)
      memory(at) = Drain
      if words.has(Fault.CloseWithoutDrain) then memory(last) = memory(current)
      "close the mailbox"
    case Drain =>
      val node = memory(current)
      if memory(words.fate(node)) == Pending then words.deadLetter(memory, node)
      memory(at) = if node == memory(last) then Signals else AwaitNext
      "dead letter"
    case AwaitNext =>
      memory(current) = memory(words.next(memory(current)))
      memory(at) = Drain
      "go to the next"
    case Signals =>
      words.sealSignals(memory, memory.exchange(words.signals, Closed), Dead): Unit
      words.endRun(memory)
      List(at, current, last).foreach(memory(_) = 0)
      "close the signals"

private object Close:
  val Done      = 0
  val Signals   = 1
  val Tail      = 2
  val Drain     = 3
  val AwaitNext = 4
