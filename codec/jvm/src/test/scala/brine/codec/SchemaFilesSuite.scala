package brine.codec

import java.nio.file.Files

final class SchemaFilesSuite extends munit.FunSuite:
  private val schemas = Schemas.none.add("Int", Codec[Int].schema)

  private val file = FunFixture[java.nio.file.Path](
    _ => Files.createTempFile("brine", ".schemas"),
    path => Files.deleteIfExists(path): Unit
  )

  file.test("a path"): path =>
    Files.writeString(path, schemas.render): Unit
    assertEquals(Schemas.fromPath(path).map(_.types), Right(schemas.types))

  file.test("a path whose text is wrong"): path =>
    Files.writeString(path, schemas.render.replace("root Int", "root Long")): Unit
    val error = Schemas.fromPath(path).swap.getOrElse(fail("it was read"))
    assert(error.getMessage.startsWith(s"line 5: $path: version 1 of Int has the fingerprint"), error.getMessage)

  file.test("no file"): path =>
    Files.delete(path)
    val error = Schemas.fromPath(path).swap.getOrElse(fail("it was read"))
    assertEquals((error.line, error.problem), (0, s"there is no file $path"))

  test("a resource"):
    assertEquals(Schemas.fromResource("/example.schemas").map(_.types.map(_.name)), Right(Vector("Reading")))
    val error = Schemas.fromResource("/none.schemas").swap.getOrElse(fail("it was read"))
    assertEquals(error.problem, "there is no resource /none.schemas")
