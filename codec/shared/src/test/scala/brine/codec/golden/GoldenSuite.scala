package brine.codec.golden

import brine.codec.internal.bytes.Sha256
import brine.codec.{Hex, ProjectFiles, Same}

/** The bytes of format 1 are those of the golden file, to the last, on every platform.
  *
  * A failure means that the bytes changed, which nothing may do from 0.1.0 on. `golden/README.md` says what to do.
  */
class GoldenSuite extends munit.FunSuite:
  private lazy val file = GoldenFile.parse(ProjectFiles.read(GoldenFile.Path))

  private def wrong(of: GoldenCase[?]): Option[String] = check(of)

  private def check[A](of: GoldenCase[A]): Option[String] =
    file.get(of.name) match
      case None         => Some(s"${of.name} is not in the golden file")
      case Some(golden) =>
        val bytes = Hex(of.encode)
        if bytes != golden then Some(s"${of.name} is written as $bytes, golden is $golden")
        else
          of.decode(Hex.bytes(golden)) match
            case Right(value) if Same(value, of.value) => None
            case Right(value)                          => Some(s"${of.name} reads as $value, not as ${of.value}")
            case Left(error)                           => Some(s"${of.name} does not read: ${error.getMessage}")

  test("every case has its golden bytes, and they read as its value"):
    assertEquals(GoldenCases.all.flatMap(wrong).mkString("\n"), "")

  test("every line of the golden file has its case"):
    val names = GoldenCases.all.map(_.name)
    assertEquals(names.diff(names.distinct), Nil, "names of two cases")
    assertEquals(file.names.diff(names).toList, Nil, "lines without a case")
    assertEquals(file.names.diff(file.names.distinct).toList, Nil, "names of two lines")

  // Lines may follow; these stay.
  private val frozen = 607

  test("the lines of the day on which the format was frozen are there as they were"):
    val lines = file.lines.take(frozen).map((name, hex) => s"$name = $hex")
    assertEquals(lines.size, frozen)
    assertEquals(f"${Sha256.firstLong(lines.mkString("\n").getBytes("UTF-8"))}%016x", "3dc3b18b0fbd16d3")
