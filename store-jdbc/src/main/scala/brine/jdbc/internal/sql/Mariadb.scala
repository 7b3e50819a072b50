package brine.jdbc.internal.sql

import java.sql.{Connection, SQLException, Statement}
import scala.util.Using

/** MariaDB and MySQL, with tables of InnoDB. */
private[jdbc] object Mariadb extends Dialect:
  private final val MostSecondsToWait = 60
  private final val AllRows           = "18446744073709551615"

  // MySQL takes names of locks of 64 characters at most, as many as that of a database may have alone.
  private final val LockName = "sha1(concat(?, database()))"

  def blob: String                      = "longblob"
  def hash: String                      = "binary(32)"
  def uuid: String                      = "binary(16)"
  def nameType: String                  = "mediumblob"
  override def tableOptions: String     = " engine = InnoDB row_format = dynamic"
  override def eventConstraints: String = ", unique (append_key)"
  override def nameConstraints: String  = ", index (name(500))"

  // MySQL knows no "create index if not exists".
  def indexes(tables: Tables): Vector[String] = Vector.empty

  // Each change of a table is committed at once. Every step can be repeated.
  def migrating(session: Session, tables: Tables)(body: => Unit): Unit =
    val database = session.first(tables.layout, "select database()")(_ => ())(row => Option(row.getString(1))).flatten
    if database.isEmpty then throw SQLException("no database is selected", "3D000")
    val lock    = s"brine ${tables.prefix}"
    val seconds = secondsToWait(session)
    val hasLock =
      session.first(tables.layout, s"select get_lock($LockName, $seconds)")(_.text(lock))(_.getInt(1))
    if !hasLock.contains(1) then
      throw SQLException(
        s"another program changes the tables ${tables.prefix}*, for more than $seconds s: try again",
        "40001"
      )
    try body
    finally
      session.first(tables.layout, s"select release_lock($LockName)")(_.text(lock))(_ => ()): Unit

  // Shorter than the connection may take to answer, or it would count as lost while it waits.
  private def secondsToWait(session: Session): Int =
    val millis = session.connection.getNetworkTimeout
    if millis <= 0 then MostSecondsToWait else math.max(1, math.min(MostSecondsToWait, millis / 2_000))

  def finishing(session: Session)(body: => Unit): Unit = session.transaction(body)

  def lockHead(tables: Tables): String = Postgresql.lockHead(tables)

  override def hint(index: String): String = s" force index ($index)"

  // Its index has the first bytes of each name. It would sort all names of a range.
  override def hasNamesInOrder: Boolean = false

  // What the constraint without a name is called by the server: after its first column.
  override def hintOfVersions: String = hint("stream")

  def lookedUp(event: String, seq: String): String = s"left join $event e on e.seq = $seq"

  override def statementLimit(session: Session): Option[Long] =
    session.first("", "select @@max_allowed_packet")(_ => ())(_.getLong(1)).filter(_ > 0)

  def replacing(key: String, columns: Vector[String]): String =
    columns.map(column => s"$column = values($column)").mkString(" on duplicate key update ", ", ", "")

  // A transaction must see what others have committed before it got the lock. A statement must see all of its rows: the
  // server leaves out the others without a word.
  def prepare(connection: Connection): Vector[() => Unit] =
    Postgresql.prepare(connection) ++ unlimited(connection)

  private def unlimited(connection: Connection): Option[() => Unit] =
    Using.resource(connection.createStatement()): statement =>
      val before = Using.resource(statement.executeQuery("select @@sql_select_limit")): rows =>
        rows.next(): Unit
        rows.getString(1)
      def limit(rows: String)(statement: Statement): Unit = statement.execute(s"set sql_select_limit = $rows"): Unit
      Option.when(before != AllRows):
        limit(AllRows)(statement)
        () => Using.resource(connection.createStatement())(limit(before))

  def durabilityProblem(session: Session, tables: Tables): Option[String] =
    val flush = session.first(tables.head, "select @@innodb_flush_log_at_trx_commit")(_ => ())(_.getInt(1)).getOrElse(0)
    Option.when(flush != 1 && flush != 3)(s"innodb_flush_log_at_trx_commit is $flush, not 1")

  // A lock that was not to be had in time, a deadlock, a row that was changed after the transaction's snapshot, a
  // statement that may have waited for a lock too long.
  override def isInTheWay(failure: SQLException): Boolean =
    super.isInTheWay(failure) || Set(1205, 1213, 1020, 1969, 3024)(failure.getErrorCode)

  def isDuplicate(failure: SQLException): Boolean = failure.getErrorCode == 1062

  // The server says so and closes the connection. Whoever is still sending then finds it broken.
  override def mayBeTooLarge(failure: SQLException): Boolean =
    failure.getErrorCode == 1153 || state(failure).startsWith("08")

  // Rights, tables, a server or a session that takes no changes.
  override def isOfAll(failure: SQLException): Boolean = Set(1044, 1142, 1146, 1290, 1792, 1836)(failure.getErrorCode)

  override def advice(failure: SQLException): String = failure.getErrorCode match
    case _ if state(failure) == "3D000" => "Name the database in the URL, as in jdbc:mariadb://host/shop"
    case 1044 | 1142                    => "Grant the user the right to read and change the table"
    case 1146                           => "Somebody has dropped or renamed the table: restore it"
    case 1153        => "Raise max_allowed_packet of the server, or lower JdbcSettings.maxAppendBytes"
    case 1021 | 1114 => "The disk is full: make space"
    case 1205        => "Another transaction holds the row for too long: end it"
    case 1969 | 3024 =>
      "The statement took longer than max_statement_time allows: end what holds its locks, or raise the setting"
    case 1290 | 1836 => "The server takes no changes: connect to the primary"
    case 1792        => "This connection takes no changes: connect to the primary, and not read-only"
    case _           => ""
