package brine.codec.inspect.internal

import brine.codec.In
import brine.codec.Schema.Kind
import brine.codec.internal.numbers.{Bits, IntSequences}
import brine.codec.internal.references.Dictionary

/** Describes in words how values are encoded: the form of a string, the unit of a time, the packing of numbers. Only
  * for bytes that were decoded without an error.
  */
private[inspect] object Forms:
  /** Whether the bytes of a kind at this place are a reference. */
  def isReference(kind: Kind, first: Int, hasDictionary: Boolean): Boolean = hasDictionary && (kind match
    case Kind.String | Kind.URI | Kind.ZoneId => first >= Dictionary.TextReference
    case Kind.UUID                            => first >= Dictionary.UuidReference && first != Dictionary.PlainUuid
    case _                                    => false)

  /** How a value of a kind is encoded, starting at index `at`. */
  def of(kind: Kind, array: Array[Byte], at: Int, end: Int, hasDictionary: Boolean): String =
    val first = if at < end then array(at) & 0xff else 0
    if isReference(kind, first, hasDictionary) then
      s"$kind, ${distance(kind, first, if at + 1 < end then array(at + 1) & 0xff else 0)} back in the dictionary"
    else
      kind match
        case Kind.String | Kind.URI | Kind.ZoneId => s"$kind, ${text(array, at, end, hasDictionary)}"
        case Kind.Instant                         =>
          if isFull(array, at, end) then "Instant, in full" else s"Instant, ${unit(first)} since the one before"
        case Kind.Duration =>
          if isFull(array, at, end) then "Duration, in full" else s"Duration, in ${unit(first)}"
        case Kind.LocalTime => s"LocalTime, in ${unit(first)}"
        case other          => other.toString

  private def distance(kind: Kind, first: Int, second: Int): Int =
    if kind == Kind.UUID then
      if first < Dictionary.FarUuidReference then first - Dictionary.UuidReference + 1
      else ((first - Dictionary.FarUuidReference) << 8 | second) + Dictionary.NearUuids + 1
    else if first < Dictionary.FarTextReference then first - Dictionary.TextReference + 1
    else ((first - Dictionary.FarTextReference) << 8 | second) + Dictionary.NearTexts + 1

  private def isFull(array: Array[Byte], at: Int, end: Int): Boolean =
    end - at > 9 && (at until at + 9).forall(array(_) == -1)

  private def unit(first: Int): String = (first & 3) match
    case 0 => "seconds"
    case 1 => "milliseconds"
    case 2 => "microseconds"
    case _ => "nanoseconds"

  /** The form of a string that is not a reference. */
  private def text(array: Array[Byte], at: Int, end: Int, hasDictionary: Boolean): String =
    val in    = In(array, at, end - at)
    val first = in.readByte() & 0xff
    if first < 0x80 then "ASCII up to a high bit"
    else if first >= 0xc0 && !hasDictionary then s"ASCII, ${Bytes.count(first & 0x3f, "byte")}"
    else
      val header = if first < 0xa0 then first & 0x1f else first & 0x1f | in.readUnsignedInt() << 5
      if (header & 1) == 0 then
        val window = (array(in.position) & 0xff) << 7
        s"a window from U+${Integer.toHexString(window | 0x10000).drop(1).map(_.toUpper)}, ${Bytes.count(header >>> 1, "byte")}"
      else if (header & 2) == 0 then s"UTF-16, ${Bytes.count(header >>> 2, "unit")}"
      else if (header & 4) == 0 then s"UTF-8, ${Bytes.count(header >>> 3, "byte")}"
      else s"ASCII, ${Bytes.count(header >>> 3, "byte")}"

  /** How integers are packed, starting at their mode byte. */
  def block(array: Array[Byte], at: Int, end: Int): String =
    val in   = In(array, at, end - at)
    val mode = in.readByte() & 0xff
    if mode == IntSequences.Plain then "one by one"
    else if mode == IntSequences.Unsigned then "one by one without signs"
    else
      val width = mode & 0x7f
      val first = in.readLong()
      if mode < 0x80 then if width == 0 then s"all $first" else s"${bits(width)} each above $first"
      else
        val least = in.readLong()
        if width == 0 then s"from $first in steps of $least"
        else s"from $first in steps of ${bits(width)} above $least"

  /** How `count` decimals are packed, starting at the byte of their scale. */
  def decimals(array: Array[Byte], at: Int, end: Int, count: Int): String =
    if array(at) == -1 then "as they are"
    else
      val scale  = array(at).toInt
      val inside = if count < IntSequences.Fewest then "one by one" else block(array, at + 1, end)
      s"integers over 10^$scale, $inside"

  /** How `count` values of `width` bits each are packed. */
  def packed(width: Int, count: Int): String = s"${bits(width)} each, ${Bytes.count(Bits.bytes(count, width), "byte")}"

  private def bits(width: Int): String = Bytes.count(width, "bit")
