package brine.codec.golden

import brine.codec.inspect.Framing
import brine.codec.internal.bytes.{Checksum, Memory}
import brine.codec.{Compression, In, Out}

/** The containers of the golden file once more, with every block compressed by DEFLATE. These bytes are only read: a
  * compressor may choose others one day.
  */
object DeflateGolden:
  /** Where they are, from the project's root. */
  val Path = "golden/codec/deflate-1.txt"

  private val start = 5

  def cases: List[GoldenCase[?]] =
    GoldenCases.all.filter(of => of.framing.exists(_.isInstanceOf[Framing.Container]) && of.messages.nonEmpty)

  /** The same container, compressed. */
  def compressed(container: Array[Byte]): Array[Byte] =
    val in  = In(container)
    val out = Out()
    in.take(start): Unit
    out.writeBytes(container, 0, start)
    while in.remaining > 0 do
      val length = in.readUnsignedInt()
      in.take(5): Unit // its kind and checksum
      val from    = in.take(length)
      val payload = java.util.Arrays.copyOfRange(container, from, from + length)
      writeBlock(out, payload)
    out.toArray

  private def writeBlock(out: Out, payload: Array[Byte]): Unit =
    val inner      = Out()
    val compressed = Compression.Deflate.compress(payload, 2 * payload.length + 64).get
    inner.writeUnsignedInt(payload.length)
    inner.writeBytes(compressed, 0, compressed.length)
    val bytes = inner.toArray
    val crc   = new Array[Byte](4)
    Memory.putInt(crc, 0, Checksum.crc32c(bytes, 0, bytes.length))
    out.writeUnsignedInt(bytes.length)
    out.writeByte(1)
    out.writeBytes(crc, 0, crc.length)
    out.writeBytes(bytes, 0, bytes.length)
