package brine.entity.internal

import java.lang.System.Logger.Level

/** Where entities and prevalent systems report what fails no command. */
private[entity] object EntityLog:
  private object Loggers:
    val own: System.Logger = System.getLogger("brine.entity")

  /** Writes a line, or nothing if that fails: a handler of logs is code of users. */
  def warn(message: String, cause: Throwable | Null = null): Unit =
    try Loggers.own.log(Level.WARNING, message, cause)
    catch case _: Throwable => ()
