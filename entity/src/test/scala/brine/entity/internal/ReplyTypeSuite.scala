package brine.entity.internal

import brine.codec.{Codec, Schema}

object ReplyTypeSuite:
  final case class Receipt(number: Int) derives Codec
  final case class Refused(reason: String, code: Int) derives Codec

  object Later:
    final case class Receipt(number: Long, at: Option[String]) derives Codec

  final case class Box[R](entity: String, reply: R)

class ReplyTypeSuite extends munit.FunSuite:
  import ReplyTypeSuite.*

  private def schema[A](using codec: Codec[A]): (String, Schema) = codec.schema.toString -> codec.schema

  private val different: Vector[(String, Schema)] = Vector(
    schema[Int],
    schema[Long],
    schema[String],
    schema[Boolean],
    schema[Unit],
    schema[Option[Int]],
    schema[Option[Long]],
    schema[Vector[Int]],
    schema[Vector[Long]],
    schema[Set[Int]],
    schema[Map[String, Int]],
    schema[Map[Int, Int]],
    schema[Either[String, Int]],
    schema[Either[String, Long]],
    schema[(Int, Int)],
    schema[(Int, Int, Int)],
    schema[(Int, Receipt)],
    schema[Receipt],
    schema[Either[Refused, Int]]
  )

  test("types are the same as themselves alone"):
    for (one, written) <- different; (other, read) <- different do
      assertEquals(ReplyType.difference(written, read).isEmpty, one == other, s"$one, $other")

  test("classes may change, also inside of others"):
    def same[A: Codec, B: Codec]() =
      assertEquals(ReplyType.difference(Codec[A].schema, Codec[B].schema), None)
      assertEquals(ReplyType.difference(Codec[B].schema, Codec[A].schema), None)
    same[Receipt, Later.Receipt]()
    same[Either[Refused, Receipt], Either[Refused, Later.Receipt]]()
    same[Vector[Option[Receipt]], List[Option[Later.Receipt]]]()

  test("a field of a record, and what is said of it"):
    val ints    = Codec.derived[Box[Int]].schema
    val longs   = Codec.derived[Box[Long]].schema
    val eithers = Codec.derived[Box[Either[Refused, Later.Receipt]]].schema
    assertEquals(ReplyType.difference(ints, ints, "reply"), None)
    assertEquals(ReplyType.difference(ints, longs, "entity"), None)
    assertEquals(ReplyType.difference(ints, longs, "reply"), Some("it was stored as Int, and not as Long"))
    val other = ReplyType.difference(longs, eithers, "reply")
    assertEquals(other, Some("it was stored as Long, and not as Either[Refused, Receipt]"))
