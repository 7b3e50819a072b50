package brine.actor.model

import brine.actor.internal.cell.{extend, Termination}
import brine.actor.internal.dispatcher.PartlessSystem
import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

/** The runtime's own cell.
  *
  * @param batch
  *   messages it handles before it yields
  * @param suspendAt
  *   the message whose handler suspends it, 0 for none
  * @param stopAt
  *   the message whose handler stops it, 0 for none
  * @param isNew
  *   whether it is scheduled for its start, and has not run
  */
final class RealSubject(batch: Int, suspendAt: Int, stopAt: Int, isNew: Boolean) extends Subject:
  def this(batch: Int, suspendAt: Int, stopAt: Int) = this(batch, suspendAt, stopAt, false)

  private val deadLetters = AtomicInteger(0)
  private val scheduled   = AtomicInteger(0)
  private val twice       = AtomicInteger(0)
  private val activation  = Activation(coalesces = false)

  private object system extends PartlessSystem(queue):
    override private[brine] def countDeadLetter(reason: DeadLetterReason): Unit = deadLetters.incrementAndGet(): Unit

  private object queue extends Queue(null):
    override private[brine] val starting: CellDispatcher = Queue(this)

  private class Queue(started: CellDispatcher) extends CellDispatcher(system, Batch(batch).withTime(1.day), started):
    def schedule(cell: Cell[?]): Unit   = if scheduled.incrementAndGet() > 1 then twice.incrementAndGet(): Unit
    def reschedule(cell: Cell[?]): Unit = schedule(cell)
    def stopsInline: Boolean            = true

  private object cell extends Cell[Int]:
    private[brine] val continue = SystemSignal.Continue(() => ())

    private var starts                       = 0
    private[brine] def startBehavior(): Unit =
      starts += 1
      checkStart()
    private[brine] def handleSignal(signal: Signal): Unit = ()
    private[brine] def restartBehavior(): Unit            = ()
    private[brine] def behaviorName: String               = "subject"

    private[brine] def handleMessage(message: Any): Unit =
      checkStart()
      val number = message.asInstanceOf[Int]
      log = log * 10 + number
      if number == stopAt then this.extend().mode = Mode.Stopping
      else if number == suspendAt then
        val extension = this.extend()
        extension.continuation = continue
        extension.mode = Mode.Waiting
        asked = true

    // Counts as a broken rule, as to be scheduled twice does.
    private def checkStart(): Unit = if starts != 1 then twice.incrementAndGet(): Unit

  cell.prepare(queue)
  if isNew then scheduled.set(1) else cell.runMessages(activation)

  def send(message: Int): Unit = cell.tell(message)

  def drive(): Unit =
    var due = takeTurn()
    while due do
      cell.runMessages(Activation(coalesces = false))
      due = takeTurn()

  private def takeTurn(): Boolean = scheduled.get > 0 && scheduled.compareAndSet(1, 0)

  def resume(): Unit = cell.signal(cell.continue): Unit

  def stop(): Unit = if cell.own() then Termination.stopOwned(cell) else cell.signal(SystemSignal.Stop()): Unit

  def dead: Int         = deadLetters.get
  def doubled: Int      = twice.get
  def isClosed: Boolean = cell.cellClosed
