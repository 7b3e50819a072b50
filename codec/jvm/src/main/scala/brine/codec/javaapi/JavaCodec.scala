package brine.codec.javaapi

import brine.codec.internal.Envelope
import brine.codec.{Codec, DecodeError, EncodeError, In, Limits, MessageOptions, Out}

import java.nio.ByteBuffer
import java.util.function.{BiConsumer, Function}
import scala.util.control.NonFatal

/** A codec for programs in Java: the same values and the same bytes as `brine.codec.Codec`.
  *
  * {{{
  * JavaCodec<Reading> codec = JavaCodec.of(Reading.codec());
  * byte[] bytes = codec.encode(reading);
  * Reading back = codec.decode(bytes); // throws DecodeError
  * }}}
  *
  * Immutable and safe to share between threads. `encode` makes standalone messages, which start with a marker and the
  * fingerprint of the schema; `encodeBare` values alone, for two ends of the same build.
  */
final class JavaCodec[A] private (underlying: Codec[A], options: MessageOptions, limits: Limits):

  /** The codec itself, to be used in Scala or as a part of another one. */
  def codec: Codec[A] = underlying

  /** The fingerprint of the schema: what a standalone message of this type carries. */
  def fingerprint: Long = underlying.fingerprint

  /** The schema in a form for people. */
  def schema: String = underlying.schema.toString

  /** The same codec, with or without a dictionary: strings and UUIDs that occur again in a message are then references. A reader of
    * standalone messages sees which it is; one of bare bytes has to be set like the writer.
    */
  def withDictionary(dictionary: Boolean): JavaCodec[A] =
    new JavaCodec(underlying, options.copy(dictionary = dictionary), limits)

  /** The same codec, within other limits than the default ones; see [[LimitsBuilder]]. */
  def withLimits(limits: Limits): JavaCodec[A] = new JavaCodec(underlying, options, limits)

  /** A codec of values that correspond one to one to these; their bytes are the same. It keeps the dictionary and the limits.
    *
    * @param to
    *   may throw an `IllegalArgumentException` to refuse a value; decoding turns it into a `DecodeError`
    */
  def imap[B](to: Function[? >: A, ? <: B], from: Function[? >: B, ? <: A]): JavaCodec[B] =
    new JavaCodec(underlying.imap[B](value => to(value))(value => from(value)), options, limits)

  /** A standalone message.
    *
    * @throws IllegalArgumentException
    *   if the value holds a null, or more than a reader would take; the cause is the `EncodeError`
    */
  def encode(value: A): Array[Byte] = bytes(value, standalone = true)

  /** The value alone, for two ends of the same build.
    *
    * @throws IllegalArgumentException
    *   if the value holds a null, or more than a reader would take; the cause is the `EncodeError`
    */
  def encodeBare(value: A): Array[Byte] = bytes(value, standalone = false)

  /** Puts a standalone message into a buffer, at its position, which is after it then.
    *
    * @throws java.nio.BufferOverflowException
    *   if there is not enough room; nothing is written then
    */
  def encode(value: A, buffer: ByteBuffer): Unit =
    buffer.put(encode(value)): Unit

  /** Puts the value alone into a buffer, at its position, which is after it then.
    *
    * @throws java.nio.BufferOverflowException
    *   if there is not enough room; nothing is written then
    */
  def encodeBare(value: A, buffer: ByteBuffer): Unit =
    buffer.put(encodeBare(value)): Unit

  /** The value of a standalone message.
    *
    * @throws brine.codec.DecodeError
    *   if the bytes are none of this type; it says what is wrong, at which offset and in which part of the value
    */
  @throws[DecodeError]
  def decode(bytes: Array[Byte]): A = tryDecode(bytes).orElseThrow()

  /** The value of the standalone message between a buffer's position and its limit, neither of which moves. */
  @throws[DecodeError]
  def decode(buffer: ByteBuffer): A = tryDecode(buffer).orElseThrow()

  /** The value of bare bytes. */
  @throws[DecodeError]
  def decodeBare(bytes: Array[Byte]): A = tryDecodeBare(bytes).orElseThrow()

  /** The value of the bare bytes between a buffer's position and its limit, neither of which moves. */
  @throws[DecodeError]
  def decodeBare(buffer: ByteBuffer): A = tryDecodeBare(buffer).orElseThrow()

  /** The value of a standalone message, or why there is none. */
  def tryDecode(bytes: Array[Byte]): DecodeResult[A] =
    // Readers with the default limits are kept and used again.
    if limits eq Limits.default then result(Codec.decode(bytes)(using underlying))
    else result(Codec.decode(bytes, limits)(using underlying))

  /** The value of the standalone message between a buffer's position and its limit, neither of which moves, or why there is none. */
  def tryDecode(buffer: ByteBuffer): DecodeResult[A] =
    if limits eq Limits.default then result(Codec.decode(buffer)(using underlying))
    else
      val message = new Array[Byte](buffer.remaining)
      buffer.duplicate.get(message)
      tryDecode(message)

  /** The value of bare bytes, or why there is none. */
  def tryDecodeBare(bytes: Array[Byte]): DecodeResult[A] = bare(In(bytes, 0, bytes.length, limits))

  /** The value of the bare bytes between a buffer's position and its limit, neither of which moves, or why there is none. */
  def tryDecodeBare(buffer: ByteBuffer): DecodeResult[A] = bare(In(buffer, limits))

  private def bytes(value: A, standalone: Boolean): Array[Byte] =
    try
      if !(limits eq Limits.default) then
        val out = Out(limits)
        if standalone then Envelope.write(out, underlying.fingerprint, options)
        Codec.write(underlying, out, value, options)
        out.toArray
      else if standalone then Codec.encode(value, options)(using underlying)
      else Codec.encodeBare(value, options)(using underlying)
    // In Java a checked exception that no method declares cannot be caught by its name.
    catch case error: EncodeError => throw IllegalArgumentException(error.getMessage, error)

  private def bare(in: In): DecodeResult[A] =
    try
      if options.dictionary then in.useDictionary()
      val value = underlying.read(in)
      in.expectEnd()
      DecodeResult.Value(value)
    catch
      case error: DecodeError => DecodeResult.Failure(error)
      // What a constructor or a function given to imap throws: the bytes were not a value of the type after all.
      case NonFatal(error)           => DecodeResult.Failure(in.refused(error))
      case error: StackOverflowError => DecodeResult.Failure(in.refused(error))

  private def result(decoded: Either[DecodeError, A]): DecodeResult[A] =
    decoded.fold(DecodeResult.Failure(_), DecodeResult.Value(_))

object JavaCodec:
  /** The codec of a type that has one in Scala. */
  def of[A](codec: Codec[A]): JavaCodec[A] = new JavaCodec(codec, MessageOptions.default, Limits.default)

  /** A codec written by hand.
    *
    * @param name
    *   names the bytes' format in the schema; change it when the format changes
    * @param minSize
    *   the fewest bytes a value takes, 0 or more; collections are refused that cannot fit into what is left of a message
    * @param write
    *   writes a value
    * @param read
    *   reads exactly what was written
    */
  def of[A](
      name: String,
      minSize: Int,
      write: BiConsumer[? >: Out, ? >: A],
      read: Function[? >: In, ? <: A]
  ): JavaCodec[A] =
    of(Codec.of[A](name, minSize)((out, value) => write.accept(out, value))(in => read(in)))
