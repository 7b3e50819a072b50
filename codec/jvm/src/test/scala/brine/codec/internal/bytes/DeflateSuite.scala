package brine.codec.internal.bytes

import scala.util.Random

class DeflateSuite extends munit.FunSuite:
  private val text = ("the quick brown fox jumps over the lazy dog. " * 40).getBytes("US-ASCII").nn

  private def compressed(bytes: Array[Byte]): Array[Byte] = Deflate.compress(bytes, bytes.length + 100).nn

  private def expand(bytes: Array[Byte], size: Int): Option[Seq[Byte]] =
    val expanded = Deflate.expand(bytes, 0, bytes.length, size)
    if expanded == null then None else Some(expanded.nn.toSeq)

  test("bytes come back, whether they compress or not"):
    val random = Random(1).nextBytes(5000)
    for bytes <- Seq(text, random, Array[Byte](7), Array.emptyByteArray) do
      assertEquals(expand(compressed(bytes), bytes.length), Some(bytes.toSeq))
    assert(compressed(text).length * 10 < text.length)

  test("a part of an array is expanded"):
    val stream = compressed(text)
    val around = Array[Byte](1, 2, 3) ++ stream ++ Array[Byte](4, 5)
    assertEquals(Deflate.expand(around, 3, stream.length, text.length).nn.toSeq, text.toSeq)

  test("nothing is kept that does not become smaller than asked for"):
    val size = compressed(text).length
    assert(Deflate.compress(text, size - 1) == null)
    assert(Deflate.compress(text, 0) == null)
    assert(Deflate.compress(text, -5) == null)

  test("only just the length that was said is accepted"):
    val stream = compressed(text)
    for size <- Seq(0, 1, text.length - 1, text.length + 1, 2 * text.length) do
      assertEquals(expand(stream, size), None, s"$size bytes")

  test("a stream that is cut off, goes on or is none is refused"):
    val stream = compressed(text)
    for length <- 0 until stream.length do assertEquals(expand(stream.take(length), text.length), None)
    assertEquals(expand(stream :+ 0.toByte, text.length), None)
    assertEquals(expand(Array[Byte](7, 7, 7), 3), None)
