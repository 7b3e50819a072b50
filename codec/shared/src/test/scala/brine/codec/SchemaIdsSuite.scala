package brine.codec

import java.nio.ByteBuffer

object SchemaIdsSuite:
  object Older:
    final case class Ping(text: String, urgent: Boolean, number: Short) derives Codec
  final case class Ping(number: Int, text: String) derives Codec
  final case class Pong(number: Int) derives Codec
  final case class Refuses(value: Int, other: Int) derives Codec:
    require(value > 0, "must be positive")

class SchemaIdsSuite extends munit.FunSuite, CodecChecks:
  import SchemaIdsSuite.*

  private val ids = SchemaIds(1 -> Codec[Ping], 300 -> Codec[List[String]], 7 -> Codec[Refuses])

  test("a tagged message is the number and the bare bytes"):
    assertEquals(hex(ids.encode(Ping(1, "a"))), "01 02 c1 61")
    assertEquals(hex(ids.encode(List("a"))), "ac 02 02 c1 61")
    assertEquals(ids.decode[Ping](bytes("01 02 c1 61")), Right(Ping(1, "a")))
    assertEquals(ids.decodeAny(bytes("ac 02 02 c1 61")), Right(List("a")))
    assertEquals(ids.decodeAny(ByteBuffer.wrap(bytes("01 02 c1 61"))), Right(Ping(1, "a")))

  test("a table may say that there is a dictionary"):
    val table   = SchemaIds.of(MessageOptions.withDictionary, 0 -> Codec[List[String]])
    val message = table.encode(List("one", "one"))
    assertEquals(hex(message), "00 04 6f 6e e5 c0")
    assertEquals(table.decode[List[String]](message), Right(List("one", "one")))

  test("what does not fit is an error"):
    def problem(of: Either[DecodeError, Any]) =
      of.left.toOption.fold("read")(error => s"${error.offset}: ${error.problem}")
    assertEquals(problem(ids.decodeAny(bytes("02 02"))), "0: a message of type 2; known here are 1, 7, 300")
    assertEquals(
      problem(ids.decode[Ping](bytes("07 02 02"))),
      "0: a message of type 7 (Refuses) where one of type 1 is expected"
    )
    assert(problem(ids.decodeAny(bytes(""))).startsWith("0: the message ends"))
    assert(problem(ids.decodeAny(bytes("01 02 c1 61 00"))).startsWith("4: 1 bytes follow"))
    assert(problem(ids.decodeAny(bytes("07 00 00"))).contains("must be positive"))

  test("a type without a number cannot be written or asked for"):
    assert(intercept[IllegalArgumentException](ids.encode(Pong(1))).getMessage.contains("no number was given for"))
    assert(intercept[IllegalArgumentException](ids.decode[Pong](bytes("01"))).getMessage.contains("no number"))
    assert(ids.encode(Ping(1, "x"))(using Codec.derived[Ping]).nonEmpty)

  test("a table has no two meanings"):
    def problem(table: => SchemaIds) = intercept[IllegalArgumentException](table).getMessage
    assertEquals(problem(SchemaIds(1 -> Codec[Int], 1 -> Codec[String])), "the number 1 was given to 2 types")
    assertEquals(
      problem(SchemaIds(1 -> Codec[Int], 2 -> Codec[Int])),
      "the types of the numbers 1 and 2 have the same schema"
    )
    assert(problem(SchemaIds(-1 -> Codec[Int])).contains("must not be negative, not -1"))

  test("the messages of an earlier version are read by its table"):
    val older = SchemaIds(1 -> Codec[Older.Ping], 300 -> Codec[Vector[String]], 8 -> Codec[Long])
    val read  = ids.writtenWith(older.table).fold(error => fail(error.getMessage), identity)
    assertEquals(read.decode[Ping](older.encode(Older.Ping("a", true, 7))), Right(Ping(7, "a")))
    assertEquals(read.decodeAny(older.encode(Older.Ping("b", false, -1))), Right(Ping(-1, "b")))
    assertEquals(read.decode[List[String]](older.encode(Vector("x"))), Right(List("x")))
    val Left(unknown) = read.decodeAny(ids.encode(Refuses(1, 2))): @unchecked
    assert(unknown.problem.contains("the writer's table has no schema"), unknown.problem)
    assertEquals(hex(read.encode(Ping(1, "a"))), "01 02 c1 61")

  test("a table that does not fit is an error"):
    val other      = SchemaIds(1 -> Codec[Map[String, Int]]).table
    val Left(left) = ids.writtenWith(other): @unchecked
    assert(left.problem.contains("it is of the type Map[String, Int], not Ping"), left.problem)
    val mine = ids.table
    assertEquals(ids.writtenWith(mine).isRight, true)
    for length <- 0 until mine.length do assert(ids.writtenWith(mine.take(length)).isLeft, length.toString)
    assert(ids.writtenWith(bytes("ff ff ff ff 0f")).isLeft)
    val twice = bytes("02 01 03 01 00 04 01 03 01 00 04")
    assert(SchemaIds(1 -> Codec[Int]).writtenWith(twice).left.exists(_.problem.contains("two schemas for type 1")))

  test("a codec builds a plan on first use and keeps it; data of its own schema need none"):
    val codec     = Codec.derived[Ping]
    val older     = Codec[Older.Ping]
    def read: Any = Codec.decodeBare[Ping](Codec.encodeBare(Older.Ping("a", true, 7)), older.schema)(using codec)
    assertEquals(codec.plans.number, 0)
    assertEquals((read, read), (Right(Ping(7, "a")), Right(Ping(7, "a"))))
    assertEquals(codec.plans.number, 1)
    assert(codec.plans.of(codec.schema).exists(_ eq codec))
    assert(Codec[List[Ping]] ne Codec[List[Ping]])
