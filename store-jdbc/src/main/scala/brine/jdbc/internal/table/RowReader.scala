package brine.jdbc.internal.table

import brine.jdbc.EventRow
import brine.jdbc.internal.sql.{Binder, OwnFailure}
import java.math.BigInteger
import java.sql.{Blob, ResultSet, SQLException}
import java.util.UUID

/** Reads rows of a table of events, exactly: what is not of the type that a row has is an error that names the row. */
private[jdbc] final class RowReader(table: String):
  /** The row that a result is at, with the columns of [[TableColumns]]. */
  def read(row: ResultSet): EventRow =
    val id = idOf(row)
    EventRow(id, number(row, id, 2), whole(row, id, 3), bytes(row, id, 4))

  private def idOf(row: ResultSet): UUID = row.getObject(1) match
    case id: UUID                                 => id
    case bytes: Array[Byte] if bytes.length == 16 => Binder.uuidOf(bytes)
    case bytes: Array[Byte] => throw wrong("a row", "id", s"${bytes.length} bytes, not 16 of a UUID")
    case other              => throw wrong("a row", "id", s"${kindOf(other)}, not a UUID")

  private def number(row: ResultSet, id: UUID, column: Int): Long = row.getObject(column) match
    case number: (java.lang.Long | Integer | java.lang.Short | java.lang.Byte) => number.longValue
    case number: BigInteger if number.bitLength < 64                           => number.longValue
    case other                                                                 =>
      throw wrong(s"the row $id", TableColumns.all(column - 1), s"${kindOf(other)}, not a whole number of 64 bits")

  private def whole(row: ResultSet, id: UUID, column: Int): Int =
    val number = this.number(row, id, column)
    if number.isValidInt then number.toInt
    else throw wrong(s"the row $id", TableColumns.all(column - 1), s"$number, which is no number of 32 bits")

  private def bytes(row: ResultSet, id: UUID, column: Int): Array[Byte] = row.getObject(column) match
    case bytes: Array[Byte] => bytes
    case blob: Blob         => blob.getBytes(1, blob.length.toInt)
    case other              => throw wrong(s"the row $id", TableColumns.all(column - 1), s"${kindOf(other)}, not bytes")

  private def kindOf(value: Any): String = value match
    case null           => "no value"
    case number: Number => s"the number $number"
    case text: String   => s"a text of ${text.length} characters"
    case other          => s"a value of ${other.getClass.getSimpleName}"

  private def wrong(row: String, column: String, found: String): SQLException =
    OwnFailure(s"table $table: $row has $found, in the column $column")
