package brine.codec.inspect.internal

import brine.codec.Codec
import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.schema.{Kinds, SchemaLayout}

import scala.collection.mutable

/** Computes the fewest bytes a value of a type takes (section 13 of the format). Counts are checked against it before
  * anything else.
  */
private[inspect] final class Least(layout: SchemaLayout, codecs: Map[String, Codec[?]]):
  private val known     = mutable.HashMap.empty[Int, Int]
  private var steps     = 0 // over all questions; the input decides how many there are
  private var isUnknown = false
  private var isCut     = false

  /** The fewest bytes, or [[Least.Unknown]] if a codec is missing or the schema is larger than any program's. */
  def of(tpe: Type): Int =
    isUnknown = false
    val bytes = value(tpe, Set.empty)
    if bytes == 0 && isUnknown then Least.Unknown else bytes

  // A saturating sum.
  private def plus(a: Int, b: Int): Int = math.min(a.toLong + b, Least.Most).toInt

  private def unknown(): Int =
    isUnknown = true
    0

  private def value(tpe: Type, within: Set[Int]): Int = tpe match
    case Type.Primitive(kind)   => Kinds.codec(kind).minSize
    case Type.Tuple(elements)   => elements.foldLeft(0)((sum, of) => plus(sum, value(of, within)))
    case Type.Boxed(of)         => value(of, within)
    case Type.Repeated(of)      => value(of, within)
    case Type.Wrapped(_, _, of) => value(of, within)
    case Type.Custom(name)      => codecs.get(name).fold(unknown())(_.minSize)
    case Type.Named(index)      => known.getOrElse(index, ofDefinition(index, within))
    case _                      => 1

  private def ofDefinition(index: Int, within: Set[Int]): Int =
    steps += 1
    if within(index) then
      isCut = true
      0
    else if steps > Least.MostSteps || within.size > Least.Deepest then unknown()
    else
      val before = isCut
      val unsure = isUnknown
      isCut = false
      isUnknown = false
      val bytes = layout.definition(index) match
        case Definition.Record(_, fields)              => record(fields, 0, within + index)
        case Definition.Sum(_, cases) if cases.isEmpty => 0
        case Definition.Sum(_, cases)                  =>
          val isInHeader = cases.size <= SchemaLayout.TagLimit
          val prefix     = if isInHeader then SchemaLayout.tagBits(cases.size) else 0
          val least      = cases.map(c => record(c.fields, prefix, within + index)).min
          if isInHeader then least else plus(least, 1)
      // A result computed inside a definition that is itself being computed is incomplete.
      if !isCut && !isUnknown then known(index) = bytes
      isCut = before || isCut
      isUnknown = unsure || isUnknown
      bytes

  private def record(fields: Vector[Field], prefix: Int, within: Set[Int]): Int =
    steps += fields.size
    val header = layout.header(fields, prefix)
    val bytes  = header.used.indices.map(header.bytes).sum
    fields.foldLeft(bytes)((sum, field) => plus(sum, body(field.of, within)))

  // The bytes of a field outside the header.
  private def body(tpe: Type, within: Set[Int]): Int = if layout.items(tpe).nonEmpty then 0 else value(tpe, within)

private[inspect] object Least:
  /** The minimum is unknown. */
  inline val Unknown = -1

  private inline val Most      = 1 << 20
  private inline val MostSteps = 1000000
  private inline val Deepest   = 200
