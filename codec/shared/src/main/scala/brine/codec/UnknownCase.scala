package brine.codec

import brine.codec.Schema.{Definition, Type}
import brine.codec.internal.evolution.AnythingWriter
import brine.codec.internal.{HandWritten, SchemaLinker}

/** A case of an enum or sealed trait that this program does not know, kept whole: what a case marked by [[fallback]] holds.
  *
  * Written again it brings its schema along, so that a program that knows the case reads it as such. Immutable. Equal to one of the same
  * name, schema and bytes.
  *
  * @param name
  *   the name of the case
  * @param schema
  *   of a sum of only this case
  */
final class UnknownCase private (val name: String, val schema: Schema, private val bytes: Array[Byte]):

  /** The bare bytes of the value, by [[schema]]. */
  def toArray: Array[Byte] = bytes.clone

  private[codec] def readBy(plan: Codec[?]): Any =
    val in    = In(bytes)
    val value = plan.read(in)
    in.expectEnd()
    value

  override def equals(other: Any): Boolean = other match
    case that: UnknownCase =>
      name == that.name && schema == that.schema && java.util.Arrays.equals(bytes, that.bytes)
    case _ => false

  override def hashCode: Int = 31 * name.hashCode + java.util.Arrays.hashCode(bytes)

  override def toString: String = s"UnknownCase($name, ${bytes.length} bytes)"

object UnknownCase:
  /** What the schema calls the format. */
  private[codec] final val Name = "brine.UnknownCase"

  /** The schema and the bytes, each with its length in front. */
  given codec: Codec[UnknownCase] = HandWritten(Name, 2, write, read)

  private def write(out: Out, value: UnknownCase): Unit =
    if value == null then Out.refuseNull("UnknownCase")
    block(out, value.schema.canonical)
    block(out, value.bytes)

  private def block(out: Out, bytes: Array[Byte]): Unit =
    out.writeUnsignedInt(bytes.length)
    out.writeBytes(bytes, 0, bytes.length)

  private def read(in: In): UnknownCase =
    val at     = in.position
    val schema = Schema.fromCanonical(block(in)) match
      case Right(schema) => schema
      case Left(error)   => in.failAt(at, s"an unknown case without a schema: ${error.problem}")
    (schema.root, schema.definitions.headOption) match
      case (Type.Named(0), Some(Definition.Sum(_, cases))) if cases.sizeIs == 1 =>
        new UnknownCase(cases.head.name, schema, block(in))
      case _ => in.failAt(at, "an unknown case whose schema is not of one case")

  private def block(in: In): Array[Byte] =
    val length = in.readUnsignedInt()
    val start  = in.take(length)
    java.util.Arrays.copyOfRange(in.array, start, start + length)

  /** How values of a case that is not known here are kept, once it is read. */
  private[codec] final class Kept private[codec] (written: Schema, sum: String, of: Schema.Case):
    private val schema = SchemaLinker.canonical(
      Type.Named(written.definitions.size),
      written.definitions :+ Definition.Sum(sum, Vector(of))
    )
    // By the writer's own numbers of definitions, which the fields were read with.
    private val writer = AnythingWriter(written)

    private[codec] def of(fields: Array[AnyRef]): UnknownCase =
      val out = Out()
      writer.record(out, of.fields, fields, 0, 0)
      new UnknownCase(of.name, schema, out.toArray)
