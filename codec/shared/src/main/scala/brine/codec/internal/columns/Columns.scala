package brine.codec.internal.columns

import brine.codec.internal.numbers.{Bits, Decimals, IntSequences, LongSequences}
import brine.codec.{Codec, DecodeError, In, Out, Schema}

/** The columns of a flat type, and layout 1 of its sequences: chunks of [[Columns.Rows]] values, stored column by
  * column.
  *
  * Similar data is adjacent this way. Presences and enums take bits instead of bytes, and integers and decimals are
  * packed as in sequences of their own. Section 6 of the format is normative.
  *
  * @param inSequences
  *   whether sequences of these values may be written in columns; those of a class that wraps a Boolean are not
  */
private[codec] final class Columns(val all: Array[Column], inSequences: Boolean = true):

  /** Whether sequences of these values may be in columns: there are several columns, one of them of bits or numbers, or
    * the only column is of bits.
    */
  val arePacked: Boolean = inSequences &&
    (all.exists(_.kind == Column.Kind.Bits) ||
      all.length > 1 && all.exists(column => column.isPacked || column.isFloating))

  /** Whether a sequence of these values is smaller in columns only if some of the numbers are decimals. None of these
    * columns is guarded, because there are none of bits.
    */
  val needDecimals: Boolean = arePacked && !all.exists(_.isPacked)

  /** The fewest elements of a sequence that is written in columns. Decimals are found at a cost that pays for itself
    * only in long sequences; those of type `Float` never save enough bytes for it.
    */
  val fewest: Int =
    if !arePacked then Int.MaxValue
    else if !needDecimals then Columns.Fewest
    else if all.exists(_.kind == Column.Kind.Doubles) then Columns.FewestDecimals
    else Int.MaxValue

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

  // --- writing -------------------------------------------------------------------------------

  /** Writes the first rows of `registers`. */
  def write(out: Out, registers: Registers, rows: Int): Unit =
    var i = 0
    while i < all.length do
      val column = all(i)
      column.kind match
        case Column.Kind.Bits    => writeBits(out, registers, i, rows)
        case Column.Kind.Bytes   => writeBytes(out, registers, i, rows)
        case Column.Kind.Longs   => LongSequences.writeColumn(out, registers.longs(i), squeezeLongs(registers, i, rows))
        case Column.Kind.Floats  => writeDoubles(out, registers, i, rows, floats = true)
        case Column.Kind.Doubles => writeDoubles(out, registers, i, rows, floats = false)
        case Column.Kind.Values  => writeValues(out, registers, i, rows)
        case Column.Kind.Ints    => writeInts(out, registers, i, rows, IntSequences.Kind.Ints)
        case Column.Kind.Shorts  => writeInts(out, registers, i, rows, IntSequences.Kind.Shorts)
        case Column.Kind.Chars   => writeInts(out, registers, i, rows, IntSequences.Kind.Chars)
      i += 1

  private def writeBits(out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.ints(column)
    val guard = guardOf(registers, column)
    val width = all(column).bits
    if guard == null then
      Bits.room(out, Bits.bytes(rows, width)): Unit
      Bits.write(out, 0, rows, width)(i => own(i))
    else
      // The places stay as they are, for the columns that this one may guard.
      val present = out.intScratch(rows)
      var count   = 0
      var i       = 0
      while i < rows do
        if guard(i) == 0 then own(i) = 0
        else
          present(count) = own(i)
          count += 1
        i += 1
      Bits.room(out, Bits.bytes(count, width)): Unit
      Bits.write(out, 0, count, width)(i => present(i))

  private def writeBytes(out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.ints(column)
    val count = squeezeInts(registers, column, rows)
    val start = out.ensure(count)
    var i     = 0
    while i < count do
      out.array(start + i) = own(i).toByte
      i += 1
    out.position = start + count

  private def writeInts(out: Out, registers: Registers, column: Int, rows: Int, kind: IntSequences.Kind): Unit =
    IntSequences.writeColumn(out, registers.ints(column), squeezeInts(registers, column, rows), kind)

  private def writeDoubles(out: Out, registers: Registers, column: Int, rows: Int, floats: Boolean): Unit =
    Decimals.writeColumn(out, registers.doubles(column), squeezeDoubles(registers, column, rows), floats)

  private def writeValues(out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.values(column)
    val guard = guardOf(registers, column)
    val codec = all(column).codec.asInstanceOf[Codec[Any]]
    var i     = 0
    while i < rows do
      if guard == null || guard(i) != 0 then codec.write(out, own(i))
      i += 1

  private def guardOf(registers: Registers, column: Int): Array[Int] | Null =
    val guard = all(column).guard
    if guard < 0 then null else registers.ints(guard)

  // Each moves the values of rows that have one to the front and returns their number.

  private def squeezeInts(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.ints(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeLongs(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.longs(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeDoubles(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.doubles(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private inline def squeeze(registers: Registers, column: Int, rows: Int)(inline move: (Int, Int) => Unit): Int =
    val guard = guardOf(registers, column)
    if guard == null then rows
    else
      var count = 0
      var i     = 0
      while i < rows do
        if guard(i) != 0 then
          move(i, count)
          count += 1
        i += 1
      count

  // --- reading -------------------------------------------------------------------------------

  /** Fills the first rows of `registers`; `done` rows of the sequence were read before. */
  def read(in: In, registers: Registers, rows: Int, done: Int): Unit =
    var i = 0
    while i < all.length do
      if all(i).kind == Column.Kind.Values then readValues(in, registers, i, rows, done)
      else
        try readColumn(in, registers, i, rows)
        catch case error: DecodeError => throw named(error, i)
      i += 1

  private def named(error: DecodeError, column: Int): DecodeError =
    if all(column).name.isEmpty then error else error.inField(all(column).name)

  private def readColumn(in: In, registers: Registers, column: Int, rows: Int): Unit =
    val guard = guardOf(registers, column)
    val count = countOf(guard, rows)
    all(column).kind match
      case Column.Kind.Bits  => readBits(in, registers, column, guard, rows, count)
      case Column.Kind.Bytes =>
        val own   = registers.ints(column)
        val start = in.take(count)
        var i     = 0
        while i < count do
          own(i) = in.array(start + i)
          i += 1
        spread(guard, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Longs =>
        val own = registers.longs(column)
        LongSequences.readColumn(in, own, count)
        spread(guard, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Floats | Column.Kind.Doubles =>
        val own = registers.doubles(column)
        Decimals.readColumn(in, own, count, all(column).kind == Column.Kind.Floats)
        spread(guard, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Ints   => readInts(in, registers, column, guard, rows, count, IntSequences.Kind.Ints)
      case Column.Kind.Shorts => readInts(in, registers, column, guard, rows, count, IntSequences.Kind.Shorts)
      case Column.Kind.Chars  => readInts(in, registers, column, guard, rows, count, IntSequences.Kind.Chars)
      case Column.Kind.Values => ()

  private def readBits(
      in: In,
      registers: Registers,
      column: Int,
      guard: Array[Int] | Null,
      rows: Int,
      count: Int
  ): Unit =
    val own   = registers.ints(column)
    val width = all(column).bits
    if width == 0 then java.util.Arrays.fill(own, 0, rows, 0)
    else
      val at    = in.position
      val cases = all(column).cases
      var wrong = 0
      if count > 0 then
        Bits.read(in, 0, count, width): (i, value) =>
          own(i) = value.toInt
          wrong |= cases - 1 - value.toInt
      if wrong < 0 then in.failAt(at, s"a column of tags with one that none of $cases cases has")
      spread(guard, rows, count)((from, to) => own(to) = own(from))
      if guard != null then
        var i = 0
        while i < rows do
          if guard(i) == 0 then own(i) = 0
          i += 1

  private def readInts(
      in: In,
      registers: Registers,
      column: Int,
      guard: Array[Int] | Null,
      rows: Int,
      count: Int,
      kind: IntSequences.Kind
  ): Unit =
    val own = registers.ints(column)
    IntSequences.readColumn(in, own, count, kind)
    spread(guard, rows, count)((from, to) => own(to) = own(from))

  private def readValues(in: In, registers: Registers, column: Int, rows: Int, done: Int): Unit =
    val own   = registers.values(column)
    val guard = guardOf(registers, column)
    val codec = all(column).codec.asInstanceOf[Codec[Any]]
    var i     = 0
    try
      while i < rows do
        if guard == null || guard(i) != 0 then own(i) = codec.read(in).asInstanceOf[AnyRef]
        i += 1
    catch case error: DecodeError => throw named(error, column).inElement(done + i)

  private def countOf(guard: Array[Int] | Null, rows: Int): Int =
    if guard == null then rows
    else
      var count = 0
      var i     = 0
      while i < rows do
        count += guard(i)
        i += 1
      count

  /** Moves values from the front to the rows that have one, starting with the last. */
  private inline def spread(guard: Array[Int] | Null, rows: Int, count: Int)(inline move: (Int, Int) => Unit): Unit =
    if guard != null then
      var from = count - 1
      var to   = rows - 1
      while to >= 0 do
        if guard(to) != 0 then
          move(from, to)
          from -= 1
        to -= 1

private[codec] object Columns:
  /** Shorter sequences are always written value by value. */
  final val Fewest = 16

  /** Shorter sequences are written value by value if nothing but decimals would make them smaller. */
  final val FewestDecimals = 256

  /** Number of values at which a writer looks to find out whether they are decimals. */
  final val Sample = 8

  /** Number of values per chunk: enough to pack well, few enough for the processor's cache. Sequences of decimals have
    * the same chunks.
    */
  final val Rows = Decimals.Chunk

  /** More columns than this are not worth their memory; such a type is not flat. */
  final val Most = 64

  /** The columns of a value that is a single column; null if it is not flat. Integers and bits are packed only for
    * Brine's own codecs.
    */
  def of(codec: Codec[?]): Columns | Null = codec.schema.root match
    case Schema.Type.Primitive(kind) =>
      val column = Column.of(kind, "", -1, codec)
      if column != null && (column.kind == Column.Kind.Values || Column.isOwn(codec)) then Columns(Array(column))
      else null
    case _ => null

  /** The columns of several values side by side, each with the name of its part; null if one of them is not flat. */
  def of(parts: Array[(String, Columns | Null)]): Columns | Null =
    if parts.exists(_._2 == null) || parts.length > Most then null
    else
      val all = Array.newBuilder[Column]
      var at  = 0
      parts.foreach { (name, columns) =>
        all ++= columns.nn.all.map(_.within(name, at))
        at += columns.nn.all.length
      }
      if at > Most then null else Columns(all.result())

  /** A column of presences, followed by those of the value for the rows that have one. */
  def optional(value: Columns | Null): Columns | Null =
    if value == null || value.all.length >= Most then null
    else Columns(Column.presence(-1) +: value.all.map(_.within("", 1).guardedBy(0)))
