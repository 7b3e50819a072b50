package brine.codec.zstd.internal

/** The header of a Zstandard frame (RFC 8878, section 3.1.1).
  *
  * @param size
  *   length of the content in bytes
  * @param dictionary
  *   id of the dictionary needed; 0 for none
  */
private[zstd] final case class Frame(size: Long, dictionary: Long)

private[zstd] object Frame:
  private val Magic = Array(0x28, 0xb5, 0x2f, 0xfd)

  private inline val SingleSegment = 0x20
  private inline val Reserved      = 0x08
  private inline val Checksum      = 0x04

  /** Parses the header of a frame that occupies all these bytes, and follows its blocks to the end, so that the native
    * library only ever sees whole frames. Allocates no memory.
    */
  def parse(bytes: Array[Byte], from: Int, length: Int): Either[String, Frame] =
    if length < 4 || (0 until 4).exists(i => (bytes(from + i) & 0xff) != Magic(i)) then Left("not a Zstandard frame")
    else parseWithoutMagic(bytes, from + 4, length - 4)

  /** Like [[parse]], for a frame without its four magic bytes. */
  def parseWithoutMagic(bytes: Array[Byte], from: Int, length: Int): Either[String, Frame] =
    val end        = from + length
    def at(i: Int) = bytes(from + i) & 0xffL
    if length < 1 then Left("no Zstandard frame")
    else
      val flags                      = at(0).toInt
      val isSingle                   = (flags & SingleSegment) != 0
      val windowBytes                = if isSingle then 0 else 1
      val idBytes                    = Array(0, 1, 2, 4)(flags & 3)
      val sizeBytes                  = Array(if isSingle then 1 else 0, 2, 4, 8)(flags >>> 6)
      val blocks                     = 1 + windowBytes + idBytes + sizeBytes
      def number(i: Int, count: Int) = (0 until count).map(k => at(i + k) << 8 * k).sum
      if blocks > length then Left("a Zstandard frame that ends within its header")
      else if (flags & Reserved) != 0 then Left("a Zstandard frame with a reserved bit set")
      else if sizeBytes == 0 then Left("a Zstandard frame that does not say how long its content is")
      else
        val size  = number(1 + windowBytes + idBytes, sizeBytes) + (if sizeBytes == 2 then 256 else 0)
        val ended = endOfBlocks(bytes, from + blocks, end)
        if ended < 0 || ended + (if (flags & Checksum) != 0 then 4 else 0) != end then
          Left("a Zstandard frame that does not end where its bytes do")
        else if size < 0 || size > Int.MaxValue then
          Left(s"a Zstandard frame of ${java.lang.Long.toUnsignedString(size)} bytes")
        else Right(Frame(size, number(1 + windowBytes, idBytes)))

  /** The end of the last block, or -1 if there is none before `end`. */
  private def endOfBlocks(bytes: Array[Byte], start: Int, end: Int): Int =
    var at   = start
    var last = false
    while !last && at >= 0 do
      if end - at < 3 then at = -1
      else
        val header = bytes(at) & 0xff | (bytes(at + 1) & 0xff) << 8 | (bytes(at + 2) & 0xff) << 16
        val kind   = header >>> 1 & 3
        // A block of one repeated byte contains that byte; the third kind is reserved.
        val length = if kind == 1 then 1 else header >>> 3
        last = (header & 1) != 0
        at = if kind == 3 || length > end - at - 3 then -1 else at + 3 + length
    at
