package brine.codec.zstd

import brine.codec.{Compression, DecodeError, In}
import brine.codec.zstd.internal.{Frame, Native}

/** Zstandard (RFC 8878), for the blocks of segments and for single messages.
  *
  * {{{
  * val segment = SegmentWriter(compression = Zstd(level = 19))
  * val reader  = SegmentReader(bytes, compressions = Seq(Zstd()))
  *
  * val zstd  = Zstd(dictionary, level = 19)
  * val small = zstd.compress(Codec.encode(event))
  * zstd.decompress(small, limit = 65536).flatMap(Codec.decode[Event](_))
  * }}}
  *
  * A frame says how long its content is and which dictionary it needs, and has no checksum: a segment has one of its own. One version of the native library gives the same bytes for the same input. Reading takes memory for the content, once
  * its length is within the limit, and for nothing else that the bytes claim. Immutable; safe for use by several threads at once.
  */
final class Zstd private (val level: Int, val dictionary: Option[ZstdDictionary], known: Map[Long, ZstdDictionary])
    extends Compression:
  private val native = new Native(level, dictionary)

  def kind: Int    = 2
  def name: String = "Zstandard"

  /** The same, which also reads what was written with these dictionaries, such as those used before.
    *
    * @throws IllegalArgumentException
    *   if two dictionaries have the same id
    */
  def reading(dictionaries: ZstdDictionary*): Zstd =
    new Zstd(level, dictionary, Zstd.byId(known.values ++ dictionaries))

  /** One message: a frame without the four bytes that all frames start with, or the byte 0 and the message as it is, whichever is
    * smaller.
    */
  def compress(bytes: Array[Byte]): Array[Byte] =
    val frame = native.compress(bytes, magic = false)
    if frame.length <= bytes.length then frame else Zstd.Plain +: bytes

  /** The message that [[compress]] made these bytes of.
    *
    * @param limit
    *   the longest that is accepted, in bytes; no memory is reserved for a longer one
    */
  def decompress(bytes: Array[Byte], limit: Int): Either[DecodeError, Array[Byte]] =
    val result =
      if bytes.nonEmpty && bytes(0) == Zstd.Plain then within(bytes.length - 1, limit).map(_ => bytes.tail)
      else
        for
          frame    <- Frame.parseWithoutMagic(bytes, 0, bytes.length)
          _        <- within(frame.size, limit)
          expanded <- expand(bytes, 0, bytes.length, frame, magic = false)
        yield expanded
    result.left.map(Zstd.error(bytes, _))

  private def within(size: Long, limit: Int): Either[String, Unit] =
    Either.cond(size <= limit, (), s"a message of $size bytes; the limit is $limit")

  def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] =
    Some(native.compress(bytes, magic = true)).filter(_.length <= most)

  def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
    Frame
      .parse(bytes, from, length)
      .flatMap: frame =>
        if frame.size != size then Left(s"a Zstandard frame of ${frame.size} bytes, where $size were announced")
        else expand(bytes, from, length, frame, magic = true)

  private def expand(
      bytes: Array[Byte],
      from: Int,
      length: Int,
      frame: Frame,
      magic: Boolean
  ): Either[String, Array[Byte]] =
    val id         = frame.dictionary
    val dictionary = known.get(id)
    if id != 0 && dictionary.isEmpty then Left(s"compressed with dictionary $id, but this reader $has")
    else native.expand(bytes, from, length, frame.size.toInt, dictionary, magic)

  private def has: String =
    if known.isEmpty then "was given none: Zstd(dictionary)"
    else s"has ${known.keys.toList.sorted.mkString(", ")}: Zstd(...).reading(dictionary)"

  override def toString: String = s"Zstd(level $level${dictionary.fold("")(one => s", dictionary ${one.id}")})"

object Zstd:
  /** Zstandard's own default. */
  inline val DefaultLevel = 3

  // No frame that says how long its content is starts with it.
  private val Plain: Byte = 0

  private[zstd] def error(bytes: Array[Byte], problem: String): DecodeError =
    try In(bytes).failAt(0, problem)
    catch case error: DecodeError => error

  /** Without a dictionary.
    *
    * @param level
    *   from 1, fast, to 22, small; negative ones are faster still
    * @throws IllegalArgumentException
    *   if there is no such level
    */
  def apply(level: Int = DefaultLevel): Zstd = new Zstd(checked(level), None, Map.empty)

  /** With a dictionary, which is needed to read what was written. */
  def apply(dictionary: ZstdDictionary): Zstd = apply(dictionary, DefaultLevel)

  /** With a dictionary, which is needed to read what was written.
    *
    * @throws IllegalArgumentException
    *   if there is no such level
    */
  def apply(dictionary: ZstdDictionary, level: Int): Zstd =
    new Zstd(checked(level), Some(dictionary), byId(Seq(dictionary)))

  private def checked(level: Int): Int =
    require(
      Native.levels.contains(level),
      s"a level of Zstandard is ${Native.levels.start} to ${Native.levels.end}, not $level"
    )
    level

  private def byId(dictionaries: Iterable[ZstdDictionary]): Map[Long, ZstdDictionary] =
    dictionaries.groupBy(_.id).map { (id, same) =>
      require(same.forall(_ == same.head), s"two dictionaries have the id $id")
      id -> same.head
    }
