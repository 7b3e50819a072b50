package brine.codec.internal.columns

import brine.codec.In

/** Rows of values in columns, each column in an array of its type: the intermediate form between objects and bytes of
  * flat values. Belongs to one `Out` or `In`.
  */
final class Registers private[codec]:
  private var intColumns: Array[Array[Int]]       = new Array(0)
  private var longColumns: Array[Array[Long]]     = new Array(0)
  private var doubleColumns: Array[Array[Double]] = new Array(0)
  private var valueColumns: Array[Array[AnyRef]]  = new Array(0)
  private var places: Array[Array[Int]]           = new Array(0)
  private var counts: Array[Array[Int]]           = new Array(0)
  private var inner: Registers | Null             = null

  /** The message whose rows are read. */
  private[codec] var in: In | Null = null

  /** Registers for the elements of nested sequences. */
  private[columns] def below: Registers =
    if inner == null then inner = new Registers
    inner.nn.in = in
    inner.nn

  /** Makes room for `rows` rows of these columns. */
  private[codec] def prepare(columns: Columns, rows: Int): Unit =
    val count = columns.all.length
    if intColumns.length < count then
      intColumns = java.util.Arrays.copyOf(intColumns, count)
      longColumns = java.util.Arrays.copyOf(longColumns, count)
      doubleColumns = java.util.Arrays.copyOf(doubleColumns, count)
      valueColumns = java.util.Arrays.copyOf(valueColumns, count)
      places = java.util.Arrays.copyOf(places, count)
      counts = java.util.Arrays.copyOf(counts, count)
    var i = 0
    while i < count do
      prepare(i, columns.all(i).kind, rows)
      i += 1
    startChunk(columns)

  /** No row of the next chunk has a value of any case. */
  private[codec] def startChunk(columns: Columns): Unit =
    var i = 0
    while i < columns.tags.length do
      val column = columns.tags(i)
      val cases  = columns.all(column).cases
      if counts(column) == null || counts(column).length < cases then counts(column) = new Array(cases)
      else java.util.Arrays.fill(counts(column), 0, cases, 0)
      i += 1

  /** Makes room for `rows` rows of a column of this kind. */
  private[columns] def prepare(i: Int, kind: Column.Kind, rows: Int): Unit =
    kind match
      case Column.Kind.Longs =>
        if longColumns(i) == null || longColumns(i).length < rows then longColumns(i) = new Array(rows)
      case Column.Kind.Floats | Column.Kind.Doubles =>
        if doubleColumns(i) == null || doubleColumns(i).length < rows then doubleColumns(i) = new Array(rows)
      case Column.Kind.Values =>
        if valueColumns(i) == null || valueColumns(i).length < rows then valueColumns(i) = new Array(rows)
      case Column.Kind.Sequences =>
        if valueColumns(i) == null || valueColumns(i).length < rows then valueColumns(i) = new Array(rows)
        if intColumns(i) == null || intColumns(i).length < rows then intColumns(i) = new Array(rows)
      case _ => if intColumns(i) == null || intColumns(i).length < rows then intColumns(i) = new Array(rows)

  /** Makes room for `room` rows of these columns, and keeps the first `rows` rows. */
  private[codec] def extend(columns: Columns, rows: Int, room: Int): Unit =
    if rows == 0 then prepare(columns, room)
    else
      var i = 0
      while i < columns.all.length do
        val ints    = intColumns(i)
        val longs   = longColumns(i)
        val doubles = doubleColumns(i)
        val values  = valueColumns(i)
        if ints != null then intColumns(i) = java.util.Arrays.copyOf(ints, math.max(ints.length, room))
        if longs != null then longColumns(i) = java.util.Arrays.copyOf(longs, math.max(longs.length, room))
        if doubles != null then doubleColumns(i) = java.util.Arrays.copyOf(doubles, math.max(doubles.length, room))
        if values != null then valueColumns(i) = java.util.Arrays.copyOf(values, math.max(values.length, room))
        i += 1

  /** Drops the references to the objects in `rows` rows. */
  private[codec] def clear(columns: Columns, rows: Int): Unit =
    var i = 0
    while i < columns.all.length do
      val kind = columns.all(i).kind
      if kind == Column.Kind.Values || kind == Column.Kind.Sequences then
        val values = valueColumns(i).asInstanceOf[Array[AnyRef | Null]]
        java.util.Arrays.fill(values, 0, math.min(rows, values.length), null)
      i += 1

  /** Finds the place of each of `count` values in the columns of its case, from the tags in a column. */
  private[columns] def findPlaces(column: Int, count: Int, size: Int): Unit =
    if places(column) == null || places(column).length < size then places(column) = new Array(size)
    val tags = intColumns(column)
    val own  = places(column)
    val next = counts(column)
    var i    = 0
    while i < count do
      val tag = tags(i)
      own(i) = next(tag)
      next(tag) += 1
      i += 1

  /** Places of values in the columns of their cases. */
  private[columns] def placesOf(column: Int): Array[Int] = places(column)

  /** Number of values of a case in this chunk, by the tags in a column. */
  private[columns] def count(column: Int, tag: Int): Int = counts(column)(tag)

  private[codec] def ints(column: Int): Array[Int]       = intColumns(column)
  private[codec] def longs(column: Int): Array[Long]     = longColumns(column)
  private[codec] def doubles(column: Int): Array[Double] = doubleColumns(column)
  private[codec] def values(column: Int): Array[AnyRef]  = valueColumns(column)

  // Called by generated code, by the type of the field.

  def putBit(column: Int, row: Int, value: Boolean): Unit = intColumns(column)(row) = if value then 1 else 0

  /** Puts a tag into a row and returns the place of the value in the columns of its case. */
  def putTag(column: Int, row: Int, tag: Int): Int =
    intColumns(column)(row) = tag
    val next  = counts(column)
    val place = next(tag)
    next(tag) = place + 1
    place

  /** Puts the side of an `Either` into a row and returns the place of the value in the columns of that side. */
  def putSide(column: Int, row: Int, isRight: Boolean): Int = putTag(column, row, if isRight then 1 else 0)

  def putInt(column: Int, row: Int, value: Int): Unit       = intColumns(column)(row) = value
  def putLong(column: Int, row: Int, value: Long): Unit     = longColumns(column)(row) = value
  def putDouble(column: Int, row: Int, value: Double): Unit = doubleColumns(column)(row) = value
  def putValue(column: Int, row: Int, value: Any): Unit     = valueColumns(column)(row) = value.asInstanceOf[AnyRef]

  /** The place of a value in the columns of its case. */
  def place(column: Int, row: Int): Int = places(column)(row)

  def bit(column: Int, row: Int): Boolean   = intColumns(column)(row) != 0
  def int(column: Int, row: Int): Int       = intColumns(column)(row)
  def long(column: Int, row: Int): Long     = longColumns(column)(row)
  def double(column: Int, row: Int): Double = doubleColumns(column)(row)
  def value(column: Int, row: Int): Any     = valueColumns(column)(row)

private[columns] object Registers:
  val NoValues: Array[AnyRef] = new Array(0)
