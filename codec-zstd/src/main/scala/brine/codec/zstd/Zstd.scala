package brine.codec.zstd

import brine.codec.{Compression, DecodeError, In}
import brine.codec.zstd.internal.{Frame, Native}

/** Zstandard compression (RFC 8878) for the blocks of containers and for single messages. JVM only.
  *
  * {{{
  * val container = ContainerWriter(compression = Zstd(level = 19))
  * val reader  = ContainerReader(bytes, compressions = Seq(Zstd()))
  *
  * val zstd  = Zstd(dictionary, level = 19)
  * val small = zstd.compress(Codec.encode(event))
  * zstd.decompress(small, limit = 65536).flatMap(Codec.decode[Event](_))
  * }}}
  *
  * A frame contains the length of its content and the id of its dictionary, but no checksum; containers have checksums
  * of their own. The same version of the native library gives the same bytes for the same input. Decompression
  * allocates memory for the content only, after its length has passed the limit. Immutable; safe for use by several
  * threads at once.
  */
final class Zstd private (val level: Int, val dictionary: Option[ZstdDictionary], known: Map[Long, ZstdDictionary])
    extends Compression:
  private val native = new Native(level, dictionary)

  def kind: Int    = 2
  def name: String = "Zstandard"

  /** Returns the same compression, which can also decompress what was compressed with these dictionaries, such as
    * former ones.
    *
    * @throws IllegalArgumentException
    *   if two different dictionaries have the same id
    */
  def reading(dictionaries: ZstdDictionary*): Zstd =
    new Zstd(level, dictionary, Zstd.byId(known.values ++ dictionaries))

  /** Compresses a single message. The result is a frame without its four magic bytes, or a zero byte followed by the
    * message, whichever is smaller.
    */
  def compress(bytes: Array[Byte]): Array[Byte] =
    val frame = native.compress(bytes, magic = false)
    if frame.length <= bytes.length then frame else Zstd.Plain +: bytes

  /** Decompresses a message that [[compress]] returned.
    *
    * @param bytes
    *   the compressed message
    * @param limit
    *   longest accepted message in bytes; nothing is allocated for a longer one
    * @return
    *   the message, or an error if the bytes are malformed, too long, or need a dictionary that was not given
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
  /** Zstandard's default level. */
  inline val DefaultLevel = 3

  // No frame that contains its content's length starts with this byte.
  private val Plain: Byte = 0

  private[zstd] def error(bytes: Array[Byte], problem: String): DecodeError =
    try In(bytes).failAt(0, problem)
    catch case error: DecodeError => error

  /** Compression without a dictionary.
    *
    * @param level
    *   1 (fast) to 22 (small); negative levels are faster still
    * @throws IllegalArgumentException
    *   if the level is out of range
    */
  def apply(level: Int = DefaultLevel): Zstd = new Zstd(checked(level), None, Map.empty)

  /** Compression with a dictionary, at the default level. Decompression needs the same dictionary. */
  def apply(dictionary: ZstdDictionary): Zstd = apply(dictionary, DefaultLevel)

  /** Compression with a dictionary. Decompression needs the same dictionary.
    *
    * @param dictionary
    *   dictionary to compress with
    * @param level
    *   1 (fast) to 22 (small); negative levels are faster still
    * @throws IllegalArgumentException
    *   if the level is out of range
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
