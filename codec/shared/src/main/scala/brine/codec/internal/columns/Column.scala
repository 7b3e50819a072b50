package brine.codec.internal.columns

import brine.codec.internal.numbers.Bits
import brine.codec.{Codec, PrimitiveCodecs, Schema}

/** One of the columns of a flat type: a field, the presence of an optional one, or what says which of several there is.
  *
  * @param name
  *   path of the field, for error messages; empty if the value itself is the column
  * @param guard
  *   index of the column of bits that guards this one; -1 if it has a value in every row
  * @param when
  *   what the guard must be in a row for this column to have a value there
  * @param bits
  *   width of a value in bits, for [[Column.Kind.Bits]]
  * @param cases
  *   number of possible values, for [[Column.Kind.Bits]]
  * @param codec
  *   codec that writes the values one by one, for [[Column.Kind.Values]]
  * @param nested
  *   what the sequences consist of, for [[Column.Kind.Sequences]]
  * @param isTag
  *   whether this says of which case or side a value is. The columns of a case have its values side by side, with no
  *   places for those of other cases; the columns of an option have a place for each value and for each that is absent.
  * @param problems
  *   for each tag the reason why its values cannot be read, or null; null if all can be read
  * @param areConvertedBytes
  *   whether a codec converts the values from bytes, for [[Column.Kind.Values]]
  * @param isText
  *   whether the values are texts by their schema, for [[Column.Kind.Values]]
  */
private[codec] final class Column(
    val kind: Column.Kind,
    val name: String,
    val guard: Int,
    val when: Int,
    val bits: Int,
    val cases: Int,
    val codec: Codec[?] | Null,
    val nested: Nested | Null = null,
    val isTag: Boolean = false,
    val problems: Array[String | Null] | Null = null,
    areConvertedBytes: Boolean = false,
    val isText: Boolean = false
):
  /** The same column with `first` columns before its guard and `prefix` before its name. */
  def within(prefix: String, first: Int): Column =
    val path = if prefix.isEmpty then name else if name.isEmpty then cut(prefix) else cut(s"${cut(prefix)}.$name")
    copy(path, if guard < 0 then guard else guard + first, when)

  private def copy(name: String, guard: Int, when: Int): Column =
    Column(kind, name, guard, when, bits, cases, codec, nested, isTag, problems, areConvertedBytes, isText)

  // Names, and how deep they nest, may be hostile.
  private def cut(path: String): String =
    if path.length <= Column.LongestPath then path else path.take(Column.LongestPath) + "..."

  /** The same column as a field, with this name and guard. */
  def named(name: String, guard: Int, when: Int): Column = copy(name, guard, when)

  /** The same column, guarded by another one unless it has a guard already. */
  def guardedBy(column: Int, is: Int): Column = if guard >= 0 then this else copy(name, column, is)

  /** Number of columns, with those of nested sequences. */
  def total: Int = if nested == null then 1 else 1 + nested.nn.columns.total

  /** Number of columns that take fewer bytes than their values one by one, whatever they are. */
  def packed: Int =
    if nested != null then 1 + nested.nn.columns.packed
    else if kind.ordinal <= Column.Kind.Longs.ordinal then 1
    else 0

  /** Whether each value is one byte. */
  def isByte: Boolean = kind == Column.Kind.Bytes || areConvertedBytes

  /** Whether the values are floating point numbers. */
  def isFloating: Boolean = kind == Column.Kind.Floats || kind == Column.Kind.Doubles

private[codec] object Column:
  private val LongestPath = 200

  enum Kind:
    /** Booleans, presences, sides and tags of a fixed number of bits. */
    case Bits

    /** Integers, packed. */
    case Shorts, Chars, Ints, Longs

    /** Floating point numbers, packed if they are decimals. */
    case Floats, Doubles

    /** Anything written one by one. */
    case Bytes, Values

    /** Sequences of flat elements. */
    case Sequences

  /** A column of tags or sides, without a name of its own. */
  def tags(cases: Int, problems: Array[String | Null] | Null = null): Column =
    Column(Kind.Bits, "", -1, 0, Bits.width(cases - 1L), cases, null, null, isTag = true, problems)

  /** A column of presences, without a name of its own. */
  def presences: Column = Column(Kind.Bits, "", -1, 0, 1, 2, null)

  /** A column of values that a codec writes one by one. */
  def values(
      codec: Codec[?] | Null,
      name: String = "",
      guard: Int = -1,
      when: Int = 0,
      isText: Boolean = false
  ): Column = Column(Kind.Values, name, guard, when, 0, 0, codec, isText = isText)

  /** A column of values that a codec converts from bytes. */
  def convertedBytes(codec: Codec[?]): Column = Column(Kind.Values, "", -1, 0, 0, 0, codec, areConvertedBytes = true)

  /** A column of sequences. */
  def sequences(nested: Nested): Column = Column(Kind.Sequences, "", -1, 0, 0, 0, null, nested)

  /** The column of a kind of value; `codec` writes the values one by one if they are not packed. Null for `Unit`. */
  def of(kind: Schema.Kind, name: String, guard: Int, when: Int, codec: Codec[?] | Null): Column | Null =
    def column(of: Kind) = Column(of, name, guard, when, 0, 0, null)
    kind match
      case Schema.Kind.Unit    => null
      case Schema.Kind.Boolean => Column(Kind.Bits, name, guard, when, 1, 2, null)
      case Schema.Kind.Byte    => column(Kind.Bytes)
      case Schema.Kind.Short   => column(Kind.Shorts)
      case Schema.Kind.Int     => column(Kind.Ints)
      case Schema.Kind.Long    => column(Kind.Longs)
      case Schema.Kind.Char    => column(Kind.Chars)
      case Schema.Kind.Float   => column(Kind.Floats)
      case Schema.Kind.Double  => column(Kind.Doubles)
      case other               => values(codec, name, guard, when, isText = other == Schema.Kind.String)

  /** Whether values of this codec go into a column of their kind. */
  def isOwn(codec: Codec[?]): Boolean = own.exists(_ eq codec)

  private val own: List[Codec[?]] = List(
    PrimitiveCodecs.BooleanCodec,
    PrimitiveCodecs.ByteCodec,
    PrimitiveCodecs.ShortCodec,
    PrimitiveCodecs.CharCodec,
    PrimitiveCodecs.IntCodec,
    PrimitiveCodecs.LongCodec,
    PrimitiveCodecs.FloatCodec,
    PrimitiveCodecs.DoubleCodec
  )
