package brine.codec.internal.evolution

import brine.codec.Codec
import brine.codec.internal.matching.{Findings, Incompatible}

object ContainersSuite:
  final case class Alone(value: Option[Int]) derives Codec
  final case class Line(from: Int, to: String) derives Codec

final class ContainersSuite extends munit.FunSuite:
  import ContainersSuite.*

  private def plan[Now: Codec, Then: Codec]: Codec[?] = Resolver(Codec[Then].schema).plan(Target.Whole(Codec[Now]))

  private def read[Now: Codec, Then: Codec](value: Then): Either[Any, Now] =
    Codec.decodeBare[Now](Codec.encodeBare(value), Codec[Then].schema)

  private def refused[Now: Codec, Then: Codec](why: String)(using munit.Location): Unit =
    val error = intercept[Incompatible](plan[Now, Then])
    assert(error.getMessage.contains(why), error.getMessage)

  private def warnings[Now: Codec, Then: Codec]: Vector[(String, Incompatible.Reason)] =
    val findings = Findings()
    Resolver(Codec[Then].schema, findings).check(Target.Whole(Codec[Now]))
    findings.all.map(one => one.path -> one.reason)

  test("sequences and sets"):
    assertEquals(read[Vector[Long], List[Int]](List(1, 2)), Right(Vector(1L, 2L)))
    assertEquals(read[List[Int], Set[Int]](Set(1, 2)), Right(List(1, 2)))
    assertEquals(warnings[List[Int], Set[Int]], Vector.empty)
    assertEquals(warnings[Set[Int], List[Int]], Vector("[]" -> Incompatible.Reason.Equal))
    refused[List[Int], Map[Int, Int]]("cannot be read as a List")
    refused[List[Int], List[String]]("[]: it was written as String")

  test("maps"):
    assertEquals(read[Map[Long, String], Map[Int, String]](Map(1 -> "a")), Right(Map(1L -> "a")))
    refused[Map[Int, Int], List[(Int, Int)]]("cannot be read as a Map")
    refused[Map[Int, Int], Map[String, Int]]("[].key")
    refused[Map[Int, Int], Map[Int, String]]("[].value")

  test("Options: a value becomes one, and a class around one its content or the value within"):
    assertEquals(read[Option[Int], Int](1), Right(Some(1)))
    assertEquals(read[Option[Int], Alone](Alone(None)), Right(None))
    assertEquals(read[Option[Alone], Alone](Alone(Some(1))), Right(Some(Alone(Some(1)))))
    refused[Int, Option[Int]]("cannot be read as Int")

  test("Eithers"):
    assertEquals(read[Either[Long, String], Either[Int, String]](Left(1)), Right(Left(1L)))
    refused[Either[Int, Int], Either[String, Int]]("left")
    refused[Either[Int, Int], Int]("an Either")

  test("tuples, by position"):
    assertEquals(read[(Long, String), (Int, String)]((1, "a")), Right((1L, "a")))
    assertEquals(read[(Int, String), Line](Line(1, "a")), Right((1, "a")))
    assertEquals(warnings[(Int, String), Line].map(_._2), Vector(Incompatible.Reason.Unclear))
    refused[(Int, Int), (Int, Int, Int)]("a tuple of 2")
    refused[(Int, Int), (Int, String)]("_2")
