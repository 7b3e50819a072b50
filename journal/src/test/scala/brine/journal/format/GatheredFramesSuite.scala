package brine.journal.format

import brine.journal.storage.MemoryStorage
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.SplittableRandom

final class GatheredFramesSuite extends munit.FunSuite:
  private val path = Path.of("/journal/x.seg").toAbsolutePath

  private def lentOf(bytes: Array[Byte]): LentBytes =
    val lent = LentBytes(bytes.length)
    lent.begin()
    lent.buffer.put(bytes)
    lent.end()
    lent

  private def random(source: SplittableRandom, length: Int): Array[Byte] =
    val bytes = new Array[Byte](length)
    source.nextBytes(bytes)
    bytes

  test("parts of the buffer and lent bytes are written in the order in which they came, again and again"):
    val source = SplittableRandom(3)
    val buffer = ByteBuffer.allocateDirect(10_000)
    val parts  = GatheredFrames(buffer)
    for round <- 1 to 200 do
      val written = Vector.newBuilder[Byte]
      val lent    = lentOf(random(source, 2_000))
      val all     = new Array[Byte](2_000)
      lent.copy(0, all, 2_000)
      var lentBytes = 0
      // More than the arrays begin with, in some rounds; each part of a lent memory once, from front to back.
      var lentAt = 0
      for _ <- 0 until source.nextInt(60) do
        if source.nextBoolean() then
          val bytes = random(source, source.nextInt(100))
          buffer.put(bytes): Unit
          written ++= bytes
        else
          val length = 1 + source.nextInt(30)
          parts.add(lent, lentAt, length)
          written ++= all.slice(lentAt, lentAt + length)
          lentAt += length
          lentBytes += length
      assertEquals((parts.lentBytes, parts.isEmpty), (lentBytes, lentBytes == 0), s"round $round")
      val storage  = MemoryStorage()
      val expected = written.result()
      parts.write(storage.create(path), 7)
      assertEquals(storage.bytes(path).toVector, Vector.fill(if expected.isEmpty then 0 else 7)(0: Byte) ++ expected)
      parts.clear()
      buffer.clear()
      assertEquals((parts.lentBytes, parts.isEmpty), (0, true))

  test("without anything nothing is written"):
    val parts   = GatheredFrames(ByteBuffer.allocate(10))
    val storage = MemoryStorage()
    parts.write(storage.create(path), 0)
    assertEquals(storage.bytes(path).length, 0)
