package brine.codec.inspect

import brine.codec.spec.SpecTypes.Colour
import brine.codec.spec.{SpecExamples, SpecPage}
import brine.codec.{Codec, Hex, ProjectFiles}

/** The examples of the format's page, read by schema alone. */
class InspectSpecSuite extends munit.FunSuite:
  private lazy val page = SpecPage.parse(ProjectFiles.read("docs/spec/codec-format.md"))
  private val inspect   = Inspect(Map("rgb" -> Codec[Colour]))

  test("every example of a message is read as its value"):
    val known   = SpecExamples.all.map(example => example.key -> example).toMap
    val checked =
      page.valid.flatMap(row => known.get((row.of, row.value)).map(row -> _)).filter(_._2.of.framing.nonEmpty)
    assert(checked.sizeIs > 150, s"only ${checked.size}")
    checked.foreach: (row, example) =>
      val where = s"line ${row.line}: ${row.of} ${row.value}"
      inspect.values(row.bytes, example.of.framing.get) match
        case Right(Vector(value)) if !row.of.startsWith("container") =>
          assert(Corresponds(value, example.value), s"$where is read as $value")
        case Right(values) => assert(Corresponds(Value.Sequence(values), example.value), s"$where is read as $values")
        case Left(error)   => fail(s"$where: $error")

  // What only a program can know: that elements are equal, that a number is not one of a bit set.
  private val onlyForPrograms = Set("Set[String]", "BitSet", "TreeMap[Int, String] 04 02 c0 02 c0")

  test("every invalid example is refused at the offset it names"):
    val types   = SpecExamples.types.map(of => of.name -> of).toMap
    val checked = page.invalid
      .filterNot(row => onlyForPrograms(row.of) || onlyForPrograms(s"${row.of} ${Hex(row.bytes)}"))
      .filter(row => types(row.of).framing.nonEmpty)
    assert(checked.sizeIs > 100, s"only ${checked.size}")
    checked.foreach: row =>
      val where = s"line ${row.line}: ${row.of} ${Hex(row.bytes)}"
      inspect.values(row.bytes, types(row.of).framing.get) match
        case Left(error)  => assertEquals(error.offset, row.offset, s"$where: ${error.getMessage}")
        case Right(value) => fail(s"$where was read as $value")
