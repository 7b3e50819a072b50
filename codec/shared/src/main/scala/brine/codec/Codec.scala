package brine.codec

import brine.codec.derive.Derivation
import brine.codec.internal.codecs.Mapped
import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.concurrent.Readers
import brine.codec.internal.errors.NullPath
import brine.codec.internal.evolution.{Parts, Plans, Primitives, Resolver, Target}
import brine.codec.internal.framing.Envelope

import java.nio.ByteBuffer
import scala.annotation.implicitNotFound
import scala.util.control.NonFatal

/** Encodes values of `A` as bytes and decodes them.
  *
  * {{{
  * final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec
  *
  * val bytes = Codec.encode(Reading(sensor, Instant.now, 21.5, None))
  * Codec.decode[Reading](bytes) // Either[DecodeError, Reading]
  * }}}
  *
  * A codec is stateless and safe to share between threads. The bytes depend only on the value (for a set or map, also
  * on its iteration order) and are the same on the JVM and in JavaScript. `docs/spec/codec-format.md` specifies the
  * format. Derive codecs with `derives Codec`, or convert an existing codec with [[imap]]. Write one by hand with
  * [[Codec.of]] only if no other codec fits.
  */
@implicitNotFound(
  "There is no codec for ${A}. Derive one with `derives Codec` on the class, or put a `given Codec[${A}]` into scope. " +
    "If it is a collection, an option or a tuple, its parts need codecs as well. For a collection of Java, " +
    "`import brine.codec.javaapi.JavaTypes.given` on the JVM"
)
abstract class Codec[A]:

  /** Appends the bytes of a value to `out`.
    *
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the [[Limits]] of `out`
    * @throws NullPointerException
    *   if a null is in place of a record; [[Codec.encode]] and its like throw an [[EncodeError]] with its path instead
    */
  def write(out: Out, value: A): Unit

  /** Reads a value and leaves `in` after its last byte.
    *
    * @throws DecodeError
    *   if the bytes are not a value of this type
    */
  def read(in: In): A

  /** The fewest bytes a value takes, at least 0.
    *
    * Readers check the element count of a collection against it before they allocate. Too large a number makes readers
    * refuse valid data; too small a number lets hostile input claim more elements than it contains.
    */
  def minSize: Int

  /** The schema: the layout of the bytes, as data. */
  def schema: Schema

  /** The columns of a flat value, used where a sequence has many values; null if the values are not flat. */
  private[codec] def columns: Columns | Null = Columns.of(this)

  /** Splits a value into a row of its [[columns]]; the first column has the number `first`. */
  private[codec] def gather(value: A, to: Registers, row: Int, first: Int): Unit = to.putValue(first, row, value)

  /** Finds the texts from which the first values of an array convert, as many as there is room for, and puts them into
    * `texts`, which may be the same array. Returns false if the codec does not know them.
    */
  private[codec] def textsOf(values: Array[AnyRef], texts: Array[AnyRef]): Boolean = false

  /** Builds the value of a row. */
  private[codec] def build(from: Registers, row: Int, first: Int): A = from.value(first, row).asInstanceOf[A]

  /** Splits up to `count` values into rows from `row` on; returns how many there were. Callers use it instead of
    * [[gather]] where they can, because generated code then has a loop of its own.
    */
  private[codec] def gatherAll(values: Iterator[A], count: Int, to: Registers, row: Int, first: Int): Int =
    var done = 0
    while done < count && values.hasNext do
      gather(values.next(), to, row + done, first)
      done += 1
    done

  /** Builds the values of the first `count` rows and puts them into an array from `at` on. */
  private[codec] def buildAll(from: Registers, count: Int, first: Int, into: Array[AnyRef], at: Int): Unit =
    var row = 0
    while row < count do
      into(at + row) = build(from, row, first).asInstanceOf[AnyRef]
      row += 1

  /** The values of the first `count` rows as a list, which is built from its end. */
  private[codec] def buildList(from: Registers, count: Int): List[A] =
    var list: List[A] = Nil
    var row           = count - 1
    while row >= 0 do
      list = build(from, row, 0) :: list
      row -= 1
    list

  /** A codec that reads data of another type, given as part of a schema, as values of this one.
    *
    * @throws Incompatible
    *   if data of that type cannot be read as this type
    */
  private[codec] def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    Primitives.readerOf(written, this, resolver)

  /** Whether [[readerOf]] takes a [[Schema.Type.Wrapped]] as a whole. Otherwise it gets what that contains. */
  private[codec] def readsWrapped: Boolean = false

  /** The parts of a derived codec, as targets for data of other schemas; null for any other codec. */
  private[codec] def derivedParts: Parts | Null = null

  /** Whether sequences of values that are written as primitives are still never packed: those of a wrapper class. */
  private[codec] def isNeverPacked: Boolean = false

  /** Whether another codec surely reads and writes as this one does. The codec of a tuple, for example, is another
    * object at each use.
    */
  private[codec] def isSameAs(other: Codec[?]): Boolean = this eq other

  /** The names of the cases, in the order of `schema.cases.names`. */
  private[codec] def caseNames: Vector[CaseNames] = schema.cases.names.map: name =>
    CaseNames(name, formerNames.collect { case (`name`, former) => former }.distinct)

  // Created on first use; two threads may each create one at the same time, which is harmless.
  private var otherPlans: Plans | Null = null

  /** Former names of the outermost classes, each after the present name. */
  private[codec] def formerNames: Vector[(String, String)] = Vector.empty

  /** The plans that read data of other schemas. */
  private[codec] final def plans: Plans =
    if otherPlans == null then otherPlans = Plans(() => Target.Whole(this))
    otherPlans.nn

  /** The fingerprint of the schema: a standalone message starts with it. */
  def fingerprint: Long =
    if knownFingerprint == null then knownFingerprint = Long.box(schema.fingerprint)
    knownFingerprint.nn.longValue

  // Computed on first use, since it takes a digest; a boxed reference, so that no thread sees half of a long.
  private var knownFingerprint: java.lang.Long | Null = null

  /** Converts this codec to another type whose values correspond one to one to values of `A`. The bytes are the same.
    *
    * Types that contain such a value treat it as opaque: its booleans, for example, do not move into their headers.
    *
    * @param to
    *   converts a decoded value; throw an `IllegalArgumentException` to refuse it, which decoding returns as a
    *   [[DecodeError]]
    * @param from
    *   converts a value to be encoded
    */
  final def imap[B](to: A => B)(from: B => A): Codec[B] = Mapped(this, value => Right(to(value)), from)

  /** Like [[imap]], for conversions that may refuse a value of `A`: a `Left` holds the reason and becomes a
    * [[DecodeError]].
    */
  final def iemap[B](to: A => Either[String, B])(from: B => A): Codec[B] = Mapped(this, to, from)

