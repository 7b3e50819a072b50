package brine.codec.inspect.internal

import brine.codec.Schema.{Kind, Type}
import brine.codec.inspect.{Part, Path, Value}
import brine.codec.internal.columns.Columns
import brine.codec.internal.numbers.{Bits, Decimals, IntSequences, LongSequences}
import brine.codec.internal.schema.SchemaLayout

/** Reads sequences and sets: one by one, packed, or in columns; section 6 of the format. */
private[inspect] final class SequenceWalk(walk: Walk, types: Types, values: ValueWalk):
  private val in      = walk.in
  private val columns = ColumnWalk(walk, types, values)

  /** Reads the elements of this type. */
  def read(element: Type, path: Path): Value = SchemaLayout.content(element) match
    case Type.Primitive(kind) if SequenceWalk.isPacked(kind) => packed(kind, path)
    case Type.Primitive(Kind.Byte)                           => bytes(path)
    case of                                                  =>
      val at = in.position
      types.columns(of).filter(_.arePacked) match
        case Some(all) =>
          val header = in.readLayout(math.max(0, types.leastOf(of)))
          sized(at, header, path)
          if (header & 1) == 0 then each(header >>> 1, of, path)
          else
            val rows = columns.read(all, types.leaves(of), header >>> 1, path)((built, row) => built.value(of, row))
            Value.Sequence(rows)
        case None =>
          val size = sizeOf(of)
          sized(at, size << 1, path)
          each(size, of, path)

  private def sizeOf(of: Type): Int =
    val least = types.leastOf(of)
    if least != Least.Unknown then in.readSize(least)
    else
      // Allocates nothing for elements before they are read.
      val at     = in.position
      val header = in.readUnsignedInt()
      if (header & 1) != 0 then in.failAt(at, "a collection in a layout its elements do not have")
      header >>> 1

  private def sized(at: Int, header: Int, path: Path): Unit =
    walk.entry(at, path, Part.Size):
      val layout = if (header & 1) == 0 then "" else ", packed"
      s"size: ${Bytes.count(header >>> 1, "element")}$layout"

  private def each(size: Int, of: Type, path: Path): Value =
    in.charge(4L * size)
    walk.charge(0)
    val elements = Vector.newBuilder[Value]
    var i        = 0
    while i < size && !walk.isEnded do
      walk.charge(0)
      elements += values.value(of, path.element(i))
      i += 1
    Value.Sequence(elements.result())

  /** A byte array is a single entry. */
  private def bytes(path: Path): Value =
    val at   = in.position
    val size = in.readSize(1)
    sized(at, size << 1, path)
    val from     = in.take(size)
    val elements = numbers(size)(i => Value.Primitive(Kind.Byte, in.array(from + i)))
    some(from, path, elements)(Bytes.count(size, "byte"))

  private def some(from: Int, path: Path, elements: Vector[Value])(what: => String): Value =
    val value = Value.Sequence(elements)
    if in.position > from then walk.content(from, path, value, elements.size)(what)
    value

  private inline def numbers(size: Int)(inline get: Int => Value): Vector[Value] =
    walk.budget.take(in, Budget.Value * size.toLong)
    val elements = Vector.newBuilder[Value]
    var i        = 0
    while i < size do
      elements += get(i)
      i += 1
    elements.result()

  private def packed(kind: Kind, path: Path): Value =
    val at     = in.position
    val header = kind match
      case Kind.Boolean => in.readPacked(1)
      case Kind.Float   => in.readPacked(4)
      case Kind.Double  => in.readPacked(8)
      case _            => in.readPackedSize()
    val size = header >>> 1
    sized(at, header, path)
    if (header & 1) == 0 then each(size, Type.Primitive(kind), path)
    else
      val from = in.position
      kind match
        case Kind.Boolean =>
          val bits = new Array[Boolean](size)
          Bits.read(in, 0, size, 1)((i, bit) => bits(i) = bit != 0)
          some(from, path, bits.iterator.map(Booleans.of).toVector)(Forms.packed(1, size))
        case Kind.Float | Kind.Double =>
          val doubles = new Array[Double](size)
          Decimals.readSequence(in, doubles, size, kind == Kind.Float)
          val elements = numbers(size)(i => SequenceWalk.double(kind, doubles(i)))
          some(from, path, elements)(Forms.decimals(in.array, from, in.position, math.min(size, Columns.Rows)))
        case Kind.Long =>
          val longs = new Array[Long](size)
          LongSequences.read(in, header, longs)
          val elements = numbers(size)(i => Value.Primitive(Kind.Long, longs(i)))
          some(from, path, elements)(Forms.block(in.array, from, in.position))
        case _ =>
          val ints = new Array[Int](size)
          IntSequences.read(in, header, ints, SequenceWalk.intKind(kind))
          val elements = numbers(size)(i => SequenceWalk.int(kind, ints(i)))
          some(from, path, elements)(Forms.block(in.array, from, in.position))

private[inspect] object SequenceWalk:
  /** Whether sequences of exactly this kind are packed. */
  def isPacked(kind: Kind): Boolean = kind match
    case Kind.Boolean | Kind.Short | Kind.Int | Kind.Long | Kind.Char | Kind.Float | Kind.Double => true
    case _                                                                                       => false

  def intKind(kind: Kind): IntSequences.Kind = kind match
    case Kind.Short => IntSequences.Kind.Shorts
    case Kind.Char  => IntSequences.Kind.Chars
    case _          => IntSequences.Kind.Ints

  /** A number of up to 32 bits, as a value of the kind. */
  def int(kind: Kind, value: Int): Value = kind match
    case Kind.Byte  => Value.Primitive(kind, value.toByte)
    case Kind.Short => Value.Primitive(kind, value.toShort)
    case Kind.Char  => Value.Primitive(kind, value.toChar)
    case _          => Value.Primitive(kind, value)

  /** A floating-point number, as a value of the kind. */
  def double(kind: Kind, value: Double): Value =
    if kind == Kind.Float then Value.Primitive(kind, value.toFloat) else Value.Primitive(kind, value)
