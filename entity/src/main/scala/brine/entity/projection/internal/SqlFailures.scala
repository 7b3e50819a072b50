package brine.entity.projection.internal

import java.sql.*
import scala.util.control.NonFatal

/** Tells failures of a database from failures of what it was asked to do: the former are tried again for as long as
  * they last, the latter a few times.
  */
private[internal] object SqlFailures:
  // Connection, rollback of a transaction, resources, intervention of an operator, system errors.
  private val ofDatabase = Set("08", "40", "53", "57", "58")

  // SQLite says no state: busy, locked, I/O error, disk full, cannot open.
  private val ofSqlite = Set(5, 6, 10, 13, 14)

  // MariaDB and MySQL say the general state: disk full, table full, lock wait timeout.
  private val ofMariadb = Set(1021, 1114, 1205)

  private inline val SecondsToAnswer = 5

  /** Whether the failure is one of the database, also if the database does not answer any more. */
  def isOfDatabase(failed: Throwable, connection: Connection): Boolean =
    causes(failed).exists:
      case _: SQLTransientException | _: SQLRecoverableException | _: SQLNonTransientConnectionException => true
      case sql: SQLException => says(sql.getSQLState, sql.getErrorCode)
      case _                 => false
    || !answers(connection)

  /** Whether a failed commit is one of the records: a constraint that is checked at the end. */
  def isOfRecords(failed: SQLException): Boolean = failed match
    case _: SQLIntegrityConstraintViolationException => true
    case _ => failed.getSQLState != null && failed.getSQLState.startsWith("23")

  private def says(state: String | Null, code: Int): Boolean = state match
    case null | ""                        => ofSqlite.contains(code & 0xff)
    case "HY000"                          => ofMariadb.contains(code)
    case other if other.startsWith("HYT") => true
    case other => ofDatabase.contains(other.take(2)) || other == "25006" // read-only, as during a failover

  private def answers(connection: Connection): Boolean =
    try connection.isValid(SecondsToAnswer)
    catch case NonFatal(_) => false

  // A cause may be its own.
  private def causes(failed: Throwable): Iterator[Throwable] =
    Iterator
      .iterate(failed)(_.getCause)
      .takeWhile(_ != null)
      .take(50)
      .flatMap:
        case sql: SQLException => Iterator.iterate(sql)(_.getNextException).takeWhile(_ != null).take(50)
        case other             => Iterator(other)
