package brine.examples.site.importing

import java.io.{BufferedReader, StringReader}
import scala.util.Random

class TextLinesSuite extends munit.FunSuite:
  private def all(lines: TextLines) = Iterator.continually(lines.next()).takeWhile(_ != null).toVector

  test("lines are those of the JDK, wherever they end in the buffer"):
    val random = Random(1)
    for round <- 1 to 200 do
      val long = if round % 10 == 0 then 70_000 else 20
      val text = Iterator
        .fill(random.nextInt(30))("x" * random.nextInt(long) + List("\n", "\r\n", "\n\n")(random.nextInt(3)))
        .mkString + "x" * random.nextInt(2)
      val reader = BufferedReader(StringReader(text))
      val plain  = Iterator.continually(reader.readLine()).takeWhile(_ != null).toVector
      val lines  = TextLines(StringReader(text), 100_000)
      assertEquals(all(lines), plain)
      assertEquals(lines.number, plain.size)

  test("a line that is too long is an error, and says which one it is"):
    val lines = TextLines(StringReader("x" * 10 + "\n" + "x" * 11), 10)
    assertEquals(lines.next(), "x" * 10)
    intercept[TextLines.TooLong](lines.next()): Unit
    assertEquals(lines.number, 2)
