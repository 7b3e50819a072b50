package brine.jdbc.internal.sql

import java.sql.{Connection, SQLFeatureNotSupportedException}

/** What was changed of a connection of the DataSource, to give it back as it came: not every pool does that, and the
  * next one who gets it may be the program, with other work. For one thread at a time.
  */
private[jdbc] final class Borrowed(connection: Connection):
  private var commitsEach = true
  private var undo        = Vector.empty[() => Unit]
  private var millis      = Option.empty[Int]

  /** Makes each statement commit by itself. */
  def commitEach(): Unit =
    commitsEach = connection.getAutoCommit
    if !commitsEach then connection.setAutoCommit(true)

  /** Limits the time of each call, if the driver knows such a limit. */
  def limit(most: Int): Unit =
    val before = supported(connection.getNetworkTimeout)
    supported(connection.setNetworkTimeout(task => task.run(), most)): Unit
    if millis.isEmpty then millis = before

  /** Prepares it for a kind of database. */
  def prepare(dialect: Dialect): Unit = undo = dialect.prepare(connection) ++ undo

  /** Makes it what it was. */
  def giveBack(): Unit =
    if !connection.isClosed then
      // Whoever gets it next must not commit what was left half-done.
      if !connection.getAutoCommit then connection.rollback()
      undo.foreach(_())
      millis.foreach(before => supported(connection.setNetworkTimeout(task => task.run(), before)))
      if connection.getAutoCommit != commitsEach then connection.setAutoCommit(commitsEach)

  private def supported[A](body: => A): Option[A] =
    try Some(body)
    catch case _: (SQLFeatureNotSupportedException | AbstractMethodError) => None