object Codec extends PrimitiveCodecs, BoxCodecs, TimeCodecs, StructureCodecs, NonEmptyListCodecs:

  /** Returns the codec of a type. */
  def apply[A](using codec: Codec[A]): Codec[A] = codec

  /** The names of the cases of a type, in the order of `schema.cases.names`, each with the former names that `@was`
    * gives it: what data of any version of the type may have as their case.
    */
  def caseNames[A](using codec: Codec[A]): Vector[CaseNames] = codec.caseNames

  /** Derives the codec of a case class, an enum, a sealed trait of those, a value class or a tuple; `derives Codec`
    * calls it.
    *
    * Fields of these kinds are derived as well, whether or not their types derive a codec. A field whose type has
    * another codec in scope uses that codec. If a field's type cannot be derived and has no codec, compilation fails
    * and the error names the field. Recursive types are allowed. The generated code grows linearly with the number of
    * types and fields.
    */
  inline def derived[A]: Codec[A] = ${ Derivation.derive[A] }

  /** The codec of a value wrapped in [[Shared]]. */
  // A macro of its own. With `derived[Shared[A]]` here, the compiler sees another given when it compiles this file
  // alone than when it compiles all files, and the build then compiles every user of the codec again.
  inline given sharedCodec[A]: Codec[Shared[A]] = ${ Derivation.deriveShared[A] }

  /** Creates a hand-written codec.
    *
    * @param name
    *   name of the format, which is part of the schema; change it whenever the bytes change
    * @param minSize
    *   the fewest bytes a value takes, see [[Codec.minSize]]
    * @param write
    *   appends a value
    * @param read
    *   reads exactly the bytes that `write` appended
    * @throws IllegalArgumentException
    *   if `minSize` is negative or `name` is empty
    */
  def of[A](name: String, minSize: Int)(write: (Out, A) => Unit)(read: In => A): Codec[A] =
    require(minSize >= 0, s"minSize must not be negative, not $minSize")
    require(name.nonEmpty && name.head != '\u0000', "a hand-written codec needs a name")
    internal.codecs.HandWritten(name, minSize, write, read)

  /** Encodes a value as a standalone message: a marker, the fingerprint of the schema, and the bare bytes.
    *
    * The envelope takes nine bytes. With it a reader detects bytes of another type or version.
    *
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the default [[Limits]]
    */
  def encode[A](value: A)(using Codec[A]): Array[Byte] = encode(value, MessageOptions.defaults)

  /** Encodes a value as a standalone message with these options; the message tells its reader which options it uses.
    *
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the default [[Limits]]
    */
  def encode[A](value: A, options: MessageOptions)(using codec: Codec[A]): Array[Byte] =
    BufferPool.default.use { out =>
      Envelope.write(out, codec.fingerprint, options)
      write(codec, out, value, options)
      out.toArray
    }

  /** Encodes a value as bare bytes: no envelope. Use it between two ends of the same build.
    *
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the default [[Limits]]
    */
  def encodeBare[A](value: A)(using Codec[A]): Array[Byte] = encodeBare(value, MessageOptions.defaults)

  /** Encodes a value as bare bytes with these options; the reader must use the same options.
    *
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the default [[Limits]]
    */
  def encodeBare[A](value: A, options: MessageOptions)(using codec: Codec[A]): Array[Byte] =
    BufferPool.default.use { out =>
      write(codec, out, value, options)
      out.toArray
    }

  /** Decodes a standalone message. A message of an earlier or later version of the type is decoded if its schema is
    * among the given [[Schemas]]. A message of another type is refused, even if its fields would fit.
    */
  def decode[A](bytes: Array[Byte])(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try decodeFrom(in, Envelope.read(in, codec, schemas))
    finally Readers.give(in)

  /** Decodes a standalone message within the given limits. */
  def decode[A](bytes: Array[Byte], limits: Limits)(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val in = In(bytes, 0, bytes.length, limits)
    decodeFrom(in, Envelope.read(in, codec, schemas))

  /** Decodes a standalone message between a buffer's position and its limit, and changes neither. */
  def decode[A](buffer: ByteBuffer)(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val in = In(buffer)
    decodeFrom(in, Envelope.read(in, codec, schemas))

  /** Decodes bare bytes, written with the default options by the same version of the type. */
  def decodeBare[A](bytes: Array[Byte])(using Codec[A]): Either[DecodeError, A] =
    decodeBare(bytes, MessageOptions.defaults)

  /** Decodes bare bytes that were written with these options. */
  def decodeBare[A](bytes: Array[Byte], options: MessageOptions)(using codec: Codec[A]): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try
      if options.dictionary then in.useDictionary()
      decodeFrom(in, codec)
    finally Readers.give(in)

  /** Decodes bare bytes that were written with this schema, which may belong to an earlier or later version of the
    * type. That it is a version of this type is yours to know: only the fields have to fit.
    */
  def decodeBare[A](bytes: Array[Byte], written: Schema)(using codec: Codec[A]): Either[DecodeError, A] =
    decodeBare(bytes, written, MessageOptions.defaults)

  /** Decodes bare bytes that were written with this schema, which may belong to an earlier or later version of the
    * type. Data of another type are refused, even if their fields would fit: as [[decode]] refuses them.
    *
    * @param schemas
    *   may have a history that says of which type the schema is
    */
  def decodeBare[A](bytes: Array[Byte], written: Schema, schemas: Schemas)(using
      codec: Codec[A]
  ): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try
      decodeFrom(
        in,
        if written.fingerprint == codec.fingerprint then codec else Envelope.planned(in, 0, written, codec, schemas)
      )
    finally Readers.give(in)

  /** Decodes bare bytes that were written with this schema and these options. */
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

  /** Decodes bare bytes within the given limits. */
  def decodeBare[A](bytes: Array[Byte], limits: Limits)(using codec: Codec[A]): Either[DecodeError, A] =
    decodeFrom(In(bytes, 0, bytes.length, limits), codec)

  /** Decodes the bare bytes between a buffer's position and its limit, and changes neither. */
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
    // A constructor or a user's codec threw: the bytes are not a value of the type.
    case NonFatal(error) => in.refused(error)
    // Derived codecs limit depth; a hand-written codec may recurse without a limit.
    case error: StackOverflowError => in.refused(error)
    case fatal                     => throw fatal

  private[codec] def write[A](codec: Codec[A], out: Out, value: A, options: MessageOptions): Unit =
    if options.dictionary then out.useDictionary()
    try codec.write(out, value)
    catch case error: (NullPointerException | EncodeError) => throw NullPath.explain(error, value)
