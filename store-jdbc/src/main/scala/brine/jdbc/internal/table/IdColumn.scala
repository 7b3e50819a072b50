package brine.jdbc.internal.table

import brine.jdbc.internal.sql.{Binder, Session}
import java.sql.{ResultSet, SQLException}
import java.util.{Locale, UUID}

/** How a table of events has its ids. */
private[jdbc] enum IdColumn:
  case Bytes, Typed

  def bind(binder: Binder, id: UUID): Unit = this match
    case Bytes => binder.uuid(id): Unit
    case Typed => binder.typedUuid(id): Unit

  /** The id of the first column. */
  def read(row: ResultSet): UUID = this match
    case Typed => UUID.fromString(row.getString(1))
    case Bytes =>
      val bytes = row.getBytes(1)
      if bytes == null || bytes.length != 16 then
        val size = if bytes == null then "no" else bytes.length.toString
        throw SQLException(s"an id has $size bytes, not 16 of a UUID", "22023")
      Binder.uuidOf(bytes)

private[jdbc] object IdColumn:
  /** That of a table.
    *
    * @throws java.sql.SQLException
    *   if the table or one of its columns is not there
    */
  def of(session: Session, table: String): IdColumn =
    session.table = table
    val statement = session.connection.prepareStatement(s"select ${TableColumns.list} from $table where 1 = 0")
    try
      val rows = statement.executeQuery()
      try if isTyped(rows.getMetaData.getColumnTypeName(1)) then Typed else Bytes
      finally rows.close()
    finally statement.close()

  private def isTyped(name: String) = name != null && name.toLowerCase(Locale.ROOT) == "uuid"
