package brine.actor.model

import brine.actor.{Cell, Signal}
import brine.actor.internal.dispatcher.{NewestFirstQueue, OldestFirstQueue, RunQueue}

/** The runtime's own run queue, with a queue for each thief. */
final class RealQueue(newestFirst: Boolean) extends QueueSubject:
  private val queue  = make()
  private val first  = make()
  private val second = make()

  private def make(): RunQueue = if newestFirst then NewestFirstQueue() else OldestFirstQueue()

  def push(entry: Int): Unit = queue.push(RealQueue.cells(entry))

  def pop(): Int = RealQueue.digit(queue.pop())

  def steal(thief: Int): Int =
    val into  = if thief == 0 then first else second
    var all   = 0
    var taken = queue.stealInto(into)
    while taken != null do
      all += RealQueue.digit(taken)
      taken = into.pop()
    all

object RealQueue:
  private final class Numbered(val number: Int) extends Cell[Any]:
    private[brine] def startBehavior(): Unit              = ()
    private[brine] def handleMessage(message: Any): Unit  = ()
    private[brine] def handleSignal(signal: Signal): Unit = ()
    private[brine] def restartBehavior(): Unit            = ()
    private[brine] def behaviorName: String               = "numbered"

  private val cells = Array.tabulate(10)(Numbered(_))

  private def digit(cell: Cell[?]): Int = cell match
    case numbered: Numbered => QueueSubject.digit(numbered.number)
    case _                  => 0
