package brine.codec.internal.messages

import brine.codec.DecodeError
import brine.codec.internal.errors.HexExcerpt

/** The bytes of a message, the position in it, and errors that tell where.
  *
  * `In` is a chain of classes, one for each of its tasks: this one, [[InputNumbers]], [[InputLimits]],
  * [[InputReferences]], [[InputSizes]] and `In` itself. It is the only one that has instances. A read has all fields at
  * hand, as if they were in one class; the members are final, so that no call is dispatched.
  */
private[codec] abstract class InputBytes extends ScratchMemory:
  private[codec] final var array: Array[Byte] = InputBytes.NoBytes

  /** Index of the next byte in [[array]]. */
  private[codec] final var position: Int = 0

  /** Index after the last byte of the message. */
  private[codec] final var end: Int = 0
  private var start: Int            = 0

  /** Starts another message: `length` bytes of `bytes`, starting at index `from`.
    *
    * @throws IndexOutOfBoundsException
    *   if the array does not contain that range
    */
  private[codec] final def beginBytes(bytes: Array[Byte], from: Int, length: Int): Unit =
    if from < 0 || length < 0 || from > bytes.length - length then
      throw new IndexOutOfBoundsException(s"$length bytes from $from in an array of ${bytes.length}")
    array = bytes
    start = from
    position = from
    end = from + length

  /** Number of bytes of the message. */
  private[messages] final def messageSize: Int = end - start

  /** Number of bytes read so far. */
  final def offset: Int = position - start

  /** Number of bytes not read yet. */
  final def remaining: Int = end - position

  /** Checks that all bytes are read.
    *
    * @throws DecodeError
    *   if bytes remain
    */
  final def expectEnd(): Unit = if position != end then fail(s"${end - position} bytes follow the end of the value")

  /** Reads one byte: any value from -128 to 127. */
  final def readByte(): Byte =
    val at = position
    if at >= end then needs(1)
    position = at + 1
    array(at)

  /** Copies the next `length` raw bytes into `bytes`, starting at index `at`. Takes time in proportion to `length`.
    *
    * @throws DecodeError
    *   if fewer bytes remain, or `length` is negative
    * @throws IndexOutOfBoundsException
    *   if `bytes` has no room for them
    */
  final def readBytes(bytes: Array[Byte], at: Int, length: Int): Unit =
    System.arraycopy(array, take(length), bytes, at, length)

  /** Skips `length` bytes and returns the index of the first. */
  private[codec] final def take(length: Int): Int =
    val at = position
    if end - at < length || length < 0 then needs(length)
    position = at + length
    at

  /** Throws a [[DecodeError]] for the next byte. */
  final def fail(problem: String): Nothing = failAt(position, problem)

  /** Throws a [[DecodeError]] for the byte at index `at` of [[array]]. */
  private[codec] final def failAt(at: Int, problem: String): Nothing =
    throw DecodeError(problem, at - start, "", HexExcerpt.around(array, start, end, at))

  /** Converts an exception thrown by the value's own code, or the end of the stack. */
  private[codec] final def refused(error: Throwable): DecodeError =
    val problem =
      if InputBytes.isOfStack(error) then
        "the value and its type nest deeper than the stack of this thread allows: lower Limits.depth, or decode in a " +
          "thread with a larger stack"
      else
        val reason = Option(error.getMessage).filter(_.nonEmpty).getOrElse(error.getClass.getName)
        s"the value's own code refused it: $reason"
    DecodeError(problem, offset, "", HexExcerpt.around(array, start, end, position))

  /** Fails: the message has fewer than `bytes` more bytes. */
  private[messages] final def needs(bytes: Int): Nothing =
    val count = Integer.toUnsignedString(bytes)
    fail(s"the message ends here, but the value needs at least $count more ${if bytes == 1 then "byte" else "bytes"}")

private[codec] object InputBytes:
  /** Whether the stack has ended. */
  private def isOfStack(error: Throwable): Boolean = error match
    // That of the JVM has no message; one that a program throws by itself may say more.
    case error: StackOverflowError => error.getMessage == null
    case other                     =>
      // JavaScript engines have errors of their own for that.
      val text = other.toString
      text.contains("Maximum call stack") || text.contains("too much recursion")

  /** The array while there is no message. */
  val NoBytes: Array[Byte] = new Array[Byte](0)
