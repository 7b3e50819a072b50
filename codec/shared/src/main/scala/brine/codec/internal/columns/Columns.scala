package brine.codec.internal.columns

import brine.codec.internal.numbers.{Bits, Decimals, IntSequences, LongSequences}
import brine.codec.{Codec, DecodeError, In, Out, Schema}

import scala.annotation.tailrec

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

  private val areGuards: Array[Boolean] =
    val found = new Array[Boolean](all.length)
    all.foreach(column => if column.guard >= 0 then found(column.guard) = true)
    found

  /** The columns of tags and sides that guard others. */
  private[columns] val tags: Array[Int] = all.indices.filter(i => areGuards(i) && all(i).isTag).toArray

  /** Whether the values of a column are side by side, as those of the same case, or have a place in every row. */
  private def areDense(column: Int): Boolean = all(column).guard < 0 || all(all(column).guard).isTag

  /** Number of places for values in a column of registers. */
  private def placesOf(registers: Registers, column: Int, rows: Int): Int =
    val guard = all(column).guard
    if guard < 0 then rows
    else if all(guard).isTag then registers.count(guard, all(column).when)
    else placesOf(registers, guard, rows)

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

  /** Whether there are values written one by one, also within nested sequences. */
  private def haveValuesWithin: Boolean = all.exists(column =>
    column.kind == Column.Kind.Values || column.nested != null && column.nested.nn.columns.haveValuesWithin
  )

  /** The fewest elements of a sequence that is written in columns. Each column and chunk takes time, so there must be
    * enough values for each; the columns of a case have values for few of the elements. In a nested type with texts or
    * other values that columns do not make smaller, or with little but the columns of cases, the bytes saved are not
    * worth that time.
    */
  def fewest: Int = ownFewest

  private val ownFewest =
    if !arePacked || !areNested && total > Columns.MostSingle then Int.MaxValue
    else if packed == 0 then
      // Decimals are found at a cost that only long sequences of type Double pay back.
      if all.exists(_.kind == Column.Kind.Doubles) then Columns.FewestDecimals else Int.MaxValue
    else if !areNested then Columns.Fewest
    else if haveValuesWithin || 2 * packed <= total || 3 * ofCases > 2 * total then Int.MaxValue
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

  /** Whether a row of these columns holds no object that may change: only numbers, texts and the like. */
  private[codec] def areConstant: Boolean = all.forall(_.isConstant)

  /** The fewest bytes of a value that is written alone because its columns are not worth it. Its columns are then the
    * value one by one.
    */
  def leastAlone: Int =
    all.foldLeft(0)((sum, column) => sum + (if column.codec == null then 1 else column.codec.nn.minSize))

  // --- writing -------------------------------------------------------------------------------

  /** Writes the first rows of `registers`. */
  def write(out: Out, registers: Registers, rows: Int): Unit =
    var i = 0
    while i < all.length do
      val column = all(i)
      column.kind match
        case Column.Kind.Bits      => writeBits(out, registers, i, rows)
        case Column.Kind.Sequences =>
          NestedColumn.write(out, column, registers, i, squeezeValues(registers, i, rows))
        case Column.Kind.Bytes   => writeBytes(out, registers, i, rows)
        case Column.Kind.Longs   => LongSequences.writeColumn(out, registers.longs(i), squeezeLongs(registers, i, rows))
        case Column.Kind.Floats  => writeDoubles(out, registers, i, rows, floats = true)
        case Column.Kind.Doubles => writeDoubles(out, registers, i, rows, floats = false)
        case Column.Kind.Values  => writeValues(out, registers, i, rows)
        case Column.Kind.Ints    => writeInts(out, registers, i, rows, IntSequences.Kind.Ints)
        case Column.Kind.Shorts  => writeInts(out, registers, i, rows, IntSequences.Kind.Shorts)
        case Column.Kind.Chars   => writeInts(out, registers, i, rows, IntSequences.Kind.Chars)
      i += 1
    registers.startChunk(this)

  private def writeBits(out: Out, registers: Registers, column: Int, rows: Int): Unit =
    val own   = registers.ints(column)
    val width = all(column).bits
    if areDense(column) || !areGuards(column) || all(column).isTag then
      val count = squeezeInts(registers, column, rows)
      Bits.room(out, Bits.bytes(count, width)): Unit
      Bits.write(out, 0, count, width)(i => own(i))
    else
      // The places stay as they are, for the columns that this one guards.
      val guard   = registers.ints(all(column).guard)
      val when    = all(column).when
      val places  = placesOf(registers, column, rows)
      val present = out.intScratch(places)
      var count   = 0
      var i       = 0
      while i < places do
        if guard(i) != when then own(i) = Columns.Absent
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
    val count = squeezeValues(registers, column, rows)
    val codec = all(column).codec.asInstanceOf[Codec[Any]]
    var i     = 0
    while i < count do
      codec.write(out, own(i))
      i += 1

  // Each moves the values of places that have one to the front and returns their number.

  private def squeezeInts(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.ints(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeLongs(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.longs(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeDoubles(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.doubles(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private def squeezeValues(registers: Registers, column: Int, rows: Int): Int =
    val own = registers.values(column)
    squeeze(registers, column, rows)((from, to) => own(to) = own(from))

  private inline def squeeze(registers: Registers, column: Int, rows: Int)(inline move: (Int, Int) => Unit): Int =
    val places = placesOf(registers, column, rows)
    if areDense(column) then places
    else
      val guards = registers.ints(all(column).guard)
      val when   = all(column).when
      var count  = 0
      var i      = 0
      while i < places do
        // Without a jump, because which rows have a value is often random. Another row's value goes to a place that
        // the next one overwrites.
        move(i, count)
        count += Columns.oneIfSame(guards(i), when)
        i += 1
      count

  // --- reading -------------------------------------------------------------------------------

  /** Fills the first rows of `registers`; `done` rows of the sequence were read before, or -1 if rows belong to several
    * sequences.
    */
  def read(in: In, registers: Registers, rows: Int, done: Int): Unit =
    registers.startChunk(this)
    var i = 0
    while i < all.length do
      val count = countOf(registers, i, rows)
      // A column without values has no bytes, and gets no room unless others look at it.
      if count > 0 || areGuards(i) then
        registers.prepare(i, all(i).kind, placesOf(registers, i, rows))
        if all(i).kind == Column.Kind.Values then readValues(in, registers, i, rows, done)
        else
          try readColumn(in, registers, i, rows, count)
          catch case error: DecodeError => throw named(error, i)
      i += 1

  private def named(error: DecodeError, column: Int): DecodeError =
    if all(column).name.isEmpty then error else error.inField(all(column).name)

  private def readColumn(in: In, registers: Registers, column: Int, rows: Int, count: Int): Unit =
    all(column).kind match
      case Column.Kind.Bits  => readBits(in, registers, column, rows, count)
      case Column.Kind.Bytes =>
        val own   = registers.ints(column)
        val start = in.take(count)
        var i     = 0
        while i < count do
          own(i) = in.array(start + i)
          i += 1
        spread(registers, column, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Longs =>
        val own = registers.longs(column)
        LongSequences.readColumn(in, own, count)
        spread(registers, column, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Floats | Column.Kind.Doubles =>
        val own = registers.doubles(column)
        Decimals.readColumn(in, own, count, all(column).kind == Column.Kind.Floats)
        spread(registers, column, rows, count)((from, to) => own(to) = own(from))
      case Column.Kind.Ints      => readInts(in, registers, column, rows, count, IntSequences.Kind.Ints)
      case Column.Kind.Shorts    => readInts(in, registers, column, rows, count, IntSequences.Kind.Shorts)
      case Column.Kind.Chars     => readInts(in, registers, column, rows, count, IntSequences.Kind.Chars)
      case Column.Kind.Values    => ()
      case Column.Kind.Sequences =>
        val own = registers.values(column)
        NestedColumn.read(in, all(column), registers, column, count)
        spread(registers, column, rows, count)((from, to) => own(to) = own(from))

  private def readBits(in: In, registers: Registers, column: Int, rows: Int, count: Int): Unit =
    val own    = registers.ints(column)
    val width  = all(column).bits
    val places = placesOf(registers, column, rows)
    if width == 0 then java.util.Arrays.fill(own, 0, places, 0)
    else
      val at    = in.position
      val cases = all(column).cases
      var wrong = 0
      if count > 0 then
        Bits.read(in, 0, count, width): (i, value) =>
          own(i) = value.toInt
          wrong |= cases - 1 - value.toInt
      if wrong < 0 then in.failAt(at, s"a column of tags with one that none of $cases cases has")
      // At once: what such a case contains may have no reader.
      val problems = all(column).problems
      if problems != null then
        var i = 0
        while i < count do
          val problem = problems.nn(own(i))
          if problem != null then in.failAt(at, problem)
          i += 1
    if areGuards(column) && all(column).isTag then
      registers.findPlaces(column, count, places)
      val inCase = registers.placesOf(column)
      spread(registers, column, rows, count)((from, to) => inCase(to) = inCase(from))
    spread(registers, column, rows, count)((from, to) => own(to) = own(from))
    if areGuards(column) && !areDense(column) then
      val guard = registers.ints(all(column).guard)
      val when  = all(column).when
      var i     = 0
      while i < places do
        if guard(i) != when then own(i) = Columns.Absent
        i += 1

  private def readInts(
      in: In,
      registers: Registers,
      column: Int,
      rows: Int,
      count: Int,
      kind: IntSequences.Kind
  ): Unit =
    val own = registers.ints(column)
    IntSequences.readColumn(in, own, count, kind)
    spread(registers, column, rows, count)((from, to) => own(to) = own(from))

  private def readValues(in: In, registers: Registers, column: Int, rows: Int, done: Int): Unit =
    val own    = registers.values(column)
    val guard  = if areDense(column) then null else registers.ints(all(column).guard)
    val when   = all(column).when
    val codec  = all(column).codec.asInstanceOf[Codec[Any]]
    val places = placesOf(registers, column, rows)
    var i      = 0
    try
      while i < places do
        if guard == null || guard(i) == when then own(i) = codec.read(in).asInstanceOf[AnyRef]
        i += 1
    catch
      case error: DecodeError =>
        val told = named(error, column)
        throw if done < 0 then told else told.inElement(done + rowOf(registers, column, i, rows))

  /** The row of the value at a place of a column. */
  private def rowOf(registers: Registers, column: Int, place: Int, rows: Int): Int =
    val guard = all(column).guard
    if guard < 0 then place
    else if !all(guard).isTag then rowOf(registers, guard, place, rows)
    else
      val tags   = registers.ints(guard)
      val inCase = registers.placesOf(guard)
      var at     = 0
      while tags(at) != all(column).when || inCase(at) != place do at += 1
      rowOf(registers, guard, at, rows)

  private def countOf(registers: Registers, column: Int, rows: Int): Int =
    val places = placesOf(registers, column, rows)
    if areDense(column) then places
    else
      val guards = registers.ints(all(column).guard)
      val when   = all(column).when
      var count  = 0
      var i      = 0
      while i < places do
        count += Columns.oneIfSame(guards(i), when)
        i += 1
      count

  /** Moves values from the front to the places that have one, starting with the last. */
  private inline def spread(registers: Registers, column: Int, rows: Int, count: Int)(
      inline move: (Int, Int) => Unit
  ): Unit =
    if !areDense(column) then
      val guards = registers.ints(all(column).guard)
      val when   = all(column).when
      var from   = count - 1
      var to     = placesOf(registers, column, rows) - 1
      while from >= 0 do
        // As in squeeze, each row gets a value; that of a row that has none is not looked at.
        move(from, to)
        from -= Columns.oneIfSame(guards(to), when)
        to -= 1

private[codec] object Columns:
  private def oneIfSame(a: Int, b: Int): Int =
    val difference = a ^ b
    ((difference | -difference) >>> 31) ^ 1

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

  /** Stands in a column of bits for the rows in which it has no value; no column is guarded by that. */
  private inline val Absent = -1

  /** The columns of a value that is a single column; null if it is not flat. Integers and bits are packed only for
    * Brine's own codecs.
    */
  def of(codec: Codec[?]): Columns | Null = codec.schema.root match
    case Schema.Type.Primitive(kind) =>
      val column = Column.of(kind, "", -1, 0, codec)
      if column != null && (column.kind == Column.Kind.Values || Column.isOwn(codec)) then one(column) else null
    case Schema.Type.Boxed(of) if isNumber(of)  => one(Column.values(codec))
    case _: (Schema.Type.Set | Schema.Type.Map) => one(Column.values(codec))
    case _                                      => null

  /** Whether the values of a codec are single ones, by a codec of Brine or converted from it: they take the same bytes
    * wherever they stand.
    */
  def isPlain(codec: Codec[?]): Boolean =
    @tailrec
    def isPlain(tpe: Schema.Type): Boolean = tpe match
      case Schema.Type.Wrapped(_, _, of) => isPlain(of)
      case Schema.Type.Primitive(kind)   => kind != Schema.Kind.Unit
      case _                             => false
    codec.schema.root match
      case Schema.Type.Boxed(of) => isPlain(of)
      case other                 => isPlain(other)

  /** A single column. */
  def one(column: Column): Columns = Columns(Array(column))

  /** Whether a type is a number, character or Boolean, or a class of one field around such. A box before it says that
    * the codec of the value writes it.
    */
  @tailrec
  def isNumber(tpe: Schema.Type): Boolean = tpe match
    case Schema.Type.Wrapped(_, _, of) => isNumber(of)
    case Schema.Type.Primitive(kind)   =>
      kind.ordinal <= Schema.Kind.Double.ordinal && kind != Schema.Kind.Unit && kind != Schema.Kind.Byte
    case _ => false

  /** Whether the only column is one of numbers, characters or Booleans, without a name. */
  def isOneNumber(columns: Columns | Null): Boolean =
    columns != null && columns.nn.all.length == 1 && columns.nn.all(0).name.isEmpty && {
      val kind = columns.nn.all(0).kind
      if kind == Column.Kind.Bits then !columns.nn.inSequences else kind.ordinal <= Column.Kind.Doubles.ordinal
    }

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
      limited(all.result())

  /** A column of presences, followed by those of the value for the rows that have one. */
  def optional(value: Columns | Null): Columns | Null =
    if value == null then null
    else limited(Column.presences +: value.nn.all.map(_.within("", 1).guardedBy(0, 1)))

  /** A column of sides, followed by those of the left value and those of the right one. */
  def either(left: Columns | Null, right: Columns | Null): Columns | Null = sum(Array(left, right))

  /** A column of tags, followed by those of each case; an empty array of columns is a case without fields. Null if one
    * of the cases is not flat.
    */
  def sum(cases: Array[Columns | Null], problems: Array[String | Null] | Null = null): Columns | Null =
    if cases.contains(null) then null
    else
      val all = Array.newBuilder[Column]
      all += Column.tags(cases.length, problems)
      var at = 1
      cases.indices.foreach { tag =>
        val own = cases(tag).nn.all
        all ++= own.map(_.within("", at).guardedBy(0, tag))
        at += own.length
      }
      limited(all.result())

  /** The columns of a case without fields. */
  val none: Columns = Columns(Array.empty)

  private def limited(all: Array[Column]): Columns | Null =
    val columns = Columns(all)
    if columns.total > Most then null else columns
