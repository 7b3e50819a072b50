package brine.codec.internal.columns

/** Rows of values in columns, each column in an array of its type: the intermediate form between objects and bytes of
  * flat values. Belongs to one `Out` or `In`.
  */
final class Registers private[codec]:
  private var intColumns: Array[Array[Int]]       = new Array(0)
  private var longColumns: Array[Array[Long]]     = new Array(0)
  private var doubleColumns: Array[Array[Double]] = new Array(0)
  private var valueColumns: Array[Array[AnyRef]]  = new Array(0)

  /** Makes room for `rows` rows of these columns. */
  private[codec] def prepare(columns: Columns, rows: Int): Unit =
    val count = columns.all.length
    if intColumns.length < count then
      intColumns = java.util.Arrays.copyOf(intColumns, count)
      longColumns = java.util.Arrays.copyOf(longColumns, count)
      doubleColumns = java.util.Arrays.copyOf(doubleColumns, count)
      valueColumns = java.util.Arrays.copyOf(valueColumns, count)
    var i = 0
    while i < count do
      columns.all(i).kind match
        case Column.Kind.Longs =>
          if longColumns(i) == null || longColumns(i).length < rows then longColumns(i) = new Array(rows)
        case Column.Kind.Floats | Column.Kind.Doubles =>
          if doubleColumns(i) == null || doubleColumns(i).length < rows then doubleColumns(i) = new Array(rows)
        case Column.Kind.Values =>
          if valueColumns(i) == null || valueColumns(i).length < rows then valueColumns(i) = new Array(rows)
        case _ => if intColumns(i) == null || intColumns(i).length < rows then intColumns(i) = new Array(rows)
      i += 1

  /** Drops the references to the objects in `rows` rows. */
  private[codec] def clear(columns: Columns, rows: Int): Unit =
    var i = 0
    while i < columns.all.length do
      if columns.all(i).kind == Column.Kind.Values then java.util.Arrays.fill(valueColumns(i), 0, rows, null)
      i += 1

  private[codec] def ints(column: Int): Array[Int]       = intColumns(column)
  private[codec] def longs(column: Int): Array[Long]     = longColumns(column)
  private[codec] def doubles(column: Int): Array[Double] = doubleColumns(column)
  private[codec] def values(column: Int): Array[AnyRef]  = valueColumns(column)

  // Called by generated code, by the type of the field.

  def putBit(column: Int, row: Int, value: Boolean): Unit   = intColumns(column)(row) = if value then 1 else 0
  def putInt(column: Int, row: Int, value: Int): Unit       = intColumns(column)(row) = value
  def putLong(column: Int, row: Int, value: Long): Unit     = longColumns(column)(row) = value
  def putDouble(column: Int, row: Int, value: Double): Unit = doubleColumns(column)(row) = value
  def putValue(column: Int, row: Int, value: Any): Unit     = valueColumns(column)(row) = value.asInstanceOf[AnyRef]

  def bit(column: Int, row: Int): Boolean   = intColumns(column)(row) != 0
  def int(column: Int, row: Int): Int       = intColumns(column)(row)
  def long(column: Int, row: Int): Long     = longColumns(column)(row)
  def double(column: Int, row: Int): Double = doubleColumns(column)(row)
  def value(column: Int, row: Int): Any     = valueColumns(column)(row)
