package brine.actor.internal.dispatcher

import brine.actor.internal.timer.TimerEntry
import brine.actor.*

/** A system that has one dispatcher and nothing else: no clock, no timers, no actors of its own. What its actors throw
  * comes out of the thread that runs them.
  *
  * @param only
  *   the dispatcher, which may be made after the system
  */
abstract class PartlessSystem(only: => CellDispatcher) extends SystemInternals(PartlessSystem.settings):
  private[brine] def dispatcher(kind: Dispatcher, batch: Batch): CellDispatcher                          = only
  private[brine] def eachTop(most: Int, action: Cell[?] => Unit): Unit                                   = ()
  private[brine] def nanoTime: Long                                                                      = 0L
  private[brine] def arm(entry: TimerEntry, delayNanos: Long): Unit                                      = ()
  private[brine] def disarm(entry: TimerEntry): Boolean                                                  = false
  private[brine] def random(): Double                                                                    = 0.0
  private[brine] def countDeadLetter(reason: DeadLetterReason): Unit                                     = ()
  private[brine] def listenerFailed(method: String, failure: Throwable): Unit                            = throw failure
  private[brine] def explain(cell: Cell[?]): String                                                      = ""
  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit =
    throw failure

private object PartlessSystem:
  val settings = ActorSystemSettings(workers = 1)
