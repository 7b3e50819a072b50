package brine.codec.internal

import brine.codec.{Codec, PrimitiveCodecs, Schema}

/** One of the columns that the values of a flat type are taken apart into: a field, or the presence of an optional one.
  *
  * @param name
  *   the path of the field, for error messages; empty if the value itself is the column
  * @param guard
  *   the column of presences this one has values for, or -1 if it has one for every row
  * @param bits
  *   of [[Column.Kind.Bits]]: how many bits a value takes
  * @param cases
  *   of [[Column.Kind.Bits]]: how many values there are, from 0
  * @param codec
  *   of [[Column.Kind.Values]]: what writes them one by one
  */
private[codec] final class Column(
    val kind: Column.Kind,
    val name: String,
    val guard: Int,
    val bits: Int,
    val cases: Int,
    val codec: Codec[?] | Null
):
  /** The same column where `first` columns stand before the guard's, and `prefix` before its name. */
  def within(prefix: String, first: Int): Column =
    val path = if prefix.isEmpty then name else if name.isEmpty then prefix else s"$prefix.$name"
    Column(kind, path, if guard < 0 then guard else guard + first, bits, cases, codec)

  /** The same column, for the rows where another one has a value, unless it depends on a nearer one. */
  def guardedBy(presence: Int): Column = if guard >= 0 then this else Column(kind, name, presence, bits, cases, codec)

  /** Whether the column takes fewer bytes than its values one by one. */
  def isPacked: Boolean = kind.ordinal <= Column.Kind.Longs.ordinal

private[codec] object Column:
  enum Kind:
    /** Booleans, presences and tags of a fixed number of bits. */
    case Bits

    /** Integers, packed. */
    case Shorts, Chars, Ints, Longs

    /** Floating point numbers, packed if they are decimals. */
    case Floats, Doubles

    /** Anything that is written one by one. */
    case Bytes, Values

  /** Presences; they have no name of their own. */
  def presence(guard: Int): Column = Column(Kind.Bits, "", guard, 1, 2, null)

  /** The column of a kind of value that is not taken apart, written by `codec` if one by one; null for `Unit`. */
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

  /** Whether a codec puts its values into a column of its kind. */
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
