package brine.codec.spec

import brine.codec.{Hex, ProjectFiles, Same}

/** The page is the authority: each of its examples must hold, and each example known here must be on the page. */
class SpecExamplesSuite extends munit.FunSuite:
  private lazy val page = SpecPage.parse(ProjectFiles.read("docs/spec/codec-format.md"))

  private def check[A](example: SpecExamples.Example[A], row: SpecPage.Valid): Unit =
    val where = s"line ${row.line}: ${row.of} ${row.value}"
    assertEquals(Hex(example.of.encode(example.value)), Hex(row.bytes), where)
    example.of.decode(row.bytes) match
      case Right(value) => assert(Same(value, example.value), s"$where reads as $value")
      case Left(error)  => fail(s"$where does not read: ${error.getMessage}")

  test("every example of a value on the page is known and holds"):
    val known = SpecExamples.all.map(example => example.key -> example).toMap
    page.valid.foreach: row =>
      known.get((row.of, row.value)) match
        case Some(example) => check(example, row)
        case None          => fail(s"line ${row.line}: no known example of ${row.of} is ${row.value}")

  test("every known example is on the page"):
    val written = page.valid.map(row => (row.of, row.value)).toSet
    val missing = SpecExamples.all.filterNot(example => written(example.key))
    assertEquals(
      missing
        .map(example => s"| `${example.of.name}` | `${example.notation}` | `${bytesOf(example)}` |")
        .mkString("\n", "\n", "\n"),
      "\n\n"
    )

  private def bytesOf[A](example: SpecExamples.Example[A]): String = Hex(example.of.encode(example.value))

  test("every invalid example is refused at the offset it names"):
    val types = SpecExamples.types.map(of => of.name -> of).toMap
    assert(page.invalid.sizeIs >= 60, s"only ${page.invalid.size} invalid examples")
    val wrong = page.invalid.flatMap: row =>
      val where = s"line ${row.line}: ${row.of} ${Hex(row.bytes)}"
      val of    = types.getOrElse(row.of, fail(s"$where: no such type is known"))
      of.decode(row.bytes) match
        case Left(error) if error.offset == row.offset => None
        case Left(error)                               => Some(s"$where: not at ${row.offset}, but ${error.getMessage}")
        case Right(value)                              => Some(s"$where was read as $value")
    assertEquals(wrong.mkString("\n"), "")
