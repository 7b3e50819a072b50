package brine.codec.internal.columns

/** Arrays that an `Out` or `In` lends to one operation at a time. Arrays for one large value are not kept. */
private[codec] final class Scratch:
  private var charArray: Array[Char]     = Scratch.NoChars
  private var intArray: Array[Int]       = Scratch.NoInts
  private var longArray: Array[Long]     = Scratch.NoLongs
  private var doubleArray: Array[Double] = Scratch.NoDoubles
  private var levels: Array[Registers]   = Array(new Registers)
  private var level                      = 0

  /** Registers with room for `count` rows of these columns, with arbitrary content, in use until [[giveBack]]. A value
    * in a column may be a collection in columns as well, so several may be in use.
    */
  def registers(columns: Columns, count: Int): Registers =
    if level == levels.length then
      levels = java.util.Arrays.copyOf(levels, level + 1)
      levels(level) = new Registers
    val own = levels(level)
    level += 1
    own.prepare(columns, count)
    own

  /** Ends the use of the registers taken last, and drops their references to objects. */
  def giveBack(registers: Registers, columns: Columns, count: Int): Unit =
    level -= 1
    registers.in = null
    registers.clear(columns, count)

  /** An array of at least `size`, with arbitrary content. */
  def chars(size: Int): Array[Char] =
    if charArray.length < size then
      val larger = new Array[Char](math.max(size, Scratch.Least))
      if size <= Scratch.Kept then charArray = larger
      larger
    else charArray

  /** An array of at least `size`, with arbitrary content. */
  def ints(size: Int): Array[Int] =
    if intArray.length < size then
      val larger = new Array[Int](math.max(size, Scratch.Least))
      if size <= Scratch.Kept then intArray = larger
      larger
    else intArray

  /** An array of at least `size`, with arbitrary content. */
  def longs(size: Int): Array[Long] =
    if longArray.length < size then
      val larger = new Array[Long](math.max(size, Scratch.Least))
      if size <= Scratch.Kept then longArray = larger
      larger
    else longArray

  /** An array of at least `size`, with arbitrary content. */
  def doubles(size: Int): Array[Double] =
    if doubleArray.length < size then
      val larger = new Array[Double](math.max(size, Scratch.Least))
      if size <= Scratch.Kept then doubleArray = larger
      larger
    else doubleArray

private[codec] object Scratch:
  private inline val Least = 64
  private inline val Kept  = 4096
  private val NoChars      = new Array[Char](0)
  private val NoInts       = new Array[Int](0)
  private val NoLongs      = new Array[Long](0)
  private val NoDoubles    = new Array[Double](0)
