package brine.codec

import brine.codec.derive.Derivation
import brine.codec.internal.evolution.{Plans, Primitives, Resolver, Target}
import brine.codec.internal.{Columns, Envelope, Mapped, NullPath, Readers, Registers}

import java.nio.ByteBuffer
import scala.util.control.NonFatal

/** How values of `A` become bytes and come back.
  *
  * {{{
  * final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec
  *
  * val bytes = Codec.encode(Reading(sensor, Instant.now, 21.5, None))
  * Codec.decode[Reading](bytes) // Either[DecodeError, Reading]
  * }}}
  *
  * A codec is stateless and safe to share between threads. What it writes is determined by the value alone, and is the
  * same on the JVM and in JavaScript; the format is in `docs/spec/codec-format.md`. Derive codecs with `derives Codec`, or
  * make one of another by [[imap]]; write one by hand, by [[Codec.of]], only for what no other codec fits.
  */
abstract class Codec[A]:

  /** Appends the bytes of a value.
    *
    * @throws EncodeError
    *   if the value holds a null, or more than a reader would take (see [[Limits]])
    */
  def write(out: Out, value: A): Unit

  /** Reads a value, leaving `in` after its last byte.
    *
    * @throws DecodeError
    *   if the bytes are not a value of this type
    */
  def read(in: In): A

  /** The fewest bytes a value takes, at least 0. A count of elements is checked against it before anything is allocated, so a
    * number too large makes readers refuse good data, and one too small lets hostile data ask for more than it brings.
    */
  def minSize: Int

  /** The shape of the bytes, as data. */
  def schema: Schema

  /** The columns its values are taken apart into where a sequence has many of them; null if they are not flat. */
  private[codec] def columns: Columns | Null = Columns.of(this)

  /** Takes a value apart into a row of its [[columns]], of which the first has the number `first`. */
  private[codec] def gather(value: A, to: Registers, row: Int, first: Int): Unit = to.putValue(first, row, value)

  /** The value of a row. */
  private[codec] def build(from: Registers, row: Int, first: Int): A = from.value(first, row).asInstanceOf[A]

  /** What reads data of another type, given as a part of a schema, as values of this one.
    *
    * @throws Incompatible
    *   if nothing does
    */
  private[codec] def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    Primitives.readerOf(written, this, resolver)

  // Made on first use; two threads that do so at once each have their own for once.
  private var otherPlans: Plans | Null = null

  /** What reads data of other schemas. */
  private[codec] final def plans: Plans =
    if otherPlans == null then otherPlans = Plans(() => Target.Whole(this))
    otherPlans.nn

  /** The schema's fingerprint: what a standalone message starts with. */
  def fingerprint: Long =
    if knownFingerprint == null then knownFingerprint = Long.box(schema.fingerprint)
    knownFingerprint.nn.longValue

  // Made on first use, for it takes a digest; in one field, so that no thread sees half of it.
  private var knownFingerprint: java.lang.Long | Null = null

  /** A codec of values that correspond one to one to those of `A`. Their bytes are the same.
    *
    * A type with such a codec is a black box to the types around it: its booleans, say, do not move into their headers.
    *
    * @param to
    *   may throw an `IllegalArgumentException` to refuse a value; decoding turns it into a [[DecodeError]]
    */
  final def imap[B](to: A => B)(from: B => A): Codec[B] = Mapped(this, value => Right(to(value)), from)

  /** Like [[imap]], for a correspondence that may refuse values of `A`, with the reason. */
  final def iemap[B](to: A => Either[String, B])(from: B => A): Codec[B] = Mapped(this, to, from)

