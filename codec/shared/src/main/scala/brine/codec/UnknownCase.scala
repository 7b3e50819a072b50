package brine.codec

import brine.codec.Schema.{Definition, Type}
import brine.codec.internal.codecs.HandWritten
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.AnythingWriter
import brine.codec.internal.framing.Envelope
import brine.codec.internal.schema.{SchemaLayout, SchemaLinker}

/** A value of a case that this program does not know, kept as bytes. A case marked [[fallback]] holds it.
  *
  * Encoding it again also writes its schema, so a program that knows the case decodes it as that case. Immutable. Two
  * are equal if name, schema and bytes are equal.
  *
  * @param name
  *   name of the case
  * @param schema
  *   schema of a sum that has only this case
  */
final class UnknownCase private (val name: String, val schema: Schema, private val bytes: Array[Byte]):

  /** The bare bytes of the value, laid out as [[schema]] says. */
  def toArray: Array[Byte] = bytes.clone

  /** Reads the value with a plan, within what remains of the enclosing message's limits. */
  private[codec] def readBy(outer: In, plan: Codec[?]): Any =
    outer.within(bytes): in =>
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
  /** The name of the format in schemas. */
  private[codec] final val Name = "brine.UnknownCase"

  /** Writes the schema and the bytes, each preceded by its length. */
  implicit def codec: Codec[UnknownCase] = Own.codec

  private object Own:
    val codec: Codec[UnknownCase] = HandWritten(Name, 2, write, read)

  private def write(out: Out, value: UnknownCase): Unit =
    if value == null then Out.refuseNull("UnknownCase")
    block(out, value.schema.canonical)
    block(out, value.bytes)

  private def block(out: Out, bytes: Array[Byte]): Unit =
    out.writeUnsignedInt(bytes.length)
    out.writeBytes(bytes, 0, bytes.length)

  private def read(in: In): UnknownCase =
    val at     = in.position
    val schema = Schema.fromCanonical(block(in, Envelope.SchemaStorage)) match
      case Right(schema) => schema
      case Left(error)   => in.failAt(at, s"an unknown case without a schema: ${error.problem}")
    (schema.root, schema.definitions.headOption) match
      case (Type.Named(0), Some(Definition.Sum(_, cases))) if cases.sizeIs == 1 =>
        new UnknownCase(cases.head.name, schema, block(in, 1))
      case _ => in.failAt(at, "an unknown case whose schema is not of one case")

  // The value keeps its schema.
  private def block(in: In, storage: Long): Array[Byte] =
    val length = in.readUnsignedInt()
    val start  = in.take(length)
    in.charge(storage * length)
    java.util.Arrays.copyOfRange(in.array, start, start + length)

  /** Keeps values of an unknown case while they are read. */
  private[codec] final class Kept private[codec] (layout: SchemaLayout, sum: String, of: Schema.Case):
    // Created for the first value, since many unknown cases never occur. Concurrent threads create equal ones.
    @volatile private var schema: Schema | Null = null

    private def schemaOf(in: In): Schema =
      val known = schema
      if known != null then known
      else
        val made = SchemaLinker.reachable(layout.schema, sum, of)
        in.charge(Envelope.SchemaStorage * made.canonical.length)
        schema = made
        made

    /** The unknown case without fields. */
    private[codec] def empty: UnknownCase = withoutFields()

    private val withoutFields =
      Once(new UnknownCase(of.name, SchemaLinker.reachable(layout.schema, sum, of), Array.emptyByteArray))

    /** The unknown case with these fields. */
    private[codec] def of(in: In, fields: Array[AnyRef]): UnknownCase =
      val own = schemaOf(in)
      // Uses the writer's definition numbers, which the fields were read with.
      val bytes = BufferPool.default.use { out =>
        new AnythingWriter(layout, in).message(out, of.fields, fields)
        out.toArray
      }
      new UnknownCase(of.name, own, bytes)
