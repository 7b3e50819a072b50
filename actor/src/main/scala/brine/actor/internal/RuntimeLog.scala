package brine.actor.internal

import brine.actor.ActorLog
import java.lang.System.Logger.Level

/** The log of the runtime itself. A log handler is code of users: what it throws must not reach the caller, who may be
  * about to schedule, stop or restart an actor.
  */
private[brine] object RuntimeLog:
  /** Writes a line, or nothing if that fails. */
  def write(level: Level, message: => String, cause: Throwable): Unit =
    try ActorLog.logger.log(level, message, cause)
    catch case _: Throwable => ()
