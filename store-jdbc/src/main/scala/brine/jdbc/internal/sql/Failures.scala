package brine.jdbc.internal.sql

import brine.jdbc.JdbcFailure
import java.sql.{
  SQLException,
  SQLNonTransientConnectionException,
  SQLRecoverableException,
  SQLTransientConnectionException
}

/** What a failure of a database means. Thread-safe. */
private[jdbc] final class Failures(dialect: Dialect):
  /** Whether the same transaction may succeed if it is tried again. */
  def isPassing(failure: SQLException): Boolean = failure match
    case _: LaggingFailure => true
    case other             => dialect.isInTheWay(other) || isOfConnection(other)

  /** Whether the connection is lost, or there is none to be had. */
  def isOfConnection(failure: SQLException): Boolean = failure match
    case _: (SQLNonTransientConnectionException | SQLRecoverableException | SQLTransientConnectionException) => true
    case other                                                                                               =>
      val state = Option(other.getSQLState).getOrElse("")
      // 25P03 and 25P04: the server has ended the session, since a transaction did nothing, or took too long.
      state.startsWith("08") || state.startsWith("57P") || state == "25P03" || state == "25P04"

  /** Whether a commit that failed has certainly changed nothing. */
  def isRolledBack(failure: SQLException): Boolean = dialect.isRolledBack(failure)

  /** Whether a statement that commits by itself, and failed, has certainly changed nothing. */
  def isRefused(failure: SQLException): Boolean = !isOfConnection(failure) && dialect.isRefused(failure)

  /** Whether others may be written without what has failed: not if each fails so, whatever it is. */
  def isOfOne(failure: SQLException): Boolean = failure match
    case _: TooLargeFailure => true
    case _: OwnFailure      => false
    case other              => !isPassing(other) && !dialect.isOfAll(other)

  /** Whether a row with the same key was there already. */
  def isDuplicate(failure: SQLException): Boolean = dialect.isDuplicate(failure)

  /** The failure in words. */
  def explained(failure: SQLException, table: String): JdbcFailure = failure match
    case own: OwnFailure => JdbcFailure(own.getMessage, own)
    case other           => ofDriver(other, table)

  private def ofDriver(failure: SQLException, table: String): JdbcFailure =
    val where  = if table.isEmpty then "" else s"table $table: "
    val reason = JdbcFailure.reason(failure)
    val state  = Option(failure.getSQLState).fold("")(state => s", SQL state $state")
    val known  = dialect.advice(failure)
    val advice =
      if known.nonEmpty then known
      else if isOfConnection(failure) then "Check that the database runs and can be reached"
      else if dialect.isInTheWay(failure) then
        "Other transactions were in the way for longer than JdbcSettings.retryFor: do it again, or raise that"
      else "See what the database says of that error"
    JdbcFailure(s"$where$reason (error ${failure.getErrorCode}$state). $advice", failure)

private[jdbc] object Failures:
  /** Why there is no connection, in words. */
  def ofConnecting(failure: SQLException): JdbcFailure =
    // Without a connection, the words of its driver tell the database.
    val isSqlite = Option(failure.getMessage).exists(_.startsWith("[SQLITE_"))
    val known    = if isSqlite then Sqlite.advice(failure) else ""
    val advice   = if known.nonEmpty then known else "Check its URL and user, and that the database runs"
    JdbcFailure(s"the DataSource gives no connection: ${JdbcFailure.reason(failure)}. $advice", failure)
