package brine.codec.internal.framing

import brine.codec.internal.bytes.Memory
import brine.codec.internal.matching.Incompatible
import brine.codec.{Codec, In, MessageOptions, Out, Schema, Schemas}

/** The envelope of a standalone message: a marker byte and the big-endian fingerprint of the schema. The marker also
  * indicates whether the value is written with a dictionary.
  */
private[codec] object Envelope:
  final val Marker           = 0xb5
  final val DictionaryMarker = 0xb6

  def write(out: Out, fingerprint: Long, options: MessageOptions): Unit =
    val start = out.ensure(9)
    out.array(start) = (if options.dictionary then DictionaryMarker else Marker).toByte
    Memory.putLongBigEndian(out.array, start + 1, fingerprint)
    out.position = start + 9

  /** Reads the envelope and returns what reads the value after it: the codec, or its plan for the schema of the
    * message.
    */
  def read[A](in: In, codec: Codec[A], schemas: Schemas): Codec[A] =
    val at     = in.position
    val marker = in.readByte() & 0xff
    if marker != Marker && marker != DictionaryMarker then
      in.failAt(at, "not a standalone message: it starts with another byte than b5 or b6")
    val found  = Memory.getLongBigEndian(in.array, in.take(8))
    val reader = if found == codec.fingerprint then codec else other(in, at + 1, found, codec, schemas)
    if marker == DictionaryMarker then in.useDictionary()
    reader

  private def other[A](in: In, at: Int, found: Long, codec: Codec[A], schemas: Schemas): Codec[A] =
    schemas.find(found) match
      case Some(written) => planned(in, at, written, codec, schemas)
      case None          =>
        in.failAt(
          at,
          f"written with schema $found%016x, but this reader's is ${codec.fingerprint}%016x: another type, " +
            "or another version whose schema is not among the given Schemas"
        )

  /** The plan of a codec for data of another schema, which must be of the same type. */
  def planned[A](in: In, at: Int, written: Schema, codec: Codec[A], schemas: Schemas): Codec[A] =
    use(in, at, written, codec, codec.plans.of(written, codec, schemas))

  /** The plan of a codec for data of another schema, whatever its name. */
  def planned[A](in: In, at: Int, written: Schema, codec: Codec[A]): Codec[A] =
    use(in, at, written, codec, codec.plans.of(written))

  /** The plan of a codec for data of a schema that the message contains, which must be of the same type. It is charged
    * to the message.
    */
  def plannedWithin[A](in: In, at: Int, written: Schema, codec: Codec[A], schemas: Schemas): Codec[A] =
    use(in, at, written, codec, codec.plans.of(written, codec, schemas, in))

  /** Bytes of memory charged for each byte of a schema. */
  final val SchemaStorage = 32L

  private def use[A](
      in: In,
      at: Int,
      written: Schema,
      codec: Codec[A],
      plan: Either[Incompatible, Codec[?]]
  ): Codec[A] =
    plan match
      case Right(plan)     => plan.asInstanceOf[Codec[A]]
      case Left(different) =>
        in.failAt(
          at,
          f"schema ${written.fingerprint}%016x cannot be read as ${codec.fingerprint}%016x: ${different.getMessage}"
        )
