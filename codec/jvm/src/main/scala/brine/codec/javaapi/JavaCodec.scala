package brine.codec.javaapi

import brine.codec.internal.framing.Envelope
import brine.codec.{Codec, DecodeError, EncodeError, In, Limits, MessageOptions, Out}

import java.nio.ByteBuffer
import java.util.function.{BiConsumer, Function}
import scala.util.control.NonFatal

/** A codec for Java programs: the same values and the same bytes as `brine.codec.Codec`.
  *
  * {{{
  * JavaCodec<Reading> codec = JavaCodec.of(Reading.codec());
  * byte[] bytes = codec.encode(reading);
  * Reading back = codec.decode(bytes); // throws DecodeError
  * }}}
  *
  * Immutable and safe to share between threads. `encode` writes standalone messages: a marker, the fingerprint of the
  * schema, and the value. `encodeBare` writes the value alone, for two ends of the same build.
  */
final class JavaCodec[A] private (underlying: Codec[A], options: MessageOptions, limits: Limits):

  /** The Scala codec, for use in Scala or as part of another codec. */
  def codec: Codec[A] = underlying

  // A journal encodes by its own rules, and refuses a codec whose options it would ignore.
  private[brine] def hasDefaultOptions: Boolean =
    options == MessageOptions.defaults && limits == Limits.defaults

  /** The fingerprint of the schema: every standalone message of this type contains it. */
  def fingerprint: Long = underlying.fingerprint

  /** The schema in readable form. */
  def schema: String = underlying.schema.toString

  /** Returns the same codec with or without a dictionary: repeated strings and UUIDs of a message become references.
    * Readers of standalone messages detect it; a reader of bare bytes must use the same setting as the writer.
    * A journal and its snapshots refuse a codec with a dictionary.
    */
  def withDictionary(dictionary: Boolean): JavaCodec[A] =
    new JavaCodec(underlying, options.withDictionary(dictionary), limits)

  /** Returns the same codec with other limits, for encoding and decoding, such as `Limits.defaults().withDepth(16)`. A
    * journal and its snapshots refuse a codec with other limits.
    */
  def withLimits(limits: Limits): JavaCodec[A] = new JavaCodec(underlying, options, limits)

  /** Converts this codec to another type whose values correspond one to one to values of `A`. The bytes, dictionary
    * setting and limits stay the same.
    *
    * @param to
    *   converts a decoded value; throw an `IllegalArgumentException` to refuse it, which decoding reports as a
    *   `DecodeError`
    * @param from
    *   converts a value to be encoded
    */
  def imap[B](to: Function[? >: A, ? <: B], from: Function[? >: B, ? <: A]): JavaCodec[B] =
    new JavaCodec(underlying.imap[B](value => to(value))(value => from(value)), options, limits)

  /** Encodes a value as a standalone message.
    *
    * @throws IllegalArgumentException
    *   if the value contains a null or exceeds a limit; the cause is the `EncodeError`
    */
  def encode(value: A): Array[Byte] = bytes(value, standalone = true)

  /** Encodes a value as bare bytes: no envelope. Use it between two ends of the same build.
    *
    * @throws IllegalArgumentException
    *   if the value contains a null or exceeds a limit; the cause is the `EncodeError`
    */
  def encodeBare(value: A): Array[Byte] = bytes(value, standalone = false)

  /** Writes a standalone message into a buffer, at its position, and advances the position.
    *
    * @throws IllegalArgumentException
    *   if the value contains a null or exceeds a limit; the cause is the `EncodeError`
    * @throws java.nio.BufferOverflowException
    *   if the buffer has too little room; it is then unchanged
    */
  def encode(value: A, buffer: ByteBuffer): Unit =
    buffer.put(encode(value)): Unit

  /** Writes bare bytes into a buffer, at its position, and advances the position.
    *
    * @throws IllegalArgumentException
    *   if the value contains a null or exceeds a limit; the cause is the `EncodeError`
    * @throws java.nio.BufferOverflowException
    *   if the buffer has too little room; it is then unchanged
    */
  def encodeBare(value: A, buffer: ByteBuffer): Unit =
    buffer.put(encodeBare(value)): Unit

  /** Decodes a standalone message.
    *
    * @throws brine.codec.DecodeError
    *   if the bytes are not a message of this type; it gives the problem, the offset and the part of the value
    */
  @throws[DecodeError]
  def decode(bytes: Array[Byte]): A = tryDecode(bytes).orElseThrow()

  /** Decodes the standalone message between a buffer's position and its limit, and changes neither. */
  @throws[DecodeError]
  def decode(buffer: ByteBuffer): A = tryDecode(buffer).orElseThrow()

  /** Decodes bare bytes. */
  @throws[DecodeError]
  def decodeBare(bytes: Array[Byte]): A = tryDecodeBare(bytes).orElseThrow()

  /** Decodes the bare bytes between a buffer's position and its limit, and changes neither. */
  @throws[DecodeError]
  def decodeBare(buffer: ByteBuffer): A = tryDecodeBare(buffer).orElseThrow()

  /** Decodes a standalone message; returns the error instead of throwing it. */
  def tryDecode(bytes: Array[Byte]): DecodeResult[A] =
    // Readers with the default limits are pooled.
    if limits eq Limits.defaults then result(Codec.decode(bytes)(using underlying))
    else result(Codec.decode(bytes, limits)(using underlying))

  /** Decodes the standalone message between a buffer's position and its limit, and changes neither; returns the error
    * instead of throwing it.
    */
  def tryDecode(buffer: ByteBuffer): DecodeResult[A] =
    if limits eq Limits.defaults then result(Codec.decode(buffer)(using underlying))
    else
      val message = new Array[Byte](buffer.remaining)
      buffer.duplicate.get(message)
      tryDecode(message)

  /** Decodes bare bytes; returns the error instead of throwing it. */
  def tryDecodeBare(bytes: Array[Byte]): DecodeResult[A] = bare(In(bytes, 0, bytes.length, limits))

  /** Decodes the bare bytes between a buffer's position and its limit, and changes neither; returns the error instead
    * of throwing it.
    */
  def tryDecodeBare(buffer: ByteBuffer): DecodeResult[A] = bare(In(buffer, limits))

  private def bytes(value: A, standalone: Boolean): Array[Byte] =
    try
      if !(limits eq Limits.defaults) then
        val out = Out(limits)
        if standalone then Envelope.write(out, underlying.fingerprint, options)
        Codec.write(underlying, out, value, options)
        out.toArray
      else if standalone then Codec.encode(value, options)(using underlying)
      else Codec.encodeBare(value, options)(using underlying)
    // Java cannot catch a checked exception that no method declares.
    catch case error: EncodeError => throw IllegalArgumentException(error.getMessage, error)

  private def bare(in: In): DecodeResult[A] =
    try
      if options.dictionary then in.useDictionary()
      val value = underlying.read(in)
      in.expectEnd()
      DecodeResult.Value(value)
    catch
      case error: DecodeError => DecodeResult.Failure(error)
      // A constructor or a function given to imap threw: the bytes are not a value of the type.
      case NonFatal(error)           => DecodeResult.Failure(in.refused(error))
      case error: StackOverflowError => DecodeResult.Failure(in.refused(error))

  private def result(decoded: Either[DecodeError, A]): DecodeResult[A] =
    decoded.fold(DecodeResult.Failure(_), DecodeResult.Value(_))

object JavaCodec:
  /** Wraps a Scala codec. */
  def of[A](codec: Codec[A]): JavaCodec[A] = new JavaCodec(codec, MessageOptions.defaults, Limits.defaults)

  /** Creates a hand-written codec.
    *
    * @param name
    *   name of the format, which is part of the schema; change it whenever the bytes change
    * @param minSize
    *   the fewest bytes a value takes, 0 or more; decoding refuses collections that cannot fit into the rest of a
    *   message
    * @param write
    *   appends a value
    * @param read
    *   reads exactly the bytes that `write` appended
    * @throws IllegalArgumentException
    *   if `minSize` is negative or `name` is empty
    */
  def of[A](
      name: String,
      minSize: Int,
      write: BiConsumer[? >: Out, ? >: A],
      read: Function[? >: In, ? <: A]
  ): JavaCodec[A] =
    of(Codec.of[A](name, minSize)((out, value) => write.accept(out, value))(in => read(in)))
