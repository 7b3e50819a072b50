package brine.codec

import munit.{Assertions, Location}

/** What suites of codecs check: exact bytes, round trips, refusals. */
trait CodecChecks extends Assertions:

  def hex(bytes: Array[Byte]): String = bytes.map(byte => f"${byte & 0xff}%02x").mkString(" ")

  /** The bytes of hexadecimal text; spaces do not count. */
  def bytes(text: String): Array[Byte] =
    text.filterNot(_.isWhitespace).grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  def written[A](value: A)(using codec: Codec[A]): Array[Byte] =
    val out = Out()
    codec.write(out, value)
    out.toArray

  /** Reads a whole message, or says why it cannot be read; any other exception than a `DecodeError` fails the test. */
  def decoded[A](message: Array[Byte], limits: Limits = Limits.defaults)(using
      codec: Codec[A]
  ): Either[DecodeError, A] =
    val in = In(message, 0, message.length, limits)
    try
      val value = codec.read(in)
      in.expectEnd()
      Right(value)
    catch case error: DecodeError => Left(error)

  /** The value has these bytes, comes back from them, and does not from any part of them. */
  def pinned[A](value: A, expected: String)(using Codec[A], Location): Unit =
    assertEquals(hex(written(value)), expected)
    returns(value)

  /** The value comes back from its bytes, and from no prefix of them. */
  def returns[A](value: A)(using codec: Codec[A], location: Location): Unit =
    val message = written(value)
    assertEquals(decoded[A](message), Right(value))
    assert(message.length >= codec.minSize, s"${message.length} bytes, but minSize is ${codec.minSize}")
    // All of a short message, a sample of a long one.
    val step = math.max(1, message.length / 64)
    for length <- 0 until message.length by step do
      decoded[A](message.take(length)) match
        case Left(error)  => assert(error.offset <= length, s"offset ${error.offset} in $length bytes")
        case Right(value) => fail(s"the first $length of ${message.length} bytes were read as $value")

  /** The bytes are no value of the type, for this reason, at this offset. */
  def refused[A](message: String, reason: String, offset: Int)(using Codec[A], Location): Unit =
    decoded[A](bytes(message)) match
      case Left(error) =>
        assert(error.problem.contains(reason), s"'${error.problem}' does not say '$reason'")
        assertEquals(error.offset, offset)
      case Right(value) => fail(s"read as $value")

  /** The value has no bytes, for this reason. */
  def unwritable[A](value: A, reason: String, limits: Limits = Limits.defaults)(using
      codec: Codec[A],
      location: Location
  ): Unit =
    val error = intercept[EncodeError](codec.write(Out(limits), value))
    assert(error.problem.contains(reason), s"'${error.problem}' does not say '$reason'")
