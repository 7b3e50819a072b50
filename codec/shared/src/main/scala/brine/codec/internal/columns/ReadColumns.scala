package brine.codec.internal.columns

import brine.codec.internal.numbers.{Bits, Decimals, IntSequences, LongSequences}
import brine.codec.{Codec, DecodeError, In}

/** Reads a chunk of rows, column by column: section 6 of the format. */
private[columns] object ReadColumns:
  /** Stands in a column of bits for the rows in which it has no value; no column is guarded by that. */
  inline val Absent = -1

  /** Fills the first rows of `registers`; `done` rows of the sequence were read before, or -1 if rows belong to several
    * sequences.
    */
  def read(columns: Columns, in: In, registers: Registers, rows: Int, done: Int): Unit =
    registers.startChunk(columns)
    readSome(columns, in, registers, 0, columns.all.length, rows, done)

  /** The same for the entries of a map. Returns what its keys, which have the first columns, add to [[In.keyWork]]. */
  def readEntries(columns: Columns, in: In, registers: Registers, rows: Int, done: Int, ofKeys: Int): Long =
    val before = in.keyWork
    registers.startChunk(columns)
    readSome(columns, in, registers, 0, ofKeys, rows, done)
    val work = in.keyWork - before
    readSome(columns, in, registers, ofKeys, columns.all.length, rows, done)
    work

  private def readSome(
      columns: Columns,
      in: In,
      registers: Registers,
      from: Int,
      until: Int,
      rows: Int,
      done: Int
  ): Unit =
    var i = from
    while i < until do
      val count = countOf(columns, registers, i, rows)
      // A column without values has no bytes, and gets no room unless others look at it.
      if count > 0 || columns.areGuards(i) then
        registers.prepare(i, columns.all(i).kind, columns.placesOf(registers, i, rows))
        if columns.all(i).kind == Column.Kind.Values then readValues(columns, in, registers, i, rows, count, done)
        else
          try readColumn(columns, in, registers, i, rows, count)
          catch case error: DecodeError => throw named(columns, error, i)
      i += 1

  private def named(columns: Columns, error: DecodeError, column: Int): DecodeError =
    if columns.all(column).name.isEmpty then error else error.inField(columns.all(column).name)

  private def readColumn(columns: Columns, in: In, registers: Registers, column: Int, rows: Int, count: Int): Unit =
    columns.all(column).kind match
      case Column.Kind.Bits  => readBits(columns, in, registers, column, rows, count)
      case Column.Kind.Bytes =>
        val own   = registers.ints(column)
        val start = in.take(count)
        var i     = 0
        while i < count do
          own(i) = in.array(start + i)
          i += 1
        spread(columns, registers, column, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Longs =>
        val own = registers.longs(column)
        LongSequences.readColumn(in, own, count)
        spread(columns, registers, column, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Floats | Column.Kind.Doubles =>
        val own = registers.doubles(column)
        Decimals.readColumn(in, own, count, columns.all(column).kind == Column.Kind.Floats)
        spread(columns, registers, column, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Ints      => readInts(columns, in, registers, column, rows, count, IntSequences.Kind.Ints)
      case Column.Kind.Shorts    => readInts(columns, in, registers, column, rows, count, IntSequences.Kind.Shorts)
      case Column.Kind.Chars     => readInts(columns, in, registers, column, rows, count, IntSequences.Kind.Chars)
      case Column.Kind.Values    => ()
      case Column.Kind.Sequences =>
        val own = registers.values(column)
        NestedColumn.read(in, columns.all(column), registers, column, count)
        spread(columns, registers, column, rows, count)((from, to) => own(to) = own(from))

  private def readBits(columns: Columns, in: In, registers: Registers, column: Int, rows: Int, count: Int): Unit =
    val own    = registers.ints(column)
    val width  = columns.all(column).bits
    val places = columns.placesOf(registers, column, rows)
    if width == 0 then java.util.Arrays.fill(own, 0, places, 0)
    else
      val at    = in.position
      val cases = columns.all(column).cases
      var wrong = 0
      if count > 0 then
        Bits.read(in, 0, count, width): (i, value) =>
          own(i) = value.toInt
          wrong |= cases - 1 - value.toInt
      if wrong < 0 then in.failAt(at, s"a column of tags with one that none of $cases cases has")
      // At once: what such a case contains may have no reader.
      val problems = columns.all(column).problems
      if problems != null then
        var i = 0
        while i < count do
          val problem = problems.nn(own(i))
          if problem != null then in.failAt(at, problem)
          i += 1
    if columns.areGuards(column) && columns.all(column).isTag then
      registers.findPlaces(column, count, places)
      val inCase = registers.placesOf(column)
      spread(columns, registers, column, rows, count)((from, to) => inCase(to) = inCase(from))
    spread(columns, registers, column, rows, count)((from, to) => own(to) = own(from))
    if columns.areGuards(column) && !columns.areDense(column) then
      val guard = registers.ints(columns.all(column).guard)
      val when  = columns.all(column).when
      var i     = 0
      while i < places do
        if guard(i) != when then own(i) = Absent
        i += 1

  private def readInts(
      columns: Columns,
      in: In,
      registers: Registers,
      column: Int,
      rows: Int,
      count: Int,
      kind: IntSequences.Kind
  ): Unit =
    val own = registers.ints(column)
    IntSequences.readColumn(in, own, count, kind)
    spread(columns, registers, column, rows, count)((from, to) => own(to) = own(from))

  private def readValues(
      columns: Columns,
      in: In,
      registers: Registers,
      column: Int,
      rows: Int,
      count: Int,
      done: Int
  ): Unit =
    val own    = registers.values(column)
    val guard  = if columns.areDense(column) then null else registers.ints(columns.all(column).guard)
    val when   = columns.all(column).when
    val codec  = columns.all(column).codec.asInstanceOf[Codec[Any]]
    val places = columns.placesOf(registers, column, rows)
    val known  = columns.all(column).isText && count > 0 && TextColumn.begin(in)
    var i      = 0
    try
      while i < places do
        if guard == null || guard(i) == when then own(i) = codec.read(in).asInstanceOf[AnyRef]
        i += 1
    catch
      case error: DecodeError =>
        val told = named(columns, error, column)
        throw if done < 0 then told else told.inElement(done + rowOf(columns, registers, column, i, rows))
    finally if known then TextColumn.end(in)

  /** The row of the value at a place of a column. */
  private def rowOf(columns: Columns, registers: Registers, column: Int, place: Int, rows: Int): Int =
    val guard = columns.all(column).guard
    if guard < 0 then place
    else if !columns.all(guard).isTag then rowOf(columns, registers, guard, place, rows)
    else
      val tags   = registers.ints(guard)
      val inCase = registers.placesOf(guard)
      var at     = 0
      while tags(at) != columns.all(column).when || inCase(at) != place do at += 1
      rowOf(columns, registers, guard, at, rows)

  private def countOf(columns: Columns, registers: Registers, column: Int, rows: Int): Int =
    val places = columns.placesOf(registers, column, rows)
    if columns.areDense(column) then places
    else
      val guards = registers.ints(columns.all(column).guard)
      val when   = columns.all(column).when
      var count  = 0
      var i      = 0
      while i < places do
        count += oneIfSame(guards(i), when)
        i += 1
      count

  /** Moves values from the front to the places that have one, starting with the last. */
  private inline def spread(columns: Columns, registers: Registers, column: Int, rows: Int, count: Int)(
      inline move: (Int, Int) => Unit
  ): Unit =
    if !columns.areDense(column) then
      val guards = registers.ints(columns.all(column).guard)
      val when   = columns.all(column).when
      var from   = count - 1
      var to     = columns.placesOf(registers, column, rows) - 1
      while from >= 0 do
        // As in squeeze, each row gets a value; that of a row that has none is not looked at.
        move(from, to)
        from -= oneIfSame(guards(to), when)
        to -= 1

  /** 1 if the numbers are equal, else 0, without a jump. */
  def oneIfSame(a: Int, b: Int): Int =
    val difference = a ^ b
    ((difference | -difference) >>> 31) ^ 1
