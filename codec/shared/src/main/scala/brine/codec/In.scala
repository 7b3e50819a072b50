package brine.codec

import brine.codec.internal.bytes.Memory
import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.messages.{InputBytes, InputSizes}
import brine.codec.internal.numbers.{Numbers, Times, Uuids}
import brine.codec.internal.text.ReadStrings

import java.nio.ByteBuffer
import java.time.{Duration, Instant}
import java.util.UUID

/** Reads values from a byte array, with a position.
  *
  * {{{
  * val in = In(bytes)
  * val number = in.readInt()
  * val text = in.readString()
  * in.expectEnd()
  * }}}
  *
  * Input is not trusted: for any bytes, a read returns a value or throws a [[DecodeError]] that gives the offset.
  * Memory and time are bounded by the size of the message and the [[Limits]]. The array is not copied and must not
  * change while you read it. Not safe for use by several threads at once.
  *
  * Every read throws a `DecodeError` if the message ends inside the value, or if a number takes more bytes than it
  * needs. After an error the position is unspecified: [[reset]] before you read on. Unless its documentation says
  * otherwise, a read takes constant time and allocates nothing but its result.
  */
final class In private (allowed: Limits) extends InputSizes(allowed):
  /** Scratch registers for rows of these columns, in use until [[giveBack]]. Each column gets its room when it is read,
    * so that a short message that claims many rows takes little memory.
    */
  private[codec] override def registers(columns: Columns, rows: Int): Registers =
    val registers = super.registers(columns, 0)
    registers.in = this
    registers

  // Elements of the lists being read, see Collect.
  private[codec] var waiting: Array[AnyRef] = In.NothingWaits
  private[codec] var waitingTop: Int        = 0

  // --- the message ---------------------------------------------------------------------------

  /** Starts to read another message: `length` bytes of `bytes`, starting at index `from`.
    *
    * @throws IndexOutOfBoundsException
    *   if the array does not contain that range
    */
  def reset(bytes: Array[Byte], from: Int, length: Int): Unit =
    beginBytes(bytes, from, length)
    beginTexts()
    beginLimits(length)
    beginReferences()
    if waitingTop != 0 then forgetWaiting()

  /** Drops the reference to the message and any large scratch memory. */
  private[codec] def release(): Unit =
    reset(InputBytes.NoBytes, 0, 0)
    if waiting.length > In.MostWaiting then waiting = In.NothingWaits
    releaseTexts()

  // A failed message leaves elements behind; clear them, so that they can be garbage-collected.
  private def forgetWaiting(): Unit =
    java.util.Arrays.fill(waiting, null)
    waitingTop = 0

  /** Reads a message nested in this one, within what remains of this message's limits. */
  private[codec] def within[A](bytes: Array[Byte])(read: In => A): A =
    enter()
    val inner = In(bytes, 0, bytes.length, limits)
    lendTo(inner)
    val value =
      try read(inner)
      catch case error: DecodeError => throw error.at(offset)
    resumeAfter(inner)
    leave()
    value

  // --- values --------------------------------------------------------------------------------

  /** Reads a UUID: 16 bytes, highest byte first. With a dictionary it takes 16 or 17 bytes in another order, or is a
    * reference of 1 or 2 bytes to an earlier one, which is then returned itself.
    *
    * @throws DecodeError
    *   if a reference leads to no UUID
    */
  def readUuid(): UUID =
    if dictionary == null then
      val at = take(16)
      new UUID(Memory.getLongBigEndian(array, at), Memory.getLongBigEndian(array, at + 8))
    else Uuids.read(this, dictionary.nn)

  /** Reads an integer of any size that [[Out.writeBigInt]] wrote. Takes time and memory in proportion to its bytes;
    * more than 8 bytes are charged to the allocation budget.
    *
    * @throws DecodeError
    *   if it has more bytes than [[Limits.bigIntBytes]] (1 KiB unless set)
    */
  def readBigInt(): BigInt = BigInt(Numbers.readBigInteger(this))

  /** Reads a decimal that [[Out.writeBigDecimal]] wrote, with its scale: 1.5 and 1.50 stay different. Costs what
    * [[readBigInt]] costs for its digits.
    *
    * @throws DecodeError
    *   if its digits have more bytes than [[Limits.bigIntBytes]], or its scale is not between plus and minus
    *   [[Limits.bigDecimalScale]] (6,178 unless set)
    */
  def readBigDecimal(): BigDecimal = BigDecimal(Numbers.readBigDecimal(this))

  /** Reads a point in time that [[Out.writeInstant]] wrote, to the nanosecond. It is stored as the difference to the
    * instant read before, so read all instants of a message in the order in which they were written.
    *
    * @throws DecodeError
    *   if it is not between `Instant.MIN` and `Instant.MAX`
    */
  def readInstant(): Instant = Times.readInstant(this)

  /** Reads a duration that [[Out.writeDuration]] wrote, to the nanosecond; any `Duration`, also a negative one, may
    * occur.
    */
  def readDuration(): Duration = Times.readDuration(this)

  /** Reads a string in any of its forms: any sequence of UTF-16 code units, also with lone surrogates. Takes time and
    * memory in proportion to its length. With a dictionary, it may be a reference of 1 or 2 bytes to an earlier string,
    * which is then returned itself, in constant time.
    *
    * @throws DecodeError
    *   if the bytes are not of the form they claim, such as malformed UTF-8, or if a reference leads to no string
    */
  def readString(): String =
    if dictionary == null then ReadStrings.read(this) else ReadStrings.read(this, dictionary.nn)

object In:
  private val NothingWaits = new Array[AnyRef](0)

  /** A pooled `In` keeps its array of waiting elements up to this length. */
  private inline val MostWaiting = 4096

  /** Reads a whole array within the default limits. */
  def apply(bytes: Array[Byte]): In = apply(bytes, 0, bytes.length, Limits.defaults)

  /** Reads `length` bytes of an array, starting at index `from`, within the default limits. */
  def apply(bytes: Array[Byte], from: Int, length: Int): In = apply(bytes, from, length, Limits.defaults)

  /** Reads `length` bytes of an array, starting at index `from`, within `limits`.
    *
    * @throws IndexOutOfBoundsException
    *   if the array does not contain that range
    */
  def apply(bytes: Array[Byte], from: Int, length: Int, limits: Limits): In =
    val in = new In(limits)
    in.reset(bytes, from, length)
    in

  /** Reads the bytes from a buffer's position to its limit and changes neither. A buffer without an accessible array,
    * such as a direct buffer, is copied first.
    */
  def apply(buffer: ByteBuffer): In = apply(buffer, Limits.defaults)

  /** Reads a buffer within `limits`. */
  def apply(buffer: ByteBuffer, limits: Limits): In =
    if buffer.hasArray then apply(buffer.array, buffer.arrayOffset + buffer.position(), buffer.remaining, limits)
    else
      val bytes = new Array[Byte](buffer.remaining)
      buffer.duplicate().get(bytes)
      apply(bytes, 0, bytes.length, limits)
