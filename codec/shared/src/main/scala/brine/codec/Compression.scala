package brine.codec

import brine.codec.internal.bytes.Deflate as Deflater
import brine.codec.internal.framing.ContainerFormat

/** How a [[ContainerWriter]] compresses a block once the block is full.
  *
  * {{{
  * val container = ContainerWriter(compression = Compression.Deflate)
  * }}}
  *
  * Every reader knows [[Compression.Plain]] and [[Compression.Deflate]]. Give any other, such as Zstandard from the
  * module `brine-codec-zstd`, to the reader as well. Implementations must be safe for use by several threads at once.
  */
trait Compression:
  /** The number written before each compressed block: 0 to 127 belong to the format, 128 to 255 are free for programs.
    */
  def kind: Int

  /** The name used in error messages. */
  def name: String

  /** Compresses all of `bytes`; `None` if the result would take more than `most` bytes. */
  def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]]

  /** Expands a block.
    *
    * Must not allocate memory in proportion to anything the compressed bytes claim, except `size`, which the reader has
    * checked against its [[Limits]].
    *
    * @param bytes
    *   array that contains the compressed block
    * @param from
    *   index of the block's first byte
    * @param length
    *   length of the compressed block in bytes
    * @param size
    *   length of the expanded block in bytes
    * @return
    *   exactly `size` bytes, or the reason why the block does not expand to `size` bytes
    */
  def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]]

object Compression:
  /** Leaves blocks uncompressed. */
  object Plain extends Compression:
    def kind: Int    = ContainerFormat.Plain
    def name: String = "no compression"

    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] = None

    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      Either.cond(length == size, java.util.Arrays.copyOfRange(bytes, from, from + length), s"$length bytes, not $size")

  /** Compresses a block with DEFLATE (RFC 1951) if that makes it smaller; costs time on both sides. JVM only:
    * JavaScript has no synchronous implementation and refuses such blocks.
    */
  object Deflate extends Compression:
    def kind: Int    = ContainerFormat.Deflated
    def name: String = "DEFLATE"

    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] =
      val compressed = Deflater.compress(bytes, most)
      if compressed == null then None else Some(compressed.nn)

    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      if !Deflater.isAvailable then Left("a compressed block, which JavaScript cannot read")
      else
        val expanded = Deflater.expand(bytes, from, length, size)
        if expanded == null then Left(s"a compressed block that does not expand to $size bytes")
        else Right(expanded.nn)
