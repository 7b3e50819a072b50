package brine.cli.codec

import brine.codec.{Codec, Schemas}
import java.nio.charset.StandardCharsets.UTF_8

final class SchemaSourceSuite extends munit.FunSuite:
  private val numbers = Codec[List[Int]].schema
  private val words   = Codec[List[String]].schema

  test("schemas come from a lock file, all versions of all types"):
    val lock  = Schemas.none.add("Numbers", numbers).add("Words", words).render
    val found = SchemaSource.of(lock.getBytes(UTF_8)).map(_.keySet)
    assertEquals(found, Right(Set(numbers.fingerprint, words.fingerprint)))

  test("schemas come from canonical bytes, as they are or in hexadecimal"):
    val hex = numbers.canonical.map(byte => f"$byte%02x").mkString
    assertEquals(SchemaSource.of(numbers.canonical).map(_.values.toList), Right(List(numbers)))
    assertEquals(SchemaSource.of(hex.getBytes(UTF_8)).map(_.values.toList), Right(List(numbers)))

  test("what is none of these is refused, and a lock file that was changed by hand"):
    assert(SchemaSource.of("hello".getBytes(UTF_8)).left.exists(_.contains("nor a lock file")))
    val changed = Schemas.none.add("Numbers", numbers).render.replace("Int", "Long")
    assert(clue(SchemaSource.of(changed.getBytes(UTF_8))).isLeft)
