package brine.pekko.serialization

import brine.codec.{In, Out}

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

  /** Where the tagged message begins: at the first byte, or after a schema.
    *
    * @throws brine.codec.DecodeError
    *   if the bytes have none of the forms
    */
  def tagged(bytes: Array[Byte]): Int =
    if bytes.length > 0 && bytes(0) == Tagged then 0 // most messages: nothing to look at
    else
      val in     = In(bytes)
      val length = described(in)
      in.offset + length

  /** The canonical bytes of the schema in a message, or null if it has none.
    *
    * @throws brine.codec.DecodeError
    *   if the bytes have none of the forms
    */
  def schema(bytes: Array[Byte]): Array[Byte] | Null =
    if tagged(bytes) == 0 then null
    else
      val in        = In(bytes)
      val canonical = new Array[Byte](described(in))
      in.readBytes(canonical, 0, canonical.length)
      canonical

  /** Reads up to the schema, and returns its length. */
  private def described(in: In): Int = in.readByte() match
    case Described =>
      val length = in.readUnsignedInt()
      if length < 0 || length > MostSchemaBytes then
        in.fail(s"a schema of ${Integer.toUnsignedString(length)} bytes; at most $MostSchemaBytes are allowed")
      if length > in.remaining then in.fail(s"a schema of $length bytes, but ${in.remaining} are left")
      length
    case other => in.fail(s"the first byte is $other, which a later release of Brine may write: here it is 0 or 1")
