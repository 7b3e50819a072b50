package brine.codec

import brine.codec.internal.{SchemaBytes, Sha256}

/** The shape of a type's bytes, as data: what a reader must know to take a message apart.
  *
  * A schema says nothing of class names beyond their last part, nor of packages, comments or defaults: two types with
  * equal schemas write equal bytes. Wrappers (case classes of one field, value classes, opaque types) are transparent: the
  * schema of what they wrap stands in their place.
  *
  * Immutable and safe to share. [[canonical]] and [[fingerprint]] are computed once, on first use.
  *
  * @param root
  *   the type of the whole value
  * @param definitions
  *   the records and sums that [[Schema.Type.Named]] refers to, in the order in which a walk from the root first meets them
  */
final case class Schema private[codec] (root: Schema.Type, definitions: Vector[Schema.Definition]):

  /** The schema's own bytes: equal schemas have equal bytes. The format is in `docs/spec/codec-format.md`. */
  lazy val canonical: Array[Byte] = SchemaBytes.encode(this)

  /** The first eight bytes of the SHA-256 digest of [[canonical]], as a big-endian number. */
  lazy val fingerprint: Long = Sha256.firstLong(canonical)

  /** A readable form: the root type, then each definition on a line of its own. */
  override def toString: String = internal.SchemaText.render(this)

object Schema:
  /** The type of a value within a schema. */
  enum Type:
    /** A value that is not taken apart further. */
    case Primitive(kind: Kind)

    /** Present or absent. */
    case Optional(of: Type)

    /** One of two. */
    case Either(left: Type, right: Type)

    /** Any number of values of one type, in order. */
    case Sequence(of: Type)

    /** Keys with a value each. */
    case Map(key: Type, value: Type)

    /** A fixed number of values without names. */
    case Tuple(elements: Vector[Type])

    /** A value that stands alone: its bits are not moved into the header of the record around it. */
    case Boxed(of: Type)

    /** The record or sum at this index of [[Schema.definitions]]. */
    case Named(index: Int)

    /** A value whose identity is kept: what occurs again is a reference. */
    case Shared(of: Type)

    /** A value that is written but once where there is a dictionary. */
    case Repeated(of: Type)

    /** Bytes that only a hand-written codec of this name understands. */
    case Custom(name: String)

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

  /** The values that are not taken apart further. A kind's `ordinal` is its number in the schema's own bytes. */
  enum Kind:
    case Unit, Boolean, Byte, Short, Int, Long, Char, Float, Double, String, BigInt, BigDecimal, UUID, URI, Instant,
      Duration, LocalDate, LocalTime, LocalDateTime, OffsetTime, OffsetDateTime, ZonedDateTime, ZoneOffset, ZoneId,
      Year,
      YearMonth, MonthDay, Month, DayOfWeek, Period, FiniteDuration, ScalaDuration

  /** The schema of a primitive. */
  private[codec] def primitive(kind: Kind): Schema = Schema(Type.Primitive(kind), Vector.empty)

  /** The schema of a hand-written codec's values. */
  private[codec] def custom(name: String): Schema = Schema(Type.Custom(name), Vector.empty)

  /** A schema made of the schemas of parts, with their definitions merged. */
  private[codec] def combine(parts: Schema*)(root: Seq[Type] => Type): Schema =
    internal.SchemaLinker.combine(parts)(root)

  /** Reads a schema's own bytes. */
  def fromCanonical(bytes: Array[Byte]): scala.Either[DecodeError, Schema] = SchemaBytes.decode(bytes)
