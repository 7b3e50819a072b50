package brine.jdbc.internal.sql

import java.sql.{Connection, SQLException}

/** PostgreSQL. */
private[jdbc] object Postgresql extends Dialect:
  def blob: String     = "bytea"
  def hash: String     = "bytea"
  def uuid: String     = "bytea"
  def nameType: String = "bytea"

  def indexes(tables: Tables): Vector[String] = Vector(
    // A row of an index has at most 2,704 bytes, so it begins with part of the name.
    s"create index if not exists ${tables.name}_order on ${tables.name} (substring(name from 1 for $nameBytesInOrder))",
    s"create unique index if not exists ${tables.event}_key on ${tables.event} (append_key) " +
      "where append_key is not null"
  )

  override def nameInOrder(column: String): String = s"substring($column from 1 for $nameBytesInOrder)"
  override def nameBytesInOrder: Int               = 500

  def migrating(session: Session, tables: Tables)(body: => Unit): Unit = session.transaction:
    // "if not exists" alone fails where two create at once.
    session.first(tables.layout, "select pg_advisory_xact_lock(?)")(_.long(lockOf(tables)))(_ => ()): Unit
    body

  private def lockOf(tables: Tables): Long = 0x6272696e65000000L ^ tables.prefix.hashCode.toLong

  def finishing(session: Session)(body: => Unit): Unit = body

  // Not "update … returning": that would leave one dead row more for each group.
  def lockHead(tables: Tables): String =
    s"select next_seq, next_name, next_schema, last_micros from ${tables.head} where id = 1 and epoch = ? " +
      "and log_id = ? for update"

  override def writesAtOnce: Boolean = true

  // With an offset, it is not made a join of whole tables.
  def lookedUp(event: String, seq: String): String =
    s"left join lateral (select i.seq, i.size, i.kind, i.stream from $event i where i.seq = $seq offset 0) e on true"

  // Compared as rows, for which it has one index: by itself it would choose by statistics that a new table lacks.
  override def within(key: String, second: String): String =
    s"($key, $second) > (?, ?) and ($key, $second) <= (?, ?)"

  override def bindWithin(binder: Binder, key: Long, after: Long, until: Long): Binder =
    binder.long(key).long(after).long(key).long(until)

  override def hasHints: Boolean = false

  override def versionAfter(tables: Tables): String = VersionSearch.of(tables.event)

  override def bindVersionAfter(binder: Binder, stream: Long, seq: Long): Binder = binder.long(stream).long(seq)

  def replacing(key: String, columns: Vector[String]): String = Sqlite.replacing(key, columns)

  // A transaction must see what others have committed before it got the lock.
  def prepare(connection: Connection): Vector[() => Unit] =
    val before = connection.getTransactionIsolation
    if before == Connection.TRANSACTION_READ_COMMITTED then Vector.empty
    else
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED)
      Vector(() => connection.setTransactionIsolation(before))

  override def otherSchema(session: Session, table: String): Option[String] =
    val sql = "select n.nspname, current_schema() from pg_catalog.pg_class c join pg_catalog.pg_namespace n " +
      s"on n.oid = c.relnamespace where c.oid = to_regclass('$table')"
    session
      .first(table, sql)(_ => ())(row => (row.getString(1), Option(row.getString(2))))
      .collect { case (found, current) if !current.contains(found) => found }

  override def signals(identity: Identity): Option[Signals] = Some(PostgresqlSignals(identity.id))

  def durabilityProblem(session: Session, tables: Tables): Option[String] =
    def setting(name: String) = session.first(tables.head, s"show $name")(_ => ())(_.getString(1)).getOrElse("")
    Vector("fsync", "synchronous_commit", "full_page_writes").find(setting(_) == "off").map(name => s"$name is off")

  // A lock that was not to be had in time, or a statement that waited for one too long; no connection left.
  override def isInTheWay(failure: SQLException): Boolean =
    super.isInTheWay(failure) || Set("55P03", "57014", "53300")(state(failure))

  // What the server reports as an error of the statement is undone. Errors of connections and shutdowns say nothing of
  // the commit, and others may be made up on the way.
  override def isRefused(failure: SQLException): Boolean =
    isRolledBack(failure) || Refusals.exists(state(failure).startsWith) || isAboveMemory(failure)

  // Data, constraints, a server that takes no changes, rights and names, resources, limits, locks, a statement that
  // took too long.
  private val Refusals = Vector("22", "23", "25006", "42", "53", "54", "55", "57014")

  def isDuplicate(failure: SQLException): Boolean = state(failure) == "23505"

  // An internal error by its state, in words that the server does not translate.
  private def isAboveMemory(failure: SQLException) =
    state(failure) == "XX000" && Option(failure.getMessage).exists(_.contains("invalid memory alloc request size"))

  // The driver refuses a message of more than a GiB, and the server a value or a row of as much.
  private def isTooLarge(failure: SQLException) = isAboveMemory(failure) || state(failure) == "54000" ||
    state(failure) == "22023" && failure.getCause.isInstanceOf[java.io.IOException]

  private final val Slow =
    "The statement took longer than statement_timeout allows, or somebody has cancelled it: end what holds its locks, " +
      "or raise the setting"

  override def isOfAll(failure: SQLException): Boolean = Set("42501", "42P01", "25006")(state(failure))

  override def advice(failure: SQLException): String = state(failure) match
    case "42501" => "Grant the user the right to read and change the table"
    case "3F000" => "Create the schema, or name another one: currentSchema in the URL, or the search_path of the user"
    case "42P01" => "Somebody has dropped or renamed the table: restore it"
    case "53100" => "The disk is full: make space"
    case "53300" => "The server has no connection left: raise max_connections, or lower JdbcSettings.connections"
    case "57014" => Slow
    case "25006" =>
      "The server, or this connection, takes no changes: connect to the primary, and not read-only"
    case _ if isTooLarge(failure) =>
      "PostgreSQL takes no statement or row of more than 1,073,741,823 bytes: store less at once, and set " +
        "JdbcSettings.maxAppendBytes below that"
    case _ => ""
