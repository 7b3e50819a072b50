package brine.pekko.entity.internal

import java.lang.System.Logger.Level

/** Where a node reports what keeps it from running entities and slices: to the logger that entities have. */
private[pekko] object NodeLog:
  private object Loggers:
    val own: System.Logger = System.getLogger("brine.entity")

  /** Writes a line, or nothing if that fails: a handler of logs is code of users. */
  def warn(message: String): Unit =
    try Loggers.own.log(Level.WARNING, message)
    catch case _: Throwable => ()
