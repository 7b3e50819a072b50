package brine.lab.peer

import brine.lab.Fixtures
import java.nio.file.Files
import scala.util.Random

/** Bytes before the zeros at the end of a file, compared with what was written. */
final class UsedBytesSuite extends munit.FunSuite:
  private val chunk = 1 << 16

  private def used(files: (String, Array[Byte])*): Long = Fixtures.in("used-bytes"): folder =>
    for (name, content) <- files do Files.write(folder.resolve(name), content): Unit
    UsedBytes.ofSegments(folder)

  test("a segment counts up to its last byte that is not zero, wherever that is"):
    val random = Random(11)
    val near   = for edge <- List(0, chunk, 2 * chunk); by <- -2 to 2 yield edge + by
    for
      written <- near.filter(_ >= 0) ++ List.fill(20)(random.nextInt(3 * chunk))
      ahead   <- List(0, 1, chunk - 1, chunk, chunk + 1, random.nextInt(3 * chunk))
    do
      val content = Array.fill(written)(random.nextInt(2).toByte) ++ Array.fill(ahead)(0.toByte)
      if written > 0 then content(written - 1) = -1
      assertEquals(used("1.seg" -> content), written.toLong, s"$written bytes, $ahead zeros")

  test("all segments of the folder count, and no other file"):
    val content = Array[Byte](1, 0, 2, 0, 0)
    assertEquals(used("1.seg" -> content, "2.seg" -> content, "manifest" -> content, "3.seg" -> Array()), 6L)
    assertEquals(used(), 0L)
