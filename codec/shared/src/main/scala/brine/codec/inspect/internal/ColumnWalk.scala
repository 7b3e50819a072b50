package brine.codec.inspect.internal

import brine.codec.Schema.{Definition, Kind, Type}
import brine.codec.inspect.{Part, Path, Value}
import brine.codec.internal.columns.{Column, Columns, Nested, TextColumn}
import brine.codec.internal.numbers.{Bits, Decimals, IntSequences, LongSequences}
import brine.codec.internal.schema.SchemaLayout

/** Reads columns chunk by chunk; section 6 of the format. */
private[inspect] final class ColumnWalk(walk: Walk, types: Types, values: ValueWalk):
  private val in = walk.in

  /** Reads the columns of `size` elements and builds each element with `build`.
    *
    * @param leaves
    *   type of each column
    */
  def read[A](columns: Columns, leaves: Vector[Type], size: Int, path: Path)(build: (ColumnRows, Int) => A): Vector[A] =
    val all  = Vector.newBuilder[A]
    var done = 0
    while done < size do
      val rows  = math.min(size - done, Columns.Rows)
      val chunk = ColumnRows(walk, types, columns.all.length)
      columns.all.indices.foreach: i =>
        if !walk.isEnded then readColumn(columns.all(i), leaves(i), i, chunk, rows, done, path)
      if walk.isEnded then done = size
      else
        walk.where = path
        var row = 0
        while row < rows do
          all += build(chunk, row)
          row += 1
        done += rows
    all.result()

  private def under(path: Path, name: String): Path = if name.isEmpty then path else path.field(name)

  private def readColumn(
      column: Column,
      leaf: Type,
      at: Int,
      chunk: ColumnRows,
      rows: Int,
      done: Int,
      path: Path
  ): Unit =
    // 1 in each row that has a value.
    val present =
      if column.guard < 0 then null
      else chunk.ints(column.guard).map(value => if value == column.when then 1 else 0)
    walk.where = under(path, column.name)
    def count = if present == null then rows else present.count(_ != 0)
    column.kind match
      case Column.Kind.Values =>
        val from  = in.position
        val known = column.isText && count > 0 && TextColumn.begin(in)
        if known then
          walk.entry(from, under(path.rows(done, done + rows), column.name), Part.Header)("texts with a dictionary")
        try
          chunk.values(at) = readValues(leaf, present, rows): row =>
            under(path.element(done + row), column.name)
        finally if known then TextColumn.end(in)
      case Column.Kind.Sequences =>
        chunk.values(at) = readSequences(column.nested.nn, leaf, present, rows, count, done, path, column.name)
      case _ =>
        readPacked(column, leaf, at, chunk, present, rows, count, under(path.rows(done, done + rows), column.name))

  private def readValues(leaf: Type, present: Array[Int] | Null, rows: Int)(
      path: Int => Path
  ): Array[Value | Null] =
    val own = new Array[Value | Null](rows)
    var row = 0
    while row < rows && !walk.isEnded do
      if present == null || present(row) != 0 then
        val inside = path(row)
        walk.where = inside
        own(row) = leaf match
          case Type.Primitive(kind) => values.primitive(kind, inside)
          case other                => values.value(other, inside)
      row += 1
    own

  /** Reads sequences: their sizes, the elements of the short ones, then the long ones. */
  private def readSequences(
      nested: Nested,
      leaf: Type,
      present: Array[Int] | Null,
      rows: Int,
      count: Int,
      done: Int,
      path: Path,
      name: String
  ): Array[Value | Null] =
    val from   = in.position
    val sizes  = new Array[Int](count)
    val inside = under(path.rows(done, done + rows), name)
    IntSequences.readColumn(in, sizes, count, IntSequences.Kind.Ints)
    if in.position > from then
      walk.entry(from, inside, Part.Size)(s"sizes of $count, at most ${nested.fewest}: ${block(from, count)}")
    if sizes.exists(size => size < 0 || size > nested.fewest) then
      in.failAt(from, s"a nested sequence of a size that is not in 0 to ${nested.fewest}")
    val joined = sizes.filter(_ < nested.fewest).sum
    in.checkJoined(from, joined)
    val of       = ColumnWalk.elementOf(leaf)
    val elements = read(nested.columns, types.leaves(of), joined, inside)((built, row) => built.value(of, row))
    val own      = new Array[Value | Null](rows)
    var next     = 0
    var i        = 0
    var row      = 0
    while row < rows && !walk.isEnded do
      if present == null || present(row) != 0 then
        if sizes(i) < nested.fewest then
          walk.charge(sizes(i))
          own(row) = Value.Sequence(elements.slice(next, next + sizes(i)))
          next += sizes(i)
        i += 1
      row += 1
    i = 0
    row = 0
    while row < rows && !walk.isEnded do
      if present == null || present(row) != 0 then
        if sizes(i) == nested.fewest then own(row) = long(nested, leaf, under(path.element(done + row), name))
        i += 1
      row += 1
    own

  private def long(nested: Nested, leaf: Type, path: Path): Value =
    val at = in.position
    in.checkLayout(nested)
    values.value(leaf, path) match
      case Value.Sequence(elements) if elements.size < nested.fewest && !walk.isEnded =>
        in.failAt(at, s"a sequence of ${elements.size} elements that is not joined with the others")
      case other => other

  private def readPacked(
      column: Column,
      leaf: Type,
      at: Int,
      chunk: ColumnRows,
      present: Array[Int] | Null,
      rows: Int,
      count: Int,
      path: Path
  ): Unit =
    val from                                              = in.position
    def entry(value: Int => Value)(what: => String): Unit =
      if in.position > from then
        val part = leaf match
          case _: (Type.Optional | Type.Either) => Part.Header
          case _                                => Part.Content
        walk.entryOf(from, path, part, Some(Value.Sequence(Vector.tabulate(count)(value))), count):
          s"column of $count: $what"
    column.kind match
      case Column.Kind.Longs =>
        val own = new Array[Long](rows)
        LongSequences.readColumn(in, own, count)
        entry(i => Value.Primitive(Kind.Long, own(i)))(block(from, count))
        spread(present, rows, count)((to, i) => own(to) = own(i))
        chunk.longs(at) = own
      case Column.Kind.Floats | Column.Kind.Doubles =>
        val isFloat = column.kind == Column.Kind.Floats
        val own     = new Array[Double](rows)
        Decimals.readColumn(in, own, count, isFloat)
        entry(i => SequenceWalk.double(if isFloat then Kind.Float else Kind.Double, own(i))):
          if count < IntSequences.Fewest then "as they are" else Forms.decimals(in.array, from, in.position, count)
        spread(present, rows, count)((to, i) => own(to) = own(i))
        chunk.doubles(at) = own
      case kind =>
        val own = new Array[Int](rows)
        readInts(column, own, count)
        entry(i => of(leaf, own(i))):
          kind match
            case Column.Kind.Bits =>
              s"${ColumnWalk.said(leaf)}${Forms.packed(column.bits, count)}"
            case Column.Kind.Bytes => Bytes.count(count, "byte")
            case _                 => block(from, count)
        spread(present, rows, count)((to, i) => own(to) = own(i))
        if present != null then
          // So that the columns guarded by this one have no value there either.
          (0 until rows).foreach(row => if present(row) == 0 then own(row) = ColumnWalk.Absent)
        chunk.ints(at) = own

  private def readInts(column: Column, own: Array[Int], count: Int): Unit = column.kind match
    case Column.Kind.Bits  => if count > 0 then readBits(column, own, count)
    case Column.Kind.Bytes =>
      val start = in.take(count)
      (0 until count).foreach(i => own(i) = in.array(start + i))
    case kind => IntSequences.readColumn(in, own, count, ColumnWalk.intKind(kind))

  private def readBits(column: Column, own: Array[Int], count: Int): Unit =
    val at    = in.position
    var wrong = 0
    Bits.read(in, 0, count, column.bits): (i, value) =>
      own(i) = value.toInt
      wrong |= column.cases - 1 - value.toInt
    if wrong < 0 then in.failAt(at, s"a column of tags with one that none of ${column.cases} cases has")

  /** The value that a number in a column stands for. */
  private def of(leaf: Type, number: Int): Value = leaf match
    case Type.Primitive(Kind.Boolean) | _: (Type.Optional | Type.Either) => Booleans.of(number != 0)
    case Type.Primitive(kind)                                            => SequenceWalk.int(kind, number)
    case Type.Named(index)                                               =>
      types.definition(index) match
        case Definition.Sum(name, cases) => Value.Case(name, cases(number).name, Vector.empty)
        case _: Definition.Record        => throw AssertionError("a record is no column")
    case other => throw AssertionError(s"$other is no column")

  private def block(from: Int, count: Int): String =
    if count < IntSequences.Fewest then "one by one" else Forms.block(in.array, from, in.position)

  /** Moves values from the front of the array to the rows that have one, starting with the last. */
  private inline def spread(present: Array[Int] | Null, rows: Int, count: Int)(inline move: (Int, Int) => Unit): Unit =
    if present != null then
      var from = count - 1
      var to   = rows - 1
      while to >= 0 do
        if present(to) != 0 then
          move(to, from)
          from -= 1
        to -= 1

private[inspect] object ColumnWalk:
  private inline val Absent = -1

  private def said(leaf: Type): String = leaf match
    case _: Type.Optional => "presences, "
    case _: Type.Either   => "sides, "
    case _                => ""

  private def elementOf(leaf: Type): Type = leaf match
    case Type.Sequence(of) => SchemaLayout.content(of)
    case other             => throw AssertionError(s"$other is not a sequence")

  private def intKind(kind: Column.Kind): IntSequences.Kind = kind match
    case Column.Kind.Shorts => IntSequences.Kind.Shorts
    case Column.Kind.Chars  => IntSequences.Kind.Chars
    case _                  => IntSequences.Kind.Ints
