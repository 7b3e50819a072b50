package brine.actor

import brine.actor.internal.support.RuntimeLog
import java.lang.System.Logger.Level

/** Writes to the `System.Logger` named `brine.actor`, with the identity of the actor before each message.
  *
  * A message is built only if its level is on.
  */
final class ActorLog private[brine] (cell: Cell[?]):
  /** Writes at level `DEBUG`. */
  def debug(message: => String): Unit = write(Level.DEBUG, message, null)

  /** Writes at level `DEBUG`, with the stack trace of `cause`. */
  def debug(message: => String, cause: Throwable): Unit = write(Level.DEBUG, message, cause)

  /** Writes at level `INFO`. */
  def info(message: => String): Unit = write(Level.INFO, message, null)

  /** Writes at level `INFO`, with the stack trace of `cause`. */
  def info(message: => String, cause: Throwable): Unit = write(Level.INFO, message, cause)

  /** Writes at level `WARNING`. */
  def warn(message: => String): Unit = write(Level.WARNING, message, null)

  /** Writes at level `WARNING`, with the stack trace of `cause`. */
  def warn(message: => String, cause: Throwable): Unit = write(Level.WARNING, message, cause)

  /** Writes at level `ERROR`. */
  def error(message: => String): Unit = write(Level.ERROR, message, null)

  /** Writes at level `ERROR`, with the stack trace of `cause`. */
  def error(message: => String, cause: Throwable): Unit = write(Level.ERROR, message, cause)

  private def write(level: Level, message: => String, cause: Throwable): Unit =
    if RuntimeLog.logger.isLoggable(level) then
      // Not as a supplier: some backends would call one with a cause twice.
      RuntimeLog.logger.log(level, s"[$cell] $message", cause)
