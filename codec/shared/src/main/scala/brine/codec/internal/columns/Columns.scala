package brine.codec.internal.columns

import brine.codec.internal.numbers.Decimals
import brine.codec.{In, Out}

/** The columns of a flat type, and layout 1 of its sequences: chunks of [[Columns.Rows]] values, stored column by
  * column.
  *
  * Similar data is adjacent this way. Presences and enums take bits instead of bytes, and integers and decimals are
  * packed as in sequences of their own. Section 6 of the format is normative.
  *
  * @param inSequences
  *   whether sequences of these values may be written in columns; those of a class that wraps a Boolean are not
  */
private[codec] class Columns(val all: Array[Column], val inSequences: Boolean = true):

  /** Whether sequences of these values may be in columns: there are several columns, one of them of bits, numbers or
    * sequences, or the only column is of bits or sequences.
    */
  val arePacked: Boolean = inSequences && all.exists(column =>
    if all.length > 1 then column.packed > 0 || column.isFloating
    else column.kind == Column.Kind.Bits || column.kind == Column.Kind.Sequences
  )

  /** Number of columns, with those of nested sequences. */
  val total: Int = all.foldLeft(0)(_ + _.total)

  /** Number of columns that take fewer bytes than their values one by one, whatever they are. */
  val packed: Int = all.foldLeft(0)(_ + _.packed)

  // For each column whether it is of tags or sides that guard others for more than the last of two cases. A presence,
  // or what looks the same, has columns only for 1.
  private val areCases: Array[Boolean] =
    val found = new Array[Boolean](all.length)
    all.foreach(column =>
      if column.guard >= 0 && (column.when != 1 || all(column.guard).cases != 2) then found(column.guard) = true
    )
    found

  private[columns] val areGuards: Array[Boolean] =
    val found = new Array[Boolean](all.length)
    all.foreach(column => if column.guard >= 0 then found(column.guard) = true)
    found

  /** The columns of tags and sides that guard others. */
  private[columns] val tags: Array[Int] = all.indices.filter(i => areGuards(i) && all(i).isTag).toArray

  /** Whether the values of a column are side by side, as those of the same case, or have a place in every row. */
  private[columns] def areDense(column: Int): Boolean = all(column).guard < 0 || all(all(column).guard).isTag

  /** Number of places for values in a column of registers. */
  private[columns] def placesOf(registers: Registers, column: Int, rows: Int): Int =
    val guard = all(column).guard
    if guard < 0 then rows
    else if all(guard).isTag then registers.count(guard, all(column).when)
    else placesOf(registers, guard, rows)

  /** Number of columns of texts, with those of nested sequences: smaller in columns if the texts repeat. */
  private val texts: Int = all.foldLeft(0)((sum, column) =>
    if column.isText then sum + 1
    else if column.nested != null then sum + column.nested.nn.columns.texts
    else sum
  )

  private def areNested: Boolean = all.exists(_.kind == Column.Kind.Sequences) || areCases.contains(true)

  /** Number of columns that have values only for a side or a case, with those of nested sequences. */
  private val ofCases: Int =
    val within = new Array[Boolean](all.length)
    var count  = 0
    all.indices.foreach: i =>
      val column = all(i)
      within(i) = column.guard >= 0 && (areCases(column.guard) || within(column.guard))
      if within(i) then count += column.total
      else if column.nested != null then count += column.nested.nn.columns.ofCases
    count

  /** Whether there are values other than texts and bytes that are written one by one, also within nested sequences. */
  private def haveValuesWithin: Boolean = all.exists(column =>
    column.kind == Column.Kind.Values && !column.isByte && !column.isText ||
      column.nested != null && column.nested.nn.columns.haveValuesWithin
  )

  /** The fewest elements of a sequence that is written in columns. Each column and chunk takes time, so there must be
    * enough values for each; the columns of a case have values for few of the elements. In a nested type with values
    * that columns do not make smaller, with many texts, or with little but the columns of cases, the bytes saved are
    * not worth that time.
    */
  def fewest: Int = ownFewest

  private val ownFewest =
    if !arePacked || !areNested && total > Columns.MostSingle then Int.MaxValue
    else if packed == 0 then
      // Decimals are found at a cost that only long sequences of type Double pay back.
      if all.exists(_.kind == Column.Kind.Doubles) then Columns.FewestDecimals else Int.MaxValue
    else if !areNested then Columns.Fewest
    else if haveValuesWithin || 2 * packed + texts <= total || packed <= texts then Int.MaxValue
    else if 3 * ofCases > 2 * total then Int.MaxValue
    else if ofCases > 0 then Columns.FewestForCases * total
    else math.max(Columns.FewestNested, total)

  /** Whether a sequence of these values is smaller in columns only if some of the numbers are decimals. None of these
    * columns is guarded, because there are none of bits.
    */
  val needDecimals: Boolean = arePacked && packed == 0

  /** Whether there are only short decimals in one of the columns of type `Double`. */
  def haveDecimals(registers: Registers, rows: Int): Boolean =
    var found = false
    var i     = 0
    while i < all.length && !found do
      found = all(i).kind == Column.Kind.Doubles && areShort(registers.doubles(i), rows)
      i += 1
    found

  private def areShort(values: Array[Double], count: Int): Boolean =
    var i = 0
    while i < count && Decimals.isShort(values(i)) do i += 1
    i == count

  /** Whether some values are written one by one: the only ones that may be references or decimals. */
  val haveValues: Boolean =
    all.exists(column => column.kind == Column.Kind.Values || column.kind == Column.Kind.Sequences)

  /** The fewest bytes of a value that is written alone because its columns are not worth it. Its columns are then the
    * value one by one.
    */
  def leastAlone: Int =
    all.foldLeft(0)((sum, column) => sum + (if column.codec == null then 1 else column.codec.nn.minSize))

  /** Writes the first rows of `registers`. */
  def write(out: Out, registers: Registers, rows: Int): Unit = WrittenColumns.write(this, out, registers, rows)

  /** Fills the first rows of `registers`; `done` rows of the sequence were read before, or -1 if rows belong to several
    * sequences.
    */
  def read(in: In, registers: Registers, rows: Int, done: Int): Unit = ReadColumns.read(this, in, registers, rows, done)

  /** The same for the entries of a map. Returns what its keys, which have the first columns, add to [[In.keyWork]]. */
  def readEntries(in: In, registers: Registers, rows: Int, done: Int, ofKeys: Int): Long =
    ReadColumns.readEntries(this, in, registers, rows, done, ofKeys)

private[codec] object Columns extends ColumnTypes:
  /** Shorter sequences are always written value by value. */
  final val Fewest = 16

  /** Shorter sequences are written value by value if nothing but decimals would make them smaller. */
  final val FewestDecimals = 256

  /** Shorter sequences of a nested type are always written value by value. */
  final val FewestNested = 96

  /** Shorter sequences, for each column, are written value by value if some columns are those of a side or a case. */
  final val FewestForCases = 32

  /** Nested sequences of fewer elements are joined. */
  final val Joined = 64

  /** Number of values at which a writer looks to find out whether they are decimals. */
  final val Sample = 8

  /** Number of values per chunk: enough to pack well, few enough for the processor's cache. Sequences of decimals have
    * the same chunks.
    */
  final val Rows = Decimals.Chunk

  /** Sequences of single values in more columns than this are always written value by value. */
  final val MostSingle = 64

  /** More columns than this, with those of nested sequences, are not worth their memory; such a type is not flat. */
  final val Most = 256
