package brine.jdbc.internal.sql

import brine.jdbc.JdbcOpenError
import java.sql.{Connection, SQLException}
import scala.util.Using

/** SQLite: the lock of the file is the lock of the head. */
private[jdbc] object Sqlite extends Dialect:
  override def long: String         = "integer"
  def blob: String                  = "blob"
  def hash: String                  = "blob"
  def uuid: String                  = "blob"
  def nameType: String              = "blob"
  override def keyedOptions: String = " without rowid"

  def indexes(tables: Tables): Vector[String] = Vector(
    s"create index if not exists ${tables.name}_order on ${tables.name} (name)",
    s"create unique index if not exists ${tables.event}_key on ${tables.event} (append_key) " +
      "where append_key is not null"
  )

  def migrating(session: Session, tables: Tables)(body: => Unit): Unit =
    // The driver would begin a transaction that reads first, which cannot always be made one that writes.
    session.execute(tables.layout, "begin immediate")
    try
      body
      session.execute(tables.layout, "commit")
    catch
      case failed: Throwable =>
        try session.execute(tables.layout, "rollback")
        catch case more: SQLException => failed.addSuppressed(more)
        throw failed

  def finishing(session: Session)(body: => Unit): Unit = body

  // A write, so that the transaction has the lock from its first statement on.
  def lockHead(tables: Tables): String =
    s"update ${tables.head} set next_seq = next_seq where id = 1 and epoch = ? and log_id = ? " +
      "returning next_seq, next_name, next_schema, last_micros"

  // A transaction that reads first is refused when it writes, if others have written meanwhile.
  override def isOneWriter: Boolean = true

  override def hint(index: String): String = s" indexed by $index"

  def lookedUp(event: String, seq: String): String = s"left join $event e on e.seq = $seq"

  def replacing(key: String, columns: Vector[String]): String =
    columns.map(column => s"$column = excluded.$column").mkString(s" on conflict ($key) do update set ", ", ", "")

  def prepare(connection: Connection): Vector[() => Unit] = Vector.empty

  // The driver takes parameters that it does not know for the end of the file's name. In names that begin with file:,
  // those are SQLite's own.
  override def mistaken(connection: Connection): Option[JdbcOpenError] =
    val url  = Option(connection.getMetaData.getURL).getOrElse("")
    val file = if url.startsWith("jdbc:sqlite:file:") then "" else fileOf(connection)
    Option.when(file.contains('?')):
      val parameters = file.dropWhile(_ != '?').drop(1).split('&').map(_.takeWhile(_ != '=')).mkString(", ")
      JdbcOpenError.UnknownParameters(file.takeWhile(_ != '?'), parameters)

  /** The file of the database; empty if it is in memory. */
  private def fileOf(connection: Connection): String =
    Using.resource(connection.createStatement()): statement =>
      Using.resource(statement.executeQuery("pragma database_list")): rows =>
        Iterator
          .continually(rows)
          .takeWhile(_.next())
          .collectFirst { case row if row.getString("name") == "main" => Option(row.getString("file")).getOrElse("") }
          .getOrElse("")

  def durabilityProblem(session: Session, tables: Tables): Option[String] =
    val level = session.first(tables.head, "pragma synchronous")(_ => ())(_.getInt(1)).getOrElse(0)
    val mode  = session.first(tables.head, "pragma journal_mode")(_ => ())(_.getString(1)).getOrElse("off")
    if level < 2 then Some(s"pragma synchronous is $level, not 2 (FULL) or 3 (EXTRA)")
    // A failed transaction cannot be undone then, and may damage the file: after a crash, or at once on a full disk.
    else
      Option.when(mode.equalsIgnoreCase("off") || mode.equalsIgnoreCase("memory")):
        s"pragma journal_mode is $mode, not wal or delete"

  // Busy and locked: nothing was committed, whenever SQLite says so.
  override def isInTheWay(failure: SQLException): Boolean = isBusy(failure)

  // Space is taken before the write that commits, so a disk that is full undoes it as well.
  override def isRolledBack(failure: SQLException): Boolean = isBusy(failure) || code(failure) == 13

  // The driver has its own class for the exact code, and says it in the message.
  def isDuplicate(failure: SQLException): Boolean =
    code(failure) == 19 && said(failure, "UNIQUE constraint failed")

  private def isBusy(failure: SQLException) = code(failure) == 5 || code(failure) == 6

  // The file is read-only, damaged, or another one.
  override def isOfAll(failure: SQLException): Boolean = Set(8, 11)(code(failure)) || isOfTable(failure)

  override def advice(failure: SQLException): String = code(failure) match
    case 5 | 6                    => "Another connection holds the lock of the file: raise busy_timeout, or end it"
    case 8 if isOfFolder(failure) =>
      "The folder of the file is read-only, and SQLite has to make files in it: change the permissions of the " +
        "folder, or copy the file to another one. If no program writes the file, the URL jdbc:sqlite:file:PATH?immutable=1 " +
        "reads it as it is"
    case 8 if said(failure, "READONLY_DBMOVED") =>
      "Somebody has moved or replaced the file: open the log again"
    case 8  => "The file is read-only: change its permissions"
    case 13 => "The disk is full: make space"
    case 14 =>
      "The file cannot be opened: check its path, and the permissions of it and of its folder, where SQLite makes files"
    case 11 => "The file is damaged: restore a backup"
    case 18 =>
      "SQLite takes no value or row of more than 1,000,000,000 bytes, or than limit_length in the URL: store less " +
        "at once, and set JdbcSettings.maxAppendBytes below that"
    case _ if isOfTable(failure) =>
      "Somebody has deleted or replaced the file, or dropped the table: restore it, and open the log again"
    case _ => ""

  private def isOfTable(failure: SQLException) = code(failure) == 1 && said(failure, "no such table")

  // The driver has its own class for the exact code, and says it in the message.
  private def isOfFolder(failure: SQLException) =
    said(failure, "READONLY_DIRECTORY") || said(failure, "READONLY_CANTINIT")

  private def said(failure: SQLException, words: String) = Option(failure.getMessage).exists(_.contains(words))

  private def code(failure: SQLException): Int = failure.getErrorCode & 0xff
