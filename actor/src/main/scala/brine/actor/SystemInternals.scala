package brine.actor

import brine.actor.internal.metrics.MetricsBook
import brine.actor.internal.support.RuntimeLog
import brine.actor.internal.timer.{Expiry, ExpiryHost, TimerEntry}
import java.lang.System.Logger.Level
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, Future}

/** What the runtime needs from its system: the real one, or that of the test kit. */
private[brine] abstract class SystemInternals(val settings: ActorSystemSettings) extends ExpiryHost:
  private[brine] val listener: ActorListener =
    if settings.listener eq ActorListener.none then null else settings.listener

  /** What is measured; null if nothing is. */
  private[brine] val metricsBook: MetricsBook = if settings.metricsEvery == 0 then null else MetricsBook()

  /** Whether it observes every actor whose options do not say otherwise. */
  private[brine] final val observesAll: Boolean =
    metricsBook != null || (settings.interceptor ne ActorInterceptor.none)

  /** Calls the listener, if there is one. An exception of the listener is reported, and does not affect the caller.
    *
    * @param method
    *   name of the method, for that report
    */
  private[brine] inline def tellListener(method: String)(inline tell: ActorListener => Unit): Unit =
    if listener != null then
      try tell(listener)
      catch
        case failure: Throwable =>
          try listenerFailed(method, failure)
          catch case _: Throwable => () // without stack, for example

  private[brine] def dispatcher(kind: Dispatcher, batch: Batch): CellDispatcher

  private[brine] def defaultDispatcher: CellDispatcher = dispatcher(Dispatcher.Default, Batch.ofSystem)

  // The clock and the timers.
  private[brine] def nanoTime: Long
  private[brine] def arm(entry: TimerEntry, delayNanos: Long): Unit

  /** Whether a thread of its own fires the timers. Without one, time passes only when a test says so. */
  private[brine] def hasTimers: Boolean = false

  /** Arms the timeout of a request; it may pass some milliseconds late. */
  private[brine] def armAsk(reply: PendingReply[?]): Unit =
    val now   = nanoTime
    val timer = reply.startTimer(now)
    arm(timer, timer.dueNanos - now)

  private[brine] def disarm(entry: TimerEntry): Boolean

  private[brine] def expired(expiry: Expiry): Unit = expiry.expire()

  /** Whether no thread fires timers any more. */
  private[brine] def hasEnded: Boolean = false

  /** Schedules a cell that the caller owns and could not schedule, for example for lack of memory. */
  private[brine] def rescue(cell: Cell[?]): Unit = cell.cellDispatcher.schedule(cell)

  /** Wakes a cell that could not be woken: it has a signal, or messages in a bounded mailbox. */
  private[brine] def rescueSignal(cell: Cell[?]): Unit = cell.wakeAgain()

  /** Runs code of users, on this thread unless that is the monitor. */
  private[brine] def aside(task: Runnable): Unit = task.run()

  private[brine] def callbackFailed(failure: Throwable): Unit =
    RuntimeLog.write(Level.WARNING, s"a callback of a future failed in $this", failure)

  /** A random number from 0 to 1. */
  private[brine] def random(): Double

  private[brine] def countDeadLetter(reason: DeadLetterReason): Unit

  /** An actor has failed.
    *
    * @param message
    *   what it failed on: a message, `Failures.Start`, `Failures.Piping` or a signal; null if that is not known
    */
  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit

  /** Reports a failure that changes nothing, because the actor is stopping already. Never throws. */
  private[brine] final def failedWhileStopping(cell: Cell[?], failure: Throwable): Unit =
    try failed(cell, null, failure, Directive.Stop)
    catch case _: Throwable => ()

  /** An actor has escalated its failure to a parent that is ending, or has ended. */
  private[brine] def escalatedInVain(cell: Cell[?], message: Any, failure: Throwable): Unit = ()
  private[brine] def listenerFailed(method: String, failure: Throwable): Unit

  /** Called when an actor has refused something because it has stopped or is full, which only the sender knows. */
  private[brine] def refused(cell: Cell[?]): Unit = ()

  /** Waits for the reply to a blocking ask. */
  private[brine] def await[A](answer: Future[A]): A = Await.result(answer, Duration.Inf)

  /** The number in the identity of an actor without a name. */
  private[brine] def numberOf(cell: Cell[?]): Int = System.identityHashCode(cell)

  /** Calls `action` for at most `most` actors of the top level. */
  private[brine] def eachTop(most: Int, action: Cell[?] => Unit): Unit

  /** Calls `action` for the actors whose handlers run, as far as other threads can see. */
  private[brine] def eachRunning(action: Cell[?] => Unit): Unit = ()

  /** How long the handler of a running actor has been seen running, in ns; -1 if that is not known. */
  private[brine] def ageOf(cell: Cell[?]): Long = -1L

  /** What is known about an actor that does not reply, for humans. */
  private[brine] def explain(cell: Cell[?]): String
