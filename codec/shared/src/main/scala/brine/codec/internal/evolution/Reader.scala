package brine.codec.internal.evolution

import brine.codec.internal.columns.{Column, Columns, Nested, Registers}
import brine.codec.internal.concurrent
import brine.codec.internal.errors.Malformed
import brine.codec.{Codec, In, Out, PrimitiveCodecs, Schema}

import scala.annotation.unused

/** Reads values that were written with another schema and converts them to those of this program: one step of a plan.
  *
  * It is a codec, so that the codecs of collections accept it for their elements, but it cannot write.
  */
private[codec] abstract class Reader extends Codec[Any]:
  /** Number of items that a value has in the enclosing record's header, as a field. */
  def items: Int = 0

  /** Reads a field's value; its items in the header start at `at`. */
  def field(in: In, @unused header: HeaderBits, @unused at: Int): Any = read(in)

  /** The fewest bytes of a field's value outside the header. */
  final def fieldSize: Int = if items > 0 then 0 else minSize

  final def write(out: Out, value: Any): Unit = throw UnsupportedOperationException("a plan for old data cannot write")
  final def schema: Schema = throw UnsupportedOperationException("a plan for old data has no schema of its own")

  private[codec] override def columns: Columns | Null = null

private[codec] object Reader:
  def of(codec: Codec[?]): Reader = codec match
    case reader: Reader               => reader
    case PrimitiveCodecs.BooleanCodec => BooleanReader
    case other                        => Direct(other)

/** The items in the header of a record: up to 32 bits, and those that do not fit. */
private[codec] final class HeaderBits(
    places: Array[brine.codec.internal.schema.SchemaLayout.Place],
    first: Int,
    rest: Array[Int] | Null
):
  def apply(item: Int): Int =
    val place = places(item)
    val group = if place.group == 0 then first else rest.nn(place.group - 1)
    (group >>> place.shift) & place.mask

/** A value with the same layout in both schemas. */
private[codec] final class Direct(val of: Codec[?]) extends Reader:
  def minSize: Int                                                              = of.minSize
  def read(in: In): Any                                                         = of.read(in)
  private[codec] override def columns: Columns | Null                           = of.columns
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = of.build(from, row, first)

/** A value that keeps its bits and is not packed: a set, a map, or a boxed value.
  *
  * @param isColumn
  *   whether it is a value in a column
  */
private[codec] final class Alone(val of: Codec[?], isColumn: Boolean) extends Reader:
  private val own                                     = if isColumn then Columns.one(Column.values(of)) else null
  def minSize: Int                                    = of.minSize
  def read(in: In): Any                               = of.read(in)
  private[codec] override def columns: Columns | Null = own
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = from.value(first, row)

/** What was written as a sequence, whatever collection it becomes. */
private[codec] final class SequenceReader(val of: Codec[?]) extends Reader:
  private val own = Once[Columns | Null](null)(of match
    case joined: Nested.Joined[?, ?] => joined.joinedColumns
    case other                       => other.columns)
  def minSize: Int                                                              = of.minSize
  def read(in: In): Any                                                         = of.read(in)
  private[codec] override def columns: Columns | Null                           = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = of.build(from, row, first)

private[codec] object BooleanReader extends Reader:
  private val codec                                                             = PrimitiveCodecs.BooleanCodec
  def minSize: Int                                                              = 1
  override def items: Int                                                       = 1
  def read(in: In): Any                                                         = in.readBoolean()
  override def field(in: In, header: HeaderBits, at: Int): Any                  = header(at) != 0
  private[codec] override def columns: Columns | Null                           = codec.columns
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = from.bit(first, row)

/** A value converted to another one. */
private[codec] final class Converted(val of: Codec[?], val convert: Any => Any) extends Reader:
  private val reader                                                            = Reader.of(of)
  def minSize: Int                                                              = of.minSize
  override def items: Int                                                       = reader.items
  def read(in: In): Any                                                         = convert(of.read(in))
  override def field(in: In, header: HeaderBits, at: Int): Any                  = convert(reader.field(in, header, at))
  private[codec] override def columns: Columns | Null                           = of.columns
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = convert(of.build(from, row, first))

private[codec] final class OptionReader(of: Codec[?]) extends Reader:
  private val reader      = Reader.of(of)
  private val own         = Once[Columns | Null](null)(Columns.optional(of.columns))
  def minSize: Int        = 1
  override val items: Int = 1 + reader.items

  def read(in: In): Any =
    val tag = in.readByte()
    if tag == 0 then None
    else if tag == 1 then Some(reader.read(in))
    else Malformed.badChoice(in, "an Option")

  override def field(in: In, header: HeaderBits, at: Int): Any =
    if header(at) != 0 then Some(if reader.items > 0 then reader.field(in, header, at + 1) else reader.read(in))
    else
      var item = at + reader.items
      while item > at do
        if header(item) != 0 then Malformed.badAbsent(in)
        item -= 1
      None

  private[codec] override def columns: Columns | Null                           = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any =
    if from.bit(first, row) then Some(of.build(from, row, first + 1)) else None

private[codec] final class EitherReader(left: Codec[?], right: Codec[?]) extends Reader:
  private val own         = Once[Columns | Null](null)(Columns.either(left.columns, right.columns))
  private val leftWidth   = concurrent.Once(left.columns.nn.all.length)
  def minSize: Int        = 1
  override def items: Int = 1

  def read(in: In): Any =
    val tag = in.readByte()
    if tag == 0 then Left(left.read(in))
    else if tag == 1 then Right(right.read(in))
    else Malformed.badChoice(in, "an Either")

  override def field(in: In, header: HeaderBits, at: Int): Any =
    if header(at) != 0 then Right(right.read(in)) else Left(left.read(in))

  private[codec] override def columns: Columns | Null                           = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any =
    val place = from.place(first, row)
    if from.bit(first, row) then Right(right.build(from, place, first + 1 + leftWidth()))
    else Left(left.build(from, place, first + 1))

/** Placeholder for a missing reader, while only the reasons are collected. */
private[codec] object Unreadable extends Reader:
  def minSize: Int      = 0
  def read(in: In): Any = in.fail("there is no plan for these data")
