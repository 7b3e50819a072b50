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

  // Read-only, as during a failover; a lock that was not to be had in time.
  private val statesOfDatabase = Set("25006", "55P03")

  private inline val ConstraintOfSqlite = 19

  private inline val SecondsToAnswer = 5

  /** Whether the failure is one of the database, also if the database does not answer any more. */
  def isOfDatabase(failed: Throwable, connection: Connection): Boolean =
    isSaid(failed) || !answers(connection)

  private def isSaid(failed: Throwable): Boolean =
    // A failure is code of users.
    try
      causes(failed).exists:
        case _: SQLTransientException | _: SQLRecoverableException | _: SQLNonTransientConnectionException => true
        case sql: SQLException => says(sql.getSQLState, sql.getErrorCode)
        case _                 => false
    catch case NonFatal(_) => false

  /** Whether a failed commit is one of the records, such as a constraint that is checked at the end: the database has
    * refused it, and it is certain that nothing was stored.
    */
  def isOfRecords(failed: SQLException, connection: Connection): Boolean = failed.getSQLState match
    case null | ""                       => (failed.getErrorCode & 0xff) == ConstraintOfSqlite
    case "HY000"                         => false
    case state if state.startsWith("XX") => false
    case _                               => !isOfDatabase(failed, connection)

  private def says(state: String | Null, code: Int): Boolean = state match
    case null | ""                        => ofSqlite.contains(code & 0xff)
    case "HY000"                          => ofMariadb.contains(code)
    case other if other.startsWith("HYT") => true
    case other                            => ofDatabase.contains(other.take(2)) || statesOfDatabase.contains(other)

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
