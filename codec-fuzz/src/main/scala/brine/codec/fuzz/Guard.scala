package brine.codec.fuzz

import brine.codec.testkit.internal.Allocation
import brine.codec.{Codec, DecodeError, Limits, MessageOptions, Same, Schema}

/** Checks what Brine promises for hostile input. Decoding gives a value or a [[DecodeError]], and its memory is a
  * bounded multiple of the input's size. A decoded value can be encoded and decoded again to an equal one.
  */
private[fuzz] object Guard:
  /** Bytes of memory that decoding may allocate per byte of input. A byte may stand for an object of a few words, and
    * decoding creates short-lived garbage.
    */
  val Factor = 512L

  /** Bytes of memory that decoding any input may allocate: what the limits always allow, and what the instrumentation
    * needs.
    */
  val Base: Long = 8L << 20

  /** Limits strict enough that uncounted memory shows even for inputs of a few bytes. */
  val Strict: Limits   = Limits(allocationBase = 4096, emptyElements = 64, workBase = 1 << 16)
  val StrictBase: Long = 1L << 20

  /** Decodes `size` bytes of input; `None` if they are refused. */
  def decoded[A](what: String, size: Long, base: Long = Base)(decode: => Either[DecodeError, A]): Option[A] =
    val allowed        = base + Factor * size
    val (result, used) =
      try Allocation.of(decode)
      catch
        case error: Throwable => throw Finding(s"$what: $error was thrown", error)
    // Measure again, because the first run loads classes and fills caches.
    if used > allowed then
      val (_, again) = Allocation.of(decode)
      if again > allowed then throw Finding(s"$what: $again bytes of memory for $size bytes; $allowed are allowed")
    result match
      case Right(value) => Some(value)
      case Left(error)  =>
        check(what, error)
        None

  /** Decodes input that must be valid. */
  def sound[A](what: String, size: Long)(decode: => Either[DecodeError, A]): A =
    decoded(what, size)(decode).getOrElse {
      throw Finding(s"$what that was written cannot be read: ${decode.left.map(_.getMessage)}")
    }

  private def check(what: String, error: DecodeError): Unit =
    if error.offset < 0 then throw Finding(s"$what: the error is at ${error.offset}: ${error.getMessage}")
    if error.problem.isEmpty || error.getMessage.length > LongestMessage then
      throw Finding(s"$what: a message of ${error.getMessage.length} characters: ${error.getMessage.take(200)}")

  /** The longest error message that is acceptable, in characters, including its path. */
  private val LongestMessage = 1 << 14

  /** Decodes bare bytes with default options, strict limits and a dictionary. */
  def bare[A](what: String, input: Array[Byte])(using codec: Codec[A]): Unit =
    decoded(what, input.length)(Codec.decodeBare[A](input)).foreach(survives(what, _, MessageOptions.defaults))
    decoded(s"$what, strictly", input.length, StrictBase)(Codec.decodeBare[A](input, Strict)): Unit
    val options = MessageOptions.withDictionary
    decoded(s"$what, dictionary", input.length)(Codec.decodeBare[A](input, options))
      .foreach(survives(s"$what, dictionary", _, options))

  /** Checks that a decoded value can be encoded and decoded again to an equal one. */
  def survives[A](what: String, value: A, options: MessageOptions)(using codec: Codec[A]): Unit =
    val bytes =
      try Codec.encodeBare(value, options)
      catch case error: Throwable => throw Finding(s"$what: a value was read that cannot be written: $error", error)
    Codec.decodeBare[A](bytes, options) match
      case Left(error)  => throw Finding(s"$what: a value was read that cannot be read again: ${error.getMessage}")
      case Right(again) =>
        val same = java.util.Arrays.equals(Codec.encodeBare(again, options), bytes) || Same(value, again)
        if !same then throw Finding(s"$what: a value was read that reads back as another one")

  /** Decodes bytes that were written with another schema. */
  def evolved[A](what: String, written: Schema, size: Long, input: Array[Byte])(using codec: Codec[A]): Unit =
    List(MessageOptions.defaults, MessageOptions.withDictionary).foreach: options =>
      decoded(what, size)(Codec.decodeBare[A](input, written, options))
        .foreach(survives(what, _, MessageOptions.defaults))
