package brine.codec.golden

import brine.codec.{Hex, ProjectFiles, Same}

/** Containers compressed by DEFLATE are read as they were when they were written. */
class DeflateGoldenSuite extends munit.FunSuite:
  private lazy val file = GoldenFile.parse(ProjectFiles.read(DeflateGolden.Path))

  private def check[A](of: GoldenCase[A]): Unit =
    val bytes = Hex.bytes(file.get(of.name).getOrElse(fail(s"${of.name} is not in the golden file")))
    of.decode(bytes) match
      case Right(value) => assert(Same(value, of.value), s"${of.name} reads as $value")
      case Left(error)  => fail(s"${of.name} does not read: ${error.getMessage}")
    assertNotEquals(Hex(bytes), Hex(of.encode), of.name)

  test("every container is read"):
    assert(DeflateGolden.cases.sizeIs >= 6)
    DeflateGolden.cases.foreach(check(_))

  test("every line has its case"):
    assertEquals(file.names.diff(DeflateGolden.cases.map(_.name)).toList, Nil)
