package brine.actor.internal

import brine.actor.*
import brine.actor.DeadLetter.Reason
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, Future}

/** What the runtime needs of the system it runs in: the real one, or that of the test kit. */
private[brine] abstract class SystemInternals(val settings: ActorSystemSettings):
  private[brine] val listener: ActorListener =
    if settings.listener eq ActorListener.none then null else settings.listener

  /** Tells the listener, if there is one. What it throws is reported, and does not hurt whoever tells.
    *
    * @param method
    *   its name, for that report
    */
  private[brine] inline def tellListener(method: String)(inline tell: ActorListener => Unit): Unit =
    if listener != null then
      try tell(listener)
      catch case failure: Throwable => listenerFailed(method, failure)

  private[brine] def dispatcher(kind: Dispatcher, batch: Option[Batch]): CellDispatcher

  private[brine] def defaultDispatcher: CellDispatcher = dispatcher(Dispatcher.Default, None)

  /** The root for an actor that this thread spawns. */
  private[brine] def root: Root

  // The clock and what hangs on it.
  private[brine] def nanoTime: Long
  private[brine] def arm(entry: TimerEntry, delayNanos: Long): Unit

  /** As [[arm]]; may fire some milliseconds late. */
  private[brine] def armAsk(timer: AskTimer, delayNanos: Long): Unit = arm(timer, delayNanos)
  private[brine] def disarm(entry: TimerEntry): Boolean

  /** From 0 to 1. */
  private[brine] def random(): Double

  private[brine] def countDeadLetter(reason: Reason): Unit
  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit
  private[brine] def listenerFailed(method: String, failure: Throwable): Unit

  /** An actor did not take something, as it has ended or is full, and only the sender knows. */
  private[brine] def refused(cell: Cell[?]): Unit = ()

  /** Waits for the answer to a blocking ask. */
  private[brine] def await[A](answer: Future[A]): A = Await.result(answer, Duration.Inf)

  /** The number in the name of an actor that was given none. */
  private[brine] def numberOf(cell: Cell[?]): Int = System.identityHashCode(cell)

  /** What is known about an actor that does not answer, for people. */
  private[brine] def explain(cell: Cell[?]): String
