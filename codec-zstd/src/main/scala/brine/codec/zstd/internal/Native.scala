package brine.codec.zstd.internal

import brine.codec.internal.concurrent.Once
import brine.codec.zstd.ZstdDictionary

import com.github.luben.zstd.{Zstd as Library, ZstdDictCompress, ZstdDictDecompress, ZstdException}

/** The native library, with a level and a dictionary for compression. Dictionaries are digested once and shared. */
private[zstd] final class Native(level: Int, dictionary: Option[ZstdDictionary]):
  private val writer = Once(dictionary.map(one => new ZstdDictCompress(one.content, level)))

  def compress(bytes: Array[Byte], magic: Boolean): Array[Byte] =
    Contexts.writing(bytes.length): context =>
      context.setLevel(level).setChecksum(false).setContentSize(true).setDictID(true).setMagicless(!magic)
      writer().foreach(context.loadDict)
      context.compress(bytes)

  def expand(
      bytes: Array[Byte],
      from: Int,
      length: Int,
      size: Int,
      dictionary: Option[ZstdDictionary],
      magic: Boolean
  ): Either[String, Array[Byte]] =
    Contexts.reading: context =>
      try
        context.setMagicless(!magic)
        dictionary.foreach(one => context.loadDict(one.reader))
        val expanded = new Array[Byte](size)
        val done     = context.decompressByteArray(expanded, 0, size, bytes, from, length)
        Either.cond(done == size, expanded, s"a Zstandard frame of $done bytes, not of $size as it says")
      catch case error: ZstdException => Left(s"a damaged Zstandard frame: ${error.getMessage}")

private[zstd] object Native:
  def levels: Range.Inclusive = Library.minCompressionLevel to Library.maxCompressionLevel

  def reader(dictionary: Array[Byte]): ZstdDictDecompress = new ZstdDictDecompress(dictionary)

  def dictionaryId(dictionary: Array[Byte]): Long = Library.getDictIdFromDict(dictionary) & 0xffffffffL

  /** Whether the library accepts these bytes as a dictionary. */
  def isDictionary(dictionary: Array[Byte]): Boolean =
    try
      new ZstdDictDecompress(dictionary).close()
      new ZstdDictCompress(dictionary, 3).close()
      true
    catch case _: (IllegalStateException | ZstdException) => false

  def train(samples: Array[Array[Byte]], size: Int): Either[String, Array[Byte]] =
    val room = new Array[Byte](size)
    try
      val done = Library.trainFromBuffer(samples, room)
      if Library.isError(done) then Left(Library.getErrorName(done))
      else Right(java.util.Arrays.copyOf(room, done.toInt))
    catch case error: ZstdException => Left(error.getMessage)
