package brine.codec.internal.columns

import brine.codec.internal.numbers.{Bits, Decimals, IntSequences, LongSequences}
import brine.codec.{Codec, Out}

/** Writes a chunk of rows, column by column: section 6 of the format. */
private[columns] object WrittenColumns:
  /** Writes the first rows of `registers`. */
  def write(columns: Columns, out: Out, registers: Registers, rows: Int): Unit =
    var i = 0
    while i < columns.all.length do
      val column = columns.all(i)
      column.kind match
        case Column.Kind.Bits      => writeBits(columns, out, registers, i, rows)
        case Column.Kind.Sequences =>
          NestedColumn.write(out, column, registers, i, squeezeValues(columns, registers, i, rows))
        case Column.Kind.Bytes => writeBytes(columns, out, registers, i, rows)
        case Column.Kind.Longs =>
          LongSequences.writeColumn(out, registers.longs(i), squeezeLongs(columns, registers, i, rows))
        case Column.Kind.Floats  => writeDoubles(columns, out, registers, i, rows, floats = true)
        case Column.Kind.Doubles => writeDoubles(columns, out, registers, i, rows, floats = false)
        case Column.Kind.Values  => writeValues(columns, out, registers, i, rows)
        case Column.Kind.Ints    => writeInts(columns, out, registers, i, rows, IntSequences.Kind.Ints)
        case Column.Kind.Shorts  => writeInts(columns, out, registers, i, rows, IntSequences.Kind.Shorts)
        case Column.Kind.Chars   => writeInts(columns, out, registers, i, rows, IntSequences.Kind.Chars)
      i += 1
    registers.startChunk(columns)

  private def writeBits(columns: Columns, out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.ints(column)
    val width = columns.all(column).bits
    if columns.areDense(column) || !columns.areGuards(column) || columns.all(column).isTag then
      val count = squeezeInts(columns, registers, column, rows)
      Bits.room(out, Bits.bytes(count, width)): Unit
      Bits.write(out, 0, count, width)(i => own(i))
    else
      // The places stay as they are, for the columns that this one guards.
      val guard   = registers.ints(columns.all(column).guard)
      val when    = columns.all(column).when
      val places  = columns.placesOf(registers, column, rows)
      val present = out.intScratch(places)
      var count   = 0
      var i       = 0
      while i < places do
        if guard(i) != when then own(i) = ReadColumns.Absent
        else
          present(count) = own(i)
          count += 1
        i += 1
      Bits.room(out, Bits.bytes(count, width)): Unit
      Bits.write(out, 0, count, width)(i => present(i))

  private def writeBytes(columns: Columns, out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.ints(column)
    val count = squeezeInts(columns, registers, column, rows)
    val start = out.ensure(count)
    var i     = 0
    while i < count do
      out.array(start + i) = own(i).toByte
      i += 1
    out.position = start + count

  private def writeInts(
      columns: Columns,
      out: Out,
      registers: Registers,
      column: Int,
      rows: Int,
      kind: IntSequences.Kind
  ): Unit =
    IntSequences.writeColumn(out, registers.ints(column), squeezeInts(columns, registers, column, rows), kind)

  private def writeDoubles(
      columns: Columns,
      out: Out,
      registers: Registers,
      column: Int,
      rows: Int,
      floats: Boolean
  ): Unit =
    Decimals.writeColumn(out, registers.doubles(column), squeezeDoubles(columns, registers, column, rows), floats)

  private def writeValues(columns: Columns, out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.values(column)
    val count = squeezeValues(columns, registers, column, rows)
    val codec = columns.all(column).codec.asInstanceOf[Codec[Any]]
    if columns.all(column).isText && TextColumn.begin(out, codec, own, count) then
      try writeValues(out, codec, own, count)
      finally TextColumn.end(out)
    else writeValues(out, codec, own, count)

  private def writeValues(out: Out, codec: Codec[Any], values: Array[AnyRef], count: Int): Unit =
    var i = 0
    while i < count do
      codec.write(out, values(i))
      i += 1

  // Each moves the values of places that have one to the front and returns their number.

  private def squeezeInts(columns: Columns, registers: Registers, column: Int, rows: Int): Int =
    val own = registers.ints(column)
    squeeze(columns, registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeLongs(columns: Columns, registers: Registers, column: Int, rows: Int): Int =
    val own = registers.longs(column)
    squeeze(columns, registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeDoubles(columns: Columns, registers: Registers, column: Int, rows: Int): Int =
    val own = registers.doubles(column)
    squeeze(columns, registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeValues(columns: Columns, registers: Registers, column: Int, rows: Int): Int =
    val own = registers.values(column)
    squeeze(columns, registers, column, rows)((from, to) => own(to) = own(from))

  private inline def squeeze(columns: Columns, registers: Registers, column: Int, rows: Int)(
      inline move: (Int, Int) => Unit
  ): Int =
    val places = columns.placesOf(registers, column, rows)
    if columns.areDense(column) then places
    else
      val guards = registers.ints(columns.all(column).guard)
      val when   = columns.all(column).when
      var count  = 0
      var i      = 0
      while i < places do
        // Without a jump, because which rows have a value is often random. Another row's value goes to a place that
        // the next one overwrites.
        move(i, count)
        count += ReadColumns.oneIfSame(guards(i), when)
        i += 1
      count
