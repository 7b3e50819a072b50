package brine.codec.zstd.internal

import brine.codec.zstd.{Messages, Zstd}
import com.github.luben.zstd.ZstdCompressCtx

class FrameSuite extends munit.FunSuite:
  private def parse(bytes: Array[Byte]) = Frame.parse(bytes, 0, bytes.length)

  private def frame(bytes: Array[Byte], set: ZstdCompressCtx => ZstdCompressCtx): Array[Byte] =
    val context = new ZstdCompressCtx
    try set(context).compress(bytes)
    finally context.close()

  test("the length of the content in all its widths"):
    for size <- Seq(0, 1, 255, 256, 257, 65535, 65791, 65792, 1 << 20) do
      val bytes = Zstd().compress(new Array[Byte](size), Int.MaxValue).get
      assertEquals(parse(bytes), Right(Frame(size, 0)))
      assertEquals(Frame.parse(Array[Byte](1, 2) ++ bytes ++ Array[Byte](3), 2, bytes.length), Right(Frame(size, 0)))
      assertEquals(Frame.parseWithoutMagic(bytes, 4, bytes.length - 4), Right(Frame(size, 0)))

  test("the id of a dictionary in all its widths"):
    for id <- Seq(1L, 255L, 256L, 65535L, 65536L, 0xffffffffL) do
      val bytes = Zstd(Messages.trained.withId(id)).compress(Messages.text(10), 1000).get
      assertEquals(parse(bytes), Right(Frame(450, id)))

  test("a checksum is allowed, a length that is not said is not"):
    val text = Messages.text(10)
    assertEquals(parse(frame(text, _.setChecksum(true))), Right(Frame(450, 0)))
    assertEquals(
      parse(frame(text, _.setContentSize(false))),
      Left("a Zstandard frame that does not say how long its content is")
    )

  test("several blocks are followed to the last"):
    val bytes = Zstd().compress(Messages.random(1, 500000), Int.MaxValue).get
    assertEquals(parse(bytes), Right(Frame(500000, 0)))
    for length <- 0 until bytes.length by 997 do assert(parse(bytes.take(length)).isLeft, s"$length bytes")

  test("no prefix of a frame and nothing after it"):
    val bytes = Zstd(Messages.trained).compress(Messages.text(10), 1000).get
    for length <- 0 until bytes.length do assert(parse(bytes.take(length)).isLeft, s"$length bytes")
    assert(parse(bytes :+ 0.toByte).isLeft)

  test("reserved bits are refused"):
    val bytes = Zstd().compress(Messages.text(10), 1000).get
    bytes(4) = (bytes(4) | 8).toByte
    assertEquals(parse(bytes), Left("a Zstandard frame with a reserved bit set"))
