package brine.codec.bench.datasets

import brine.codec.MessageOptions
import com.github.luben.zstd.Zstd

import java.io.ByteArrayOutputStream
import java.util.zip.{DeflaterOutputStream, GZIPOutputStream}

/** Bytes of a message as it is and compressed: gzip and zlib at level 6, Zstandard at level 3: the defaults. */
private[bench] final case class Sizes(raw: Int, gzip: Int, zlib: Int, zstd: Int)

private[bench] object Sizes:
  def of(message: Array[Byte]): Sizes =
    Sizes(
      message.length,
      compressed(message, GZIPOutputStream(_)),
      compressed(message, DeflaterOutputStream(_)),
      Zstd.compress(message, 3).length
    )

  /** Brine's sizes, without and with a dictionary, and those of the other contenders. */
  def ofAll[A](set: DataSet[A]): Vector[(String, Sizes)] = messages(set).map((name, message) => name -> of(message))

  /** The same, not compressed. */
  def raw[A](set: DataSet[A]): Vector[(String, Int)] = messages(set).map((name, message) => name -> message.length)

  private def messages[A](set: DataSet[A]): Vector[(String, Array[Byte])] =
    val value      = set.value(1)
    val dictionary = Contender.OfBrine(MessageOptions.withDictionary)(using set.codec)
    val all        = Contender.names.map(name => name -> Contender.of(name, set).write(value))
    all.head +: ("Brine with a dictionary" -> dictionary.write(value)) +: all.tail

  private def compressed(message: Array[Byte], by: ByteArrayOutputStream => java.io.OutputStream): Int =
    val bytes  = ByteArrayOutputStream()
    val stream = by(bytes)
    stream.write(message)
    stream.close()
    bytes.size
