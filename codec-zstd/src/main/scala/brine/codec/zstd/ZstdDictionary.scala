package brine.codec.zstd

import brine.codec.DecodeError
import brine.codec.zstd.internal.Native

/** What messages of a kind have in common, so that each of them need not say it: for [[Zstd]].
  *
  * {{{
  * val dictionary = ZstdDictionary.train(messages.map(Codec.encode(_)))
  * Files.write(path, dictionary.toArray)
  * val same = ZstdDictionary.fromBytes(Files.readAllBytes(path))
  * }}}
  *
  * Keep it as long as what was written with it: nothing reads that without it. Immutable; safe to share.
  */
final class ZstdDictionary private (bytes: Array[Byte]):
  /** The number by which messages say which dictionary they need: 1 to 4294967295. */
  val id: Long = Native.dictionaryId(bytes)

  private[zstd] lazy val reader          = Native.reader(bytes)
  private[zstd] def content: Array[Byte] = bytes

  /** Its length in bytes. */
  def size: Int = bytes.length

  /** Its bytes, in the format of RFC 8878, section 5. */
  def toArray: Array[Byte] = bytes.clone()

  /** The same content under another id. One of 1 to 255 takes one byte in each message, up to 65535 two, larger ones four; trained
    * dictionaries get a number of four bytes, which no other is likely to have.
    *
    * @throws IllegalArgumentException
    *   if the id is not 1 to 4294967295
    */
  def withId(id: Long): ZstdDictionary =
    require(id > 0 && id <= 0xffffffffL, s"the id of a dictionary is 1 to 4294967295, not $id")
    val renamed = bytes.clone()
    for i <- 0 until 4 do renamed(ZstdDictionary.IdAt + i) = (id >>> 8 * i).toByte
    new ZstdDictionary(renamed)

  override def equals(other: Any): Boolean = other match
    case that: ZstdDictionary => java.util.Arrays.equals(bytes, that.content)
    case _                    => false

  override def hashCode: Int    = java.util.Arrays.hashCode(bytes)
  override def toString: String = s"ZstdDictionary($id, $size bytes)"

object ZstdDictionary:
  private inline val IdAt     = 4
  private inline val Smallest = 256

  /** Learns from messages what they have in common. The same samples give the same dictionary.
    *
    * @param samples
    *   messages such as will be compressed, a few hundred at least, together about a hundred times as long as the dictionary or what
    *   there is. They must not be what is measured with it afterwards
    * @param size
    *   how long it may become, in bytes, 256 or more
    * @throws IllegalArgumentException
    *   if the samples are too few to learn from, or `size` too small
    */
  def train(samples: Iterable[Array[Byte]], size: Int = 16384): ZstdDictionary =
    require(size >= Smallest, s"a dictionary has $Smallest bytes or more, not $size")
    Native.train(samples.toArray, size) match
      case Right(bytes)  => new ZstdDictionary(bytes)
      case Left(problem) =>
        throw new IllegalArgumentException(
          s"no dictionary of $size bytes can be learnt from these ${samples.size} samples: $problem; give more, or a smaller size"
        )

  /** A dictionary from its bytes, or why they are none. */
  def fromBytes(bytes: Array[Byte]): Either[DecodeError, ZstdDictionary] =
    val own = bytes.clone()
    if Native.dictionaryId(own) != 0 && Native.isDictionary(own) then Right(new ZstdDictionary(own))
    else Left(Zstd.error(own, "not a Zstandard dictionary (RFC 8878, section 5)"))