object Codec extends PrimitiveCodecs, TimeCodecs, StructureCodecs, CollectionCodecs:

  /** The codec of a type. */
  def apply[A](using codec: Codec[A]): Codec[A] = codec

  /** Makes the codec of a case class, an enum, a sealed trait of such, a value class or a tuple; `derives Codec` calls it.
    *
    * The types of fields are taken apart as well, as far as they are of these kinds, whether they derive a codec themselves or
    * not; a type that has another codec in scope is written by that. What cannot be taken apart is a compile error that names
    * the field. Recursion is allowed. Generated code grows with the number of types and fields.
    */
  inline def derived[A]: Codec[A] = ${ Derivation.derive[A] }

  /** The codec of values whose identity is kept. */
  inline given sharedCodec[A]: Codec[Shared[A]] = derived[Shared[A]]

  /** A codec written by hand.
    *
    * @param name
    *   names the bytes' format in the schema; change it when the format changes
    * @param minSize
    *   the fewest bytes a value takes, see [[Codec.minSize]]
    */
  def of[A](name: String, minSize: Int)(write: (Out, A) => Unit)(read: In => A): Codec[A] =
    require(minSize >= 0, s"minSize must not be negative, not $minSize")
    require(name.nonEmpty && name.head != '\u0000', "a hand-written codec needs a name")
    internal.HandWritten(name, minSize, write, read)

  /** A value as a standalone message: a marker, the fingerprint of the schema, the bare bytes. Nine bytes more than bare, for
    * which a reader notices when it is given bytes of another type or version.
    *
    * @throws EncodeError
    *   if the value holds a null, or more than a reader would take
    */
  def encode[A](value: A)(using Codec[A]): Array[Byte] = encode(value, MessageOptions.default)

  /** A value as a standalone message, written as the options say; a reader sees from the message which they are.
    *
    * @throws EncodeError
    *   if the value holds a null, or more than a reader would take
    */
  def encode[A](value: A, options: MessageOptions)(using codec: Codec[A]): Array[Byte] =
    BufferPool.default.use { out =>
      Envelope.write(out, codec.fingerprint, options)
      write(codec, out, value, options)
      out.toArray
    }

  /** A value as bare bytes, for two ends of the same build.
    *
    * @throws EncodeError
    *   if the value holds a null, or more than a reader would take
    */
  def encodeBare[A](value: A)(using Codec[A]): Array[Byte] = encodeBare(value, MessageOptions.default)

  /** A value as bare bytes, written as the options say: the reader has to be told the same.
    *
    * @throws EncodeError
    *   if the value holds a null, or more than a reader would take
    */
  def encodeBare[A](value: A, options: MessageOptions)(using codec: Codec[A]): Array[Byte] =
    BufferPool.default.use { out =>
      write(codec, out, value, options)
      out.toArray
    }

  /** The value of a standalone message. One that an earlier or later version of the type wrote is read as well, if its schema is among
    * the given [[Schemas]].
    */
  def decode[A](bytes: Array[Byte])(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try decodeFrom(in, Envelope.read(in, codec, schemas))
    finally Readers.give(in)

  /** The value of a standalone message, read within other limits than the default ones. */
  def decode[A](bytes: Array[Byte], limits: Limits)(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val in = In(bytes, 0, bytes.length, limits)
    decodeFrom(in, Envelope.read(in, codec, schemas))

  /** The value of a standalone message between a buffer's position and its limit, neither of which moves. */
  def decode[A](buffer: ByteBuffer)(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val in = In(buffer)
    decodeFrom(in, Envelope.read(in, codec, schemas))

  /** The value of bare bytes. */
  def decodeBare[A](bytes: Array[Byte])(using Codec[A]): Either[DecodeError, A] =
    decodeBare(bytes, MessageOptions.default)

  /** The value of bare bytes that were written with these options. */
  def decodeBare[A](bytes: Array[Byte], options: MessageOptions)(using codec: Codec[A]): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try
      if options.dictionary then in.useDictionary()
      decodeFrom(in, codec)
    finally Readers.give(in)

  /** The value of bare bytes that were written with this schema, which may be that of an earlier or later version of the type. */
  def decodeBare[A](bytes: Array[Byte], written: Schema)(using codec: Codec[A]): Either[DecodeError, A] =
    decodeBare(bytes, written, MessageOptions.default)

  /** The value of bare bytes that were written with this schema and these options. */
  def decodeBare[A](bytes: Array[Byte], written: Schema, options: MessageOptions)(using
      codec: Codec[A]
  ): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try
      if options.dictionary then in.useDictionary()
      decodeFrom(
        in,
        if written.fingerprint == codec.fingerprint then codec else Envelope.planned(in, 0, written, codec)
      )
    finally Readers.give(in)

  /** The value of bare bytes, read within other limits than the default ones. */
  def decodeBare[A](bytes: Array[Byte], limits: Limits)(using codec: Codec[A]): Either[DecodeError, A] =
    decodeFrom(In(bytes, 0, bytes.length, limits), codec)

  /** The value of the bare bytes between a buffer's position and its limit, neither of which moves. */
  def decodeBare[A](buffer: ByteBuffer)(using codec: Codec[A]): Either[DecodeError, A] =
    decodeFrom(In(buffer), codec)

  private inline def decodeFrom[A](in: In, inline codec: Codec[A]): Either[DecodeError, A] =
    try
      val value = codec.read(in)
      in.expectEnd()
      Right(value)
    catch case error: Throwable => Left(problem(in, error))

  private def problem(in: In, error: Throwable): DecodeError = error match
    case error: DecodeError => error
    // What a constructor or a user's codec throws: the bytes were not a value of the type after all.
    case NonFatal(error) => in.refused(error)
    // Derived codecs count depth; one written by hand may recurse without.
    case error: StackOverflowError => in.refused(error)
    case fatal                     => throw fatal

  private[codec] def write[A](codec: Codec[A], out: Out, value: A, options: MessageOptions): Unit =
    if options.dictionary then out.useDictionary()
    try codec.write(out, value)
    catch case error: (NullPointerException | EncodeError) => throw NullPath.explain(error, value)
