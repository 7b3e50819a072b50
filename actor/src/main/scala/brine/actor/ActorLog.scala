package brine.actor

import brine.actor.internal.Cell
import java.lang.System.Logger.Level

/** Writes to `System.Logger` under the name `brine.actor`, each message with the identity of its actor. Messages are only made when their
  * level is on.
  */
final class ActorLog private[brine] (cell: Cell[?]):
  def debug(message: => String): Unit                   = write(Level.DEBUG, message, null)
  def info(message: => String): Unit                    = write(Level.INFO, message, null)
  def warn(message: => String): Unit                    = write(Level.WARNING, message, null)
  def error(message: => String, cause: Throwable): Unit = write(Level.ERROR, message, cause)

  private def write(level: Level, message: => String, cause: Throwable): Unit =
    if ActorLog.logger.isLoggable(level) then
      // Not given as a supplier: one with a cause would be made twice by some backends.
      ActorLog.logger.log(level, s"[$cell] $message", cause)

private[brine] object ActorLog:
  /** Looked up when something is logged, as that takes longer than starting a system. */
  lazy val logger: System.Logger = System.getLogger("brine.actor")
