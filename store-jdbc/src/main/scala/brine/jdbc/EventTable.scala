package brine.jdbc

import brine.jdbc.internal.sql.{Connector, Dialect, Failures, Session}
import brine.jdbc.internal.table.{ColumnTypes, IdColumn, RowReader, TableColumns}
import java.sql.SQLException
import java.util.{Objects, UUID}
import javax.sql.DataSource

/** A table of events as many programs have one: `(id, timestamp, event_type, event_digest)`, for programs that share it
  * with others, and to move its events into a log.
  *
  * {{{
  * val table = EventTable.open(dataSource, "site_events")
  * table.append(Seq(EventRow(UUID.randomUUID(), System.currentTimeMillis(), 7, bytes)))
  * table.foreach()(row => log.append("sites", ExpectedVersion.Any, Seq(decode(row)), Some(row.id)))
  * }}}
  *
  * It is no [[brine.journal.EventLog]], because the columns cannot hold what a log promises. There are no streams and
  * no versions, so two programs may decide on the same state. Timestamps may be equal, and a row that is committed
  * later may have an earlier one, so nobody can follow the table without missing rows.
  *
  * Each call takes a connection of the DataSource, on the thread that calls, and gives it back. Thread-safe.
  */
final class EventTable private (connector: Connector, val name: String, dialect: Dialect, id: IdColumn):
  private val failures = Failures(dialect)
  private val reader   = RowReader(name)

  /** Inserts rows in one transaction: all of them, or none.
    *
    * @throws JdbcFailure
    *   if the database refuses, such as an id that is there already. If the connection is lost while it commits, the
    *   rows may be there: [[contains]] says so
    */
  def append(rows: Iterable[EventRow]): Unit =
    val all = rows.toVector
    all.foreach(row => Objects.requireNonNull(row, "row"))
    if all.nonEmpty then
      connected: session =>
        try insert(session, all)
        catch
          case failed: SQLException if failures.isDuplicate(failed) =>
            val duplicate =
              s"table $name: a row with one of these ids is there already, so none of the rows was inserted"
            throw JdbcFailure(duplicate, failed)

  private def insert(session: Session, rows: Vector[EventRow]): Unit =
    session.transaction(session.insert(name, TableColumns.all, rows)(_.digest.length + TableColumns.Fixed):
      (binder, row) =>
        id.bind(binder, row.id)
        binder.long(row.timestamp).int(row.eventType).bytes(row.digest))

  /** Whether there is a row with this id.
    *
    * @throws JdbcFailure
    *   if the database refuses
    */
  def contains(id: UUID): Boolean =
    Objects.requireNonNull(id, "id"): Unit
    connected: session =>
      session.first(name, s"select 1 from $name where id = ?")(this.id.bind(_, id))(_ => ()).isDefined

  /** Calls a function with each row that was committed when it begins, ordered by timestamp and then by id. It does not
    * hold the rows in memory. The database sorts the whole table, unless there is an index of these columns.
    *
    * @param from
    *   the first timestamp. To look for later rows, begin well before the last timestamp that you have, and leave out
    *   the ids that you have: rows with an earlier one may have been committed meanwhile
    * @return
    *   number of rows
    * @throws JdbcFailure
    *   if the database refuses, or a row has not what its columns must have, such as no timestamp. The function may
    *   have got some rows. What it throws itself ends reading and is thrown
    */
  def foreach(from: Long = Long.MinValue)(body: EventRow => Unit): Long =
    var count = 0L
    connected: session =>
      session.transaction:
        // A row without a timestamp is an error, not left out.
        val where = if from == Long.MinValue then "" else "where timestamp >= ? or timestamp is null "
        val sql   = s"select ${TableColumns.list} from $name ${where}order by timestamp, id"
        session.stream(name, sql)(binder => if where.nonEmpty then binder.long(from): Unit): row =>
          val event = reader.read(row)
          try body(event)
          catch case failed: SQLException => throw EventTable.OfCaller(failed)
          count += 1
    count

  private def connected[A](body: Session => A): A =
    val session = EventTable.connect(connector, Some(dialect))
    try body(session)
    catch
      case failed: EventTable.OfCaller => throw failed.failed
      case failed: SQLException        => throw failures.explained(failed, session.table)
    finally session.close()

  override def toString: String = s"table $name"

object EventTable:
  /** The name of the table unless you name another one. */
  final val Name = "site_events"

  /** Opens a table that is there, with columns of these types: `id` the 16 bytes of a UUID, or a UUID where the
    * database has such a type; `timestamp` and `event_type` integers; `event_digest` bytes. It may have further
    * columns, if rows without them can be inserted.
    *
    * @param settings
    *   `connectTimeout` and `networkTimeout` count
    * @throws JdbcFailure
    *   if there is no such table, a column has another type, or the database cannot be reached
    * @throws IllegalArgumentException
    *   if the name is not 1 to 63 letters of ASCII, digits and `_`, not beginning with a digit; it may have a schema
    *   before it, with a dot between
    */
  def open(source: DataSource, name: String = Name, settings: JdbcSettings = JdbcSettings.defaults): EventTable =
    opened(source, name, settings, creates = false)

  /** Creates the table if there is none, and opens it. It has an index of its primary key, `id`, alone: ids that
    * increase with time are cheaper to insert than random ones.
    *
    * @throws JdbcFailure
    *   as [[open]] does
    * @throws IllegalArgumentException
    *   as [[open]] does
    */
  def create(source: DataSource, name: String = Name, settings: JdbcSettings = JdbcSettings.defaults): EventTable =
    opened(source, name, settings, creates = true)

  private val ValidName = "([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}".r

  private def opened(source: DataSource, name: String, settings: JdbcSettings, creates: Boolean): EventTable =
    Objects.requireNonNull(source, "source"): Unit
    if !ValidName.matches(name) then
      throw IllegalArgumentException(
        s"the name of the table is '$name': use 1 to 63 letters of ASCII, digits and _, not " +
          "beginning with a digit; it may have a schema before it, with a dot between"
      )
    val connector = Connector(source, settings, name)
    val session   = connect(connector, None)
    try
      val product = session.connection.getMetaData.getDatabaseProductName
      val dialect = Dialect
        .of(product)
        .getOrElse(
          throw SQLException(s"the database is $product: an event table needs SQLite, PostgreSQL, MariaDB or MySQL")
        )
      try
        if creates then session.execute(name, TableColumns.create(name, dialect))
        val id = ColumnTypes.check(session, name, dialect)
        new EventTable(connector, name, dialect, id)
      catch case failed: SQLException => throw Failures(dialect).explained(failed, name)
    catch case failed: SQLException => throw JdbcFailure(failed.getMessage, failed)
    finally session.close()

  private final class OfCaller(val failed: SQLException) extends RuntimeException(failed)

  private def connect(connector: Connector, dialect: Option[Dialect]): Session =
    try connector.connect(dialect)
    catch case failed: SQLException => throw Failures.ofConnecting(failed)
