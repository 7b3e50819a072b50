package brine.codec

import brine.codec.internal.bytes.Sha256
import brine.codec.internal.concurrent.Once
import brine.codec.internal.schema.SchemaBytes

/** The layout of a type's bytes, as data: what a reader needs to decode a message.
  *
  * A schema contains the last part of each class name, but no packages, comments or defaults. Types with equal schemas
  * write equal bytes. A class of one field is [[Schema.Type.Wrapped]]. Opaque types are transparent: the schema of the
  * underlying type takes their place.
  *
  * Immutable and safe to share. [[canonical]] and [[fingerprint]] are computed once, on first use.
  *
  * @param root
  *   type of the whole value
  * @param definitions
  *   the records and sums that [[Schema.Type.Named]] refers to, in the order in which a walk from the root first meets
  *   them
  */
final case class Schema private[codec] (root: Schema.Type, definitions: Vector[Schema.Definition]):

  /** The schema itself, encoded: equal schemas have equal bytes. `docs/spec/codec-format.md` specifies the format. Do
    * not modify the array.
    */
  def canonical: Array[Byte] = ownBytes()

  private val ownBytes = Once(SchemaBytes.encode(this))

  /** The first eight bytes of the SHA-256 digest of [[canonical]], as a big-endian number. */
  def fingerprint: Long = ownFingerprint()

  private val ownFingerprint = Once(Sha256.firstLong(canonical))

  /** Tells which case encoded values are. Made once, on first use. */
  def cases: CaseReader = ownCases()

  private val ownCases = Once(CaseReader(this))

  /** A readable form: the root type, then each definition on its own line. */
  override def toString: String = internal.errors.SchemaText.render(this)

object Schema:
  /** The type of a value within a schema. */
  enum Type:
    /** A value that is not divided further. */
    case Primitive(kind: Kind)

    /** A value that is present or absent. */
    case Optional(of: Type)

    /** A value of one of two types. */
    case Either(left: Type, right: Type)

    /** Any number of values of one type, in order. */
    case Sequence(of: Type)

    /** Any number of different values of one type. The program that reads them decides which values are equal. */
    case Set(of: Type)

    /** Keys, each with a value. */
    case Map(key: Type, value: Type)

    /** A fixed number of unnamed values. */
    case Tuple(elements: Vector[Type])

    /** A value encoded on its own: its bits do not move into the header of the enclosing record. */
    case Boxed(of: Type)

    /** The record or sum at this index of [[Schema.definitions]]. */
    case Named(index: Int)

    /** A value whose identity is kept: later occurrences of the same object are references. */
    case Shared(of: Type)

    /** A value that takes part in a dictionary: repeated occurrences are references. */
    case Repeated(of: Type)

    /** Bytes that only the hand-written codec of this name can read. */
    case Custom(name: String)

    /** A class of one field, written as the value of that field.
      *
      * @param name
      *   the last part of the class's name
      * @param field
      *   the name of the field
      */
    case Wrapped(name: String, field: String, of: Type)

  /** A record or a sum of records. */
  enum Definition:
    case Record(name: String, fields: Vector[Field])
    case Sum(name: String, cases: Vector[Case])

    /** The last part of the type's name. */
    def name: String

  /** A field of a record, in declaration order. */
  final case class Field(name: String, of: Type)

  /** One alternative of a sum, in declaration order; a case without fields takes no bytes beyond its tag. */
  final case class Case(name: String, fields: Vector[Field])

  /** The kinds of values that are not divided further. The `ordinal` of a kind is its number in [[Schema.canonical]].
    */
  enum Kind:
    case Unit, Boolean, Byte, Short, Int, Long, Char, Float, Double, String, BigInt, BigDecimal, UUID, URI, Instant,
      Duration, LocalDate, LocalTime, LocalDateTime, OffsetTime, OffsetDateTime, ZonedDateTime, ZoneOffset, ZoneId,
      Year,
      YearMonth, MonthDay, Month, DayOfWeek, Period, FiniteDuration, ScalaDuration

  /** The schema of a primitive. */
  private[codec] def primitive(kind: Kind): Schema = Schema(Type.Primitive(kind), Vector.empty)

  /** The schema of a hand-written codec's values. */
  private[codec] def custom(name: String): Schema = Schema(Type.Custom(name), Vector.empty)

  /** Merges the schemas of parts, including their definitions, into one schema. */
  private[codec] def combine(parts: Schema*)(root: Seq[Type] => Type): Schema =
    internal.schema.SchemaLinker.combine(parts)(root)

  /** Decodes a schema from its [[Schema.canonical]] bytes. */
  def fromCanonical(bytes: Array[Byte]): scala.Either[DecodeError, Schema] = SchemaBytes.decode(bytes)
