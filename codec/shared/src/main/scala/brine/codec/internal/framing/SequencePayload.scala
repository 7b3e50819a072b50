package brine.codec.internal.framing

import brine.codec.{Codec, Limits, Out}

/** The payload of a block that is one sequence: section 12 of the format.
  *
  * @param bytes
  *   the payload
  * @param start
  *   index of the first byte of the sequence
  * @param messages
  *   number of messages
  * @param joined
  *   number of elements of nested sequences that share columns
  */
private[codec] final class SequencePayload(val bytes: Array[Byte], start: Int, messages: Int, joined: Long):
  /** Whether the sequence is packed or in columns. */
  def isLayout1: Boolean = (bytes(start) & 1) != 0

  /** Bytes of memory that a reader charges for the messages, but not for them one by one.
    *
    * @param stored
    *   bytes of the block in the container, compressed if it is
    */
  def charged(stored: Int, limits: Limits): Long =
    ContainerFormat.Element * (messages + joined) +
      ContainerFormat.chargeForMessages(messages, bytes.length - start, stored, limits)

private[codec] object SequencePayload:
  /** Writes what precedes the sequence. */
  def begin(out: Out, codec: Codec[?]): Unit =
    out.writeUnsignedInt(0)
    ContainerFormat.writeSchema(out, codec.schema)
