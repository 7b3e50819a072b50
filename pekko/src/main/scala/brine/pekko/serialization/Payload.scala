package brine.pekko.serialization

import brine.codec.{In, Out}
import java.nio.ByteBuffer

/** The bytes of a message, after its manifest. Its first byte says which form it has.
  *
  * {{{
  * 01  the value                                a tagged message with the number 1
  * 00  length  schema  01  the value            the same, after the canonical bytes of its schema and their length
  * }}}
  *
  * The form is here and not in the manifest, because Pekko asks for the two one after the other, and the form may
  * change between.
  */
private[pekko] object Payload:
  final val Described = 0
  final val Tagged    = 1

  /** Longest schema that a message may contain, in bytes. */
  final val MostSchemaBytes = 1 << 18

  /** What precedes the tagged message in the described form. */
  def description(canonical: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(Described)
    out.writeUnsignedInt(canonical.length)
    out.writeBytes(canonical, 0, canonical.length)
    out.toArray

  /** The table of `SchemaIds` that has this schema for the one number of messages. */
  def table(canonical: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(1)
    out.writeUnsignedInt(Tagged)
    out.writeUnsignedInt(canonical.length)
    out.writeBytes(canonical, 0, canonical.length)
    out.toArray

  /** Where the tagged message is, and the schema before it, if there is one.
    *
    * @throws brine.codec.DecodeError
    *   if the bytes have none of the forms
    */
  def split(bytes: Array[Byte]): (Array[Byte] | Null, ByteBuffer) =
    val in = In(bytes)
    in.readByte() match
      case Tagged    => (null, ByteBuffer.wrap(bytes))
      case Described =>
        val length = in.readUnsignedInt()
        if length < 0 || length > MostSchemaBytes then
          in.fail(s"a schema of ${Integer.toUnsignedString(length)} bytes; at most $MostSchemaBytes are allowed")
        if length > in.remaining then in.fail(s"a schema of $length bytes, but ${in.remaining} are left")
        val canonical = new Array[Byte](length)
        in.readBytes(canonical, 0, length)
        (canonical, ByteBuffer.wrap(bytes, in.offset, in.remaining))
      case other => in.fail(s"the first byte is $other, which a later release of Brine may write: here it is 0 or 1")
