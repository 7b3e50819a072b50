package brine.actor.model

import brine.actor.internal.ask.{AskReply, UnansweredAsks}
import brine.actor.internal.dispatcher.PartlessSystem
import brine.actor.*
import scala.concurrent.duration.*

/** The runtime's own list of the requests that an actor has handled without a reply, and two such requests. */
final class RealAsks:
  private object system extends PartlessSystem(queue)

  private object queue extends CellDispatcher(system, Batch.defaults):
    def schedule(cell: Cell[?]): Unit   = ()
    def reschedule(cell: Cell[?]): Unit = ()
    def stopsInline: Boolean            = true

  private object target extends Cell[Int]:
    private[brine] def startBehavior(): Unit              = ()
    private[brine] def handleMessage(message: Any): Unit  = ()
    private[brine] def handleSignal(signal: Signal): Unit = ()
    private[brine] def restartBehavior(): Unit            = ()
    private[brine] def behaviorName: String               = "target"

  target.prepare(queue)
  private val asks   = UnansweredAsks()
  private val first  = AskReply[Int](target, 1.hour)
  private val second = AskReply[Int](target, 1.hour)

  /** What the owner of the target does: it has handled both requests without a reply. */
  def handle(): Unit =
    asks.add(first)
    asks.add(second)

  def answer(isFirst: Boolean): Unit = (if isFirst then first else second).tryTell(1): Unit
  def stop(): Unit                   = asks.targetStopped(target)
  def kept: Int                      = asks.size
  def completed: Int                 = (if first.isCompleted then 1 else 0) + (if second.isCompleted then 1 else 0)
