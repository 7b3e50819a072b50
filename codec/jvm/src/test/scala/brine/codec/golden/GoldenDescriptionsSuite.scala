package brine.codec.golden

import brine.codec.ProjectFiles

/** Schemas and values beside the golden bytes are those of the cases. */
class GoldenDescriptionsSuite extends munit.FunSuite:
  private def check(path: String, describe: GoldenCase[?] => Option[String]): Unit =
    val file      = GoldenFile.parse(ProjectFiles.read(path))
    val described = GoldenCases.all.flatMap(of => describe(of).map(of.name -> _))
    assert(described.sizeIs >= 300, s"only ${described.size} lines")
    assertEquals(file.names.diff(described.map(_._1)).toList, Nil, "lines without a case, or twice")
    described.foreach((name, text) => assertEquals(file.get(name), Some(text), name))

  test("every message has its schema"):
    check(GoldenDescriptions.Schemas, GoldenDescriptions.schema)

  test("every message and every container has its value"):
    check(GoldenDescriptions.Values, GoldenDescriptions.value)
