package brine.jdbc.internal.table

import brine.jdbc.internal.sql.{Dialect, OwnFailure, Session, Sqlite}
import java.sql.{ResultSetMetaData, SQLException, Types}
import java.util.Locale

/** Whether the columns of a table can have what rows of events have. Otherwise a database may take bytes for a text, or
  * give a number for one.
  */
private[jdbc] object ColumnTypes:
  private val whole = Set(Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT)
  private val bytes = Set(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB)

  /** Checks the columns, and returns how the ids are.
    *
    * @throws java.sql.SQLException
    *   if the table or one of its columns is not there, or a column has another type
    */
  def check(session: Session, table: String, dialect: Dialect): IdColumn =
    session.table = table
    val statement = session.connection.prepareStatement(s"select ${TableColumns.list} from $table where 1 = 0")
    val id        =
      try
        val rows = statement.executeQuery()
        try if dialect eq Sqlite then ofSqlite(rows.getMetaData, table) else of(rows.getMetaData, table)
        finally rows.close()
      finally statement.close()
    if dialect eq Sqlite then checkFirst(session, table)
    id

  private def of(columns: ResultSetMetaData, table: String): IdColumn =
    val isTyped = nameOf(columns, 1) == "uuid"
    if !isTyped then require(columns, table, 1, "the 16 bytes of a UUID, or UUID")(bytes(columns.getColumnType(1)))
    require(columns, table, 2, WholeNumbers)(whole(columns.getColumnType(2)))
    require(columns, table, 3, WholeNumbers)(whole(columns.getColumnType(3)))
    require(columns, table, 4, "bytes")(bytes(columns.getColumnType(4)))
    if isTyped then IdColumn.Typed else IdColumn.Bytes

  // SQLite stores bytes as they are in columns of every type, but makes texts or fractions of numbers in some.
  private def ofSqlite(columns: ResultSetMetaData, table: String): IdColumn =
    def has(column: Int, parts: String*) = parts.exists(nameOf(columns, column).contains)
    for column <- Vector(1, 4) do require(columns, table, column, "bytes: blob")(!has(column, "char", "clob", "text"))
    for column <- Vector(2, 3) do
      require(columns, table, column, WholeNumbers)(!has(column, "char", "clob", "text", "real", "floa", "doub"))
    IdColumn.Bytes

  // A column of SQLite may have anything, so that ids may be texts in a column without a type.
  private def checkFirst(session: Session, table: String): Unit =
    session
      .first(table, s"select typeof(id), typeof(event_digest) from $table limit 1")(_ => ())(row =>
        Vector("id" -> row.getString(1), "event_digest" -> row.getString(2))
      )
      .foreach(_.foreach { (column, kind) =>
        if kind != "blob" then throw failure(table, column, s"a value of type $kind", "bytes: blob")
      })

  private def require(columns: ResultSetMetaData, table: String, column: Int, needed: String)(isFit: Boolean): Unit =
    if !isFit then
      throw failure(table, TableColumns.all(column - 1), s"the type ${columns.getColumnTypeName(column)}", needed)

  private def failure(table: String, column: String, found: String, needed: String): SQLException =
    OwnFailure(s"table $table: the column $column has $found, and a table of events needs $needed")

  private def nameOf(columns: ResultSetMetaData, column: Int): String =
    Option(columns.getColumnTypeName(column)).fold("")(_.toLowerCase(Locale.ROOT))

  private inline val WholeNumbers = "whole numbers"
