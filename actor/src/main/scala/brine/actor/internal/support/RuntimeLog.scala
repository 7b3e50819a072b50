package brine.actor.internal.support

import java.lang.System.Logger.Level

/** The log of the runtime itself. A log handler is code of users: what it throws must not reach the caller, who may be
  * about to schedule, stop or restart an actor.
  */
private[brine] object RuntimeLog:
  /** The log of actors and of the runtime. */
  def logger: System.Logger = Loggers.own

  // Looked up at the first use: most programs start without a line.
  private object Loggers:
    val own: System.Logger = System.getLogger("brine.actor")

  /** Writes a line, or nothing if that fails. */
  def write(level: Level, message: => String, cause: Throwable): Unit =
    try logger.log(level, message, cause)
    catch case _: Throwable => ()
