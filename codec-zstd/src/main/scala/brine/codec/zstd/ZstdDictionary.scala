package brine.codec.zstd

import brine.codec.DecodeError
import brine.codec.internal.concurrent.Once
import brine.codec.zstd.internal.Native

/** Content that messages of one kind have in common, so that [[Zstd]] need not store it in each message.
  *
  * {{{
  * val dictionary = ZstdDictionary.train(messages.map(Codec.encode(_)))
  * Files.write(path, dictionary.toArray)
  * val same = ZstdDictionary.fromBytes(Files.readAllBytes(path))
  * }}}
  *
  * Keep a dictionary as long as the data compressed with it: without it that data cannot be read. Immutable; safe to
  * share.
  */
final class ZstdDictionary private (bytes: Array[Byte]):
  /** The id by which a compressed message names its dictionary: 1 to 4,294,967,295. */
  val id: Long = Native.dictionaryId(bytes)

  private val ownReader                  = Once(Native.reader(bytes))
  private[zstd] def reader               = ownReader()
  private[zstd] def content: Array[Byte] = bytes

  /** Size of the dictionary in bytes. */
  def size: Int = bytes.length

  /** The dictionary's bytes, in the format of RFC 8878, section 5. */
  def toArray: Array[Byte] = bytes.clone()

  /** Returns the same dictionary under another id. An id of 1 to 255 takes one byte per message, one up to 65,535 takes
    * two, a larger one takes four. Training assigns a random-looking id of four bytes, which another dictionary is
    * unlikely to have.
    *
    * @throws IllegalArgumentException
    *   if the id is not 1 to 4,294,967,295
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

  /** Trains a dictionary on sample messages. The same samples give the same dictionary.
    *
    * @param samples
    *   messages like those to be compressed: at least a few hundred, ideally a hundred times the dictionary's size in
    *   total. Do not measure compression on the samples themselves
    * @param size
    *   maximum size of the dictionary in bytes, 256 or more
    * @throws IllegalArgumentException
    *   if the samples are too few, or if `size` is too small
    */
  def train(samples: Iterable[Array[Byte]], size: Int = 16384): ZstdDictionary =
    require(size >= Smallest, s"a dictionary has $Smallest bytes or more, not $size")
    Native.train(samples.toArray, size) match
      case Right(bytes)  => new ZstdDictionary(bytes)
      case Left(problem) =>
        throw new IllegalArgumentException(
          s"cannot train a dictionary of $size bytes on these ${samples.size} samples: $problem; " +
            "give more samples, or a smaller size"
        )

  /** Reads a dictionary from its bytes; the error says that they are not a Zstandard dictionary. */
  def fromBytes(bytes: Array[Byte]): Either[DecodeError, ZstdDictionary] =
    val own = bytes.clone()
    if Native.dictionaryId(own) != 0 && Native.isDictionary(own) then Right(new ZstdDictionary(own))
    else Left(Zstd.error(own, "not a Zstandard dictionary (RFC 8878, section 5)"))
