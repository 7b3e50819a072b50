package brine.lab.run

import com.github.luben.zstd.Zstd
import java.io.{ByteArrayOutputStream, DataInputStream}
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream

/** The sizes of a case's bytes, as they are and compressed.
  *
  * @param raw
  *   the sum over the values
  * @param gzip
  *   each value compressed alone, summed
  * @param gzipTogether
  *   all values in one stream, framed as the published code does: a 4-byte count, then a 4-byte length and the bytes of each
  * @param zstd
  *   the same framed stream (a lone value unframed) at level 3
  */
final case class Compression(raw: Long, gzip: Long, gzipTogether: Long, zstd: Long, values: Int)

object Compression:
  val zstdLevel = 3

  /** Measures a file the harness wrote, which has that same framing. */
  def of(file: Path): Compression =
    val framed = Files.readAllBytes(file)
    val in     = DataInputStream(_root_.java.io.ByteArrayInputStream(framed))
    val values = IndexedSeq.fill(in.readInt()):
      val bytes = new Array[Byte](in.readInt())
      in.readFully(bytes)
      bytes
    of(values, framed)

  /** Measures a lone value. */
  def ofOne(bytes: Array[Byte]): Compression = of(IndexedSeq(bytes), bytes)

  private def of(values: IndexedSeq[Array[Byte]], framed: Array[Byte]): Compression =
    val alone = values.map(gzipped).sum
    val whole = if values.size == 1 then values.head else framed
    Compression(
      values.map(_.length.toLong).sum,
      alone,
      if values.size == 1 then alone else gzipped(framed),
      Zstd.compress(whole, zstdLevel).length,
      values.size
    )

  private def gzipped(bytes: Array[Byte]): Long =
    val out  = ByteArrayOutputStream(bytes.length / 2 + 64)
    val gzip = GZIPOutputStream(out)
    gzip.write(bytes)
    gzip.close()
    out.size
