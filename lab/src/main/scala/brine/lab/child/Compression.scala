package brine.lab.child

import brine.lab.results.Cell
import com.github.luben.zstd.Zstd
import java.io.{ByteArrayOutputStream, DataInputStream}
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream

/** The sizes of a case in bytes, raw and compressed.
  *
  * @param raw
  *   sum over the values
  * @param gzip
  *   each value compressed on its own, summed
  * @param gzipTogether
  *   all values in one stream, framed as in the published code: a 4-byte count, then a 4-byte length and the bytes of
  *   each
  * @param zstd
  *   the same framed stream (a single value unframed) at level 3
  * @param zstdEach
  *   each value compressed on its own at level 3, summed
  * @param together
  *   length of the stream that `gzipTogether` and `zstd` compress
  */
final case class Compression(
    raw: Long,
    gzip: Long,
    gzipTogether: Long,
    zstd: Long,
    values: Int,
    zstdEach: Long,
    together: Long
):
  /** The sizes as a cell has them. */
  def inCell: Cell.Sizes = Cell.Sizes(
    sizeB = Some(raw.toDouble),
    gzipB = Some(gzip.toDouble),
    gzipTogetherB = Some(gzipTogether.toDouble),
    zstdB = Some(zstd.toDouble),
    zstdEachB = Some(zstdEach.toDouble),
    togetherB = Some(together.toDouble)
  )

object Compression:
  val zstdLevel = 3

  /** Measures a file that the harness wrote with this framing. */
  def of(file: Path): Compression =
    val framed = Files.readAllBytes(file)
    val values = unframed(framed)
    of(values, if values.size == 1 then values.head else framed)

  /** Measures a library's own format for many messages, from a file with one message per container and a file with one
    * container for all messages.
    */
  def ofContainers(alone: Path, together: Path): Compression =
    of(unframed(Files.readAllBytes(alone)), unframed(Files.readAllBytes(together)).head)

  private def unframed(framed: Array[Byte]): IndexedSeq[Array[Byte]] =
    val in = DataInputStream(_root_.java.io.ByteArrayInputStream(framed))
    IndexedSeq.fill(in.readInt()):
      val bytes = new Array[Byte](in.readInt())
      in.readFully(bytes)
      bytes

  /** Measures a single value. */
  def ofOne(bytes: Array[Byte]): Compression = of(IndexedSeq(bytes), bytes)

  private def of(values: IndexedSeq[Array[Byte]], whole: Array[Byte]): Compression =
    Compression(
      values.map(_.length.toLong).sum,
      values.map(gzipped).sum,
      gzipped(whole),
      zstd(whole),
      values.size,
      values.map(zstd).sum,
      whole.length
    )

  private def zstd(bytes: Array[Byte]): Long = Zstd.compress(bytes, zstdLevel).length

  private def gzipped(bytes: Array[Byte]): Long =
    val out  = ByteArrayOutputStream(bytes.length / 2 + 64)
    val gzip = GZIPOutputStream(out)
    gzip.write(bytes)
    gzip.close()
    out.size
