package brine.codec.internal.columns

import brine.codec.{Codec, PrimitiveCodecs, Schema}

/** One of the columns of a flat type: a field, or the presence of an optional one.
  *
  * @param name
  *   path of the field, for error messages; empty if the value itself is the column
  * @param guard
  *   index of the column of presences that guards this one; -1 if it has a value in every row
  * @param bits
  *   width of a value in bits, for [[Column.Kind.Bits]]
  * @param cases
  *   number of possible values, for [[Column.Kind.Bits]]
  * @param codec
  *   codec that writes the values one by one, for [[Column.Kind.Values]]
  */
private[codec] final class Column(
    val kind: Column.Kind,
    val name: String,
    val guard: Int,
    val bits: Int,
    val cases: Int,
    val codec: Codec[?] | Null
):
  /** The same column with `first` columns before its guard and `prefix` before its name. */
  def within(prefix: String, first: Int): Column =
    val path = if prefix.isEmpty then name else if name.isEmpty then cut(prefix) else cut(s"${cut(prefix)}.$name")
    Column(kind, path, if guard < 0 then guard else guard + first, bits, cases, codec)

  // Names, and how deep they nest, may be hostile.
  private def cut(path: String): String =
    if path.length <= Column.LongestPath then path else path.take(Column.LongestPath) + "..."

  /** The same column, guarded by another one unless it has a guard already. */
  def guardedBy(presence: Int): Column = if guard >= 0 then this else Column(kind, name, presence, bits, cases, codec)

  /** Whether the column takes fewer bytes than its values one by one, whatever they are. */
  def isPacked: Boolean = kind.ordinal <= Column.Kind.Longs.ordinal

  /** Whether the values are floating point numbers. */
  def isFloating: Boolean = kind == Column.Kind.Floats || kind == Column.Kind.Doubles

private[codec] object Column:
  private val LongestPath = 200

  enum Kind:
    /** Booleans, presences and tags of a fixed number of bits. */
    case Bits

    /** Integers, packed. */
    case Shorts, Chars, Ints, Longs

    /** Floating point numbers, packed if they are decimals. */
    case Floats, Doubles

    /** Anything written one by one. */
    case Bytes, Values

  /** A column of presences, which has no name of its own. */
  def presence(guard: Int): Column = Column(Kind.Bits, "", guard, 1, 2, null)

  /** The column of a kind of value; `codec` writes the values one by one if they are not packed. Null for `Unit`. */
  def of(kind: Schema.Kind, name: String, guard: Int, codec: Codec[?] | Null): Column | Null =
    def column(of: Kind) = Column(of, name, guard, 0, 0, null)
    kind match
      case Schema.Kind.Unit    => null
      case Schema.Kind.Boolean => Column(Kind.Bits, name, guard, 1, 2, null)
      case Schema.Kind.Byte    => column(Kind.Bytes)
      case Schema.Kind.Short   => column(Kind.Shorts)
      case Schema.Kind.Int     => column(Kind.Ints)
      case Schema.Kind.Long    => column(Kind.Longs)
      case Schema.Kind.Char    => column(Kind.Chars)
      case Schema.Kind.Float   => column(Kind.Floats)
      case Schema.Kind.Double  => column(Kind.Doubles)
      case _                   => Column(Kind.Values, name, guard, 0, 0, codec)

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
