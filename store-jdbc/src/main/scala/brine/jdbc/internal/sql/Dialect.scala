package brine.jdbc.internal.sql

import brine.jdbc.JdbcOpenError
import java.sql.{Connection, SQLException}

/** What differs between databases. Stateless. */
private[jdbc] abstract class Dialect:
  // ---- Tables -------------------------------------------------------------------------------------------------------

  /** Type of numbers that may be keys. */
  def long: String = "bigint"

  /** Type of payloads, schemas and states. */
  def blob: String

  /** Type of the 32 bytes of a hash. */
  def hash: String

  /** Type of the 16 bytes of a UUID. */
  def uuid: String

  /** Type of the bytes of a name, at most 3,072. */
  def nameType: String

  /** What follows the columns of a table. */
  def tableOptions: String = ""

  /** What follows the columns of a table that is read by its primary key alone. */
  def keyedOptions: String = tableOptions

  /** Constraints of the events, inside of `create table`. */
  def eventConstraints: String = ""

  /** Constraints of the names, inside of `create table`. */
  def nameConstraints: String = ""

  /** Indexes that cannot be part of `create table`. */
  def indexes(tables: Tables): Vector[String]

  /** Runs a body that changes the tables while nobody else does, and commits it if the database can do so. */
  def migrating(session: Session, tables: Tables)(body: => Unit): Unit

  /** Runs the last part of a change of the tables as a transaction: part of that of [[migrating]], if there is one. */
  def finishing(session: Session)(body: => Unit): Unit

  // ---- Statements ---------------------------------------------------------------------------------------------------

  /** Locks the row of the head until the transaction ends. Its parameters are the epoch and the identity of the log;
    * its columns are `next_seq`, `next_name`, `next_schema` and `last_micros`.
    */
  def lockHead(tables: Tables): String

  /** The condition that a column has a value, and a second one is above a number, up to another one. Both are in one
    * index, in this order, and the statement asks for their order. [[bindWithin]] sets its parameters.
    */
  def within(key: String, second: String): String = s"$key = ? and $second > ? and $second <= ?"

  /** Sets the parameters of [[within]]. */
  def bindWithin(binder: Binder, key: Long, after: Long, until: Long): Binder = binder.long(key).long(after).long(until)

  /** Selects the version of the first event of a stream after a number, or the one that its next event may have, as
    * `version`. [[bindVersionAfter]] sets its parameters.
    */
  def versionAfter(tables: Tables): String =
    val first = s"select e.version from ${tables.event} e${hint(tables.byStream)} where e.stream = ? and e.seq > ? " +
      "order by e.stream, e.seq limit 1"
    val next = s"select max(m.version) + 1 from ${tables.event} m where m.stream = ?"
    s"select coalesce(($first), ($next), 1) as version"

  /** Sets the parameters of [[versionAfter]]. */
  def bindVersionAfter(binder: Binder, stream: Long, seq: Long): Binder = binder.long(stream).long(seq).long(stream)

  /** Whether a statement can say which index must be used. */
  def hasHints: Boolean = true

  /** What follows a table if an index of it must be used. */
  def hint(index: String): String = ""

  /** What follows the table of events if its index of streams and versions must be used. */
  def hintOfVersions: String = ""

  /** Joins the events `e` to what selects their numbers: looks each of these up, so far as the statement can say so.
    * Columns of an event that is missing are null.
    */
  def lookedUp(event: String, seq: String): String

  /** Whether one transaction at a time may write anything: then each locks the head before it reads. */
  def isOneWriter: Boolean = false

  /** Whether one statement can change several tables, each with rows from arrays. */
  def writesAtOnce: Boolean = false

  /** How many bytes a statement of a connection must stay below, if there is a setting of the server for that. */
  def statementLimit(session: Session): Option[Long] = None

  /** What is compared with both ends of a range of names. */
  def nameInOrder(column: String): String = column

  /** Whether an index has names in that order, so that a statement that asks for it reads no more than it returns. */
  def hasNamesInOrder: Boolean = true

  /** How many bytes of a name that compares. */
  def nameBytesInOrder: Int = Int.MaxValue

  /** What follows `insert` of a row that replaces the one with its key. */
  def replacing(key: String, columns: Vector[String]): String

  // ---- Connections --------------------------------------------------------------------------------------------------

  /** Prepares a connection that commits each statement.
    *
    * @return
    *   what makes it what it was
    */
  def prepare(connection: Connection): Vector[() => Unit]

  /** Why the database is not the one that the URL was to name, if it is not. */
  def mistaken(connection: Connection): Option[JdbcOpenError] = None

  /** What in the settings of the database loses commits in a power cut, if anything does. */
  def durabilityProblem(session: Session, tables: Tables): Option[String]

  /** How readers that wait for events of a log are woken in other processes; None if they have to poll. */
  def signals(identity: Identity): Option[Signals] = None

  /** The schema in which statements find a table, if others than it are created in another one. */
  def otherSchema(session: Session, table: String): Option[String] = None

  // ---- Failures -----------------------------------------------------------------------------------------------------

  /** Whether another transaction was in the way, so that the same one may succeed. */
  def isInTheWay(failure: SQLException): Boolean = state(failure).startsWith("40")

  /** Whether a commit that failed has certainly changed nothing. */
  def isRolledBack(failure: SQLException): Boolean =
    state(failure).startsWith("40") && state(failure) != "40003"

  /** Whether a statement that commits by itself, and failed, has surely changed nothing: the database has said so. */
  def isRefused(failure: SQLException): Boolean = isRolledBack(failure)

  /** Whether a row with the same key was there already. Other constraints fail as often as one tries. */
  def isDuplicate(failure: SQLException): Boolean

  /** Whether a statement that is too large for the server may fail so. */
  def mayBeTooLarge(failure: SQLException): Boolean = false

  /** Whether every statement fails like this one, because of the database and not of its values. */
  def isOfAll(failure: SQLException): Boolean = false

  /** What to do about a failure that only this database has; empty if nothing is known. */
  def advice(failure: SQLException): String = ""

  protected final def state(failure: SQLException): String = Option(failure.getSQLState).getOrElse("")

private[jdbc] object Dialect:
  /** The dialect of a database, by the name that its driver says. */
  def of(product: String): Option[Dialect] = product.toLowerCase(java.util.Locale.ROOT) match
    case "sqlite"            => Some(Sqlite)
    case "postgresql"        => Some(Postgresql)
    case "mariadb" | "mysql" => Some(Mariadb)
    case _                   => None
