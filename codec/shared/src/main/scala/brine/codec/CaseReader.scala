package brine.codec

import brine.codec.Schema.{Definition, Type}
import brine.codec.internal.schema.SchemaLayout

import scala.annotation.tailrec

/** Tells which case encoded values are, by their schema and their first bytes. It decodes nothing and needs no class of
  * the program that wrote them.
  *
  * {{{
  * schema.cases.name(Codec.encodeBare[SiteEvent](PageAdded("/home", 100))) // Some("PageAdded")
  * }}}
  *
  * The case of a value is
  *
  *   - of an enum or a sealed type: the case class or single value, also where a sealed type is among the cases
  *   - of another case class: the class itself, also of a class of one field
  *   - of a primitive, such as a string: the name of its [[Schema.Kind]]
  *   - of a hand-written codec: the name of its format
  *
  * Options, tuples and collections have no case. Neither have bytes that are not a value of the schema, as far as the
  * first bytes show it. The names are those of the schema, so they are the ones that the writer's program used.
  * Immutable and safe to share.
  */
final class CaseReader private[codec] (schema: Schema):
  private val place = CaseReader.placeOf(schema.root, 0)

  /** The names of the cases, in the order of the schema; empty if values have no case. */
  val names: Vector[String] = place.tpe match
    case Type.Wrapped(name, _, _) => Vector(name)
    case Type.Primitive(kind)     => Vector(kind.toString)
    case Type.Custom(name)        => Vector(name)
    case Type.Named(index)        =>
      schema.definitions(index) match
        case Definition.Record(name, _) => Vector(name)
        case Definition.Sum(_, cases)   => cases.map(_.name)
    case _ => Vector.empty

  private val options = names.map(Some(_))

  // A tag of this many bits in the first byte; 0 without a tag.
  private val tagBits = if names.size > SchemaLayout.TagLimit then 0 else SchemaLayout.tagBits(names.size)

  /** The number of the case in [[names]]; -1 if there is none. Allocates nothing.
    *
    * @param bytes
    *   contains a bare value
    * @param from
    *   where the value starts
    * @param until
    *   where it ends
    */
  def number(bytes: Array[Byte], from: Int, until: Int): Int =
    val at = from + place.passed
    if names.size <= 1 then names.size - 1
    else if at >= until then -1
    else
      val tag = if tagBits > 0 then bytes(at) & ((1 << tagBits) - 1) else varint(bytes, at, until)
      if tag < names.size then tag else -1

  /** How many bytes of a value [[number]] reads at most, from its start on. */
  private[brine] def mostRead: Int = place.passed + CaseReader.MostTag

  /** The name of the case of a bare value. */
  def name(bytes: Array[Byte]): Option[String] = name(bytes, 0, bytes.length)

  /** The name of the case of the bare value between two places. */
  def name(bytes: Array[Byte], from: Int, until: Int): Option[String] =
    val found = number(bytes, from, until)
    if found < 0 then None else options(found)

  // -1 if it does not end, or has more than 32 bits.
  private def varint(bytes: Array[Byte], from: Int, until: Int): Int =
    var value = 0L
    var at    = from
    var shift = 0
    while at < until && shift < 35 && bytes(at) < 0 do
      value |= (bytes(at) & 0x7fL) << shift
      shift += 7
      at += 1
    if at == until || shift == 35 then -1
    else
      value |= (bytes(at) & 0x7fL) << shift
      if value > Int.MaxValue then -1 else value.toInt

private object CaseReader:
  // Five bytes have more than the 32 bits of a tag.
  private inline val MostTag = 5

  /** The type that says the case, and the number of bytes before it. */
  private final class Place(val tpe: Type, val passed: Int)

  @tailrec
  private def placeOf(tpe: Type, passed: Int): Place = tpe match
    case Type.Boxed(of)    => placeOf(of, passed)
    case Type.Repeated(of) => placeOf(of, passed)
    // What is shared comes first as a whole, after a byte that says so.
    case Type.Shared(of) => placeOf(of, passed + 1)
    case other           => Place(other, passed)
