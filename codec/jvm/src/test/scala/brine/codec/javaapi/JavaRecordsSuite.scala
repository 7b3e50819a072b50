package brine.codec.javaapi

import brine.codec.{Codec, CodecChecks}
import brine.codec.javaapi.JavaCodecInJava.Point

object JavaRecordsSuite:
  final case class Coordinates(x: Int, y: Int) derives Codec
  given Codec[Point] = Codec[Coordinates].imap(at => new Point(at.x, at.y))(point => Coordinates(point.x, point.y))
  final case class Path(points: List[Point], last: Option[Point]) derives Codec

/** What a program sees that has records of Java, and that what it is told to do works. */
final class JavaRecordsSuite extends munit.FunSuite, CodecChecks:
  private def says(errors: String, parts: String*)(using munit.Location): Unit =
    parts.foreach(part => assert(errors.contains(part), s"'$part' is not in: $errors"))

  test("a record of Java has no codec, and the message says what to do"):
    says(compileErrors("final case class A(at: Point, n: Int) derives Codec"), "Java record", "imap", "at)")
    says(compileErrors("final case class A(all: List[Point]) derives Codec"), "Java record", "imap", "all[]")
    says(compileErrors("Codec.derived[Point]"), "Java record", "imap")
    says(compileErrors("Codec[Point]"), "no codec for", "given Codec[")

  test("a record of Java with a codec by a case class, as the message says"):
    import JavaRecordsSuite.{*, given}
    returns(new Point(1, 2))
    returns(Path(List.tabulate(40)(i => new Point(i, 2 * i)), Some(new Point(0, 0))))
    assertEquals(hex(written(new Point(1, 2))), hex(written(Coordinates(1, 2))))
    val bytes = Codec.encodeBare(Coordinates(3, 4))
    assertEquals(Codec.decodeBare[Point](bytes, Codec[Coordinates].schema), Right(new Point(3, 4)))

  test("a record of Java whose constructor refuses its parts"):
    import JavaRecordsSuite.given
    val read = Codec.decodeBare[Point](Codec.encodeBare(JavaRecordsSuite.Coordinates(-1, 1)))
    assert(read.left.exists(_.problem.contains("no negative coordinates")), read.toString)
