package brine.codec

import brine.codec.internal.{Deflate as Deflater, SegmentFormat}

/** What happens to a block of a segment once it is full.
  *
  * {{{
  * val segment = SegmentWriter(compression = Compression.Deflate)
  * }}}
  *
  * [[Compression.Plain]] and [[Compression.Deflate]] are known to every reader. Others, such as Zstandard of the module
  * `brine-codec-zstd`, have to be given to the reader as well. Implementations are safe for use by several threads at once.
  */
trait Compression:
  /** The number that stands before each of its blocks: 0 to 127 are those of the format, 128 to 255 are left to programs. */
  def kind: Int

  /** What it is called in errors. */
  def name: String

  /** The compressed form of all of `bytes`, if it takes at most `most` bytes. */
  def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]]

  /** The `size` bytes that `length` bytes from index `from` on stand for, or why they do not stand for just so many. Must not take
    * memory in proportion to anything else that the bytes claim; the reader holds `size` to its [[Limits]].
    */
  def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]]

object Compression:
  /** A block is written as it is. */
  object Plain extends Compression:
    def kind: Int    = SegmentFormat.Plain
    def name: String = "no compression"

    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] = None

    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      Either.cond(length == size, java.util.Arrays.copyOfRange(bytes, from, from + length), s"$length bytes, not $size")

  /** A block is compressed by DEFLATE (RFC 1951) if that makes it smaller, which costs time on both sides. On the JVM only:
    * JavaScript has no synchronous implementation of it, and refuses such blocks.
    */
  object Deflate extends Compression:
    def kind: Int    = SegmentFormat.Deflated
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
