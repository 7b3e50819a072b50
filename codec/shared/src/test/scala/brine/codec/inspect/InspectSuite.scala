package brine.codec.inspect

import brine.codec.golden.GoldenTypes.*
import brine.codec.{Codec, ContainerWriter, Limits, MessageOptions}

class InspectSuite extends munit.FunSuite:
  private val room = Room(Switch(true), Some(Switch(false)), Celsius(215), List(Switch(true)))

  test("a standalone message, with and without a dictionary"):
    val schema = Codec[List[String]].schema
    for options <- List(MessageOptions.defaults, MessageOptions.withDictionary) do
      val read = Inspect.value(Codec.encode(List("one", "one"), options), schema)
      assertEquals(read.map(_.text), Right("[\"one\", \"one\"]"))

  test("one of several schemas, by the fingerprint"):
    val schemas = Framing.Standalone(List(Codec[Point].schema, Codec[Int].schema))
    assertEquals(Inspect.values(Codec.encode(5), schemas).map(_.map(_.text)), Right(Vector("5")))
    val error = Inspect.values(Codec.encode("x"), schemas).left.getOrElse(fail("read"))
    assertEquals(error.offset, 1)
    assert(clue(error.problem).contains("Point") && error.problem.contains(f"${Codec[String].fingerprint}%016x"))

  test("the schemas a container brings, each once"):
    val writer = ContainerWriter(1)
    for i <- 0 until 3 do
      writer.add(i)
      writer.add(Point(i, i))
    val schemas = Inspect.schemas(writer.toArray, Framing.Container())
    assertEquals(schemas, Right(Vector(Codec[Int].schema, Codec[Point].schema)))
    assertEquals(Inspect.schemas(Array[Byte](1), Framing.Container()).left.map(_.offset), Left(1))

  test("a hand-written codec given by name"):
    val inspect = Inspect(Map("tenths of a degree" -> Codec[Celsius]))
    val read    = inspect.value(Codec.encode(room), Codec[Room].schema)
    assertEquals(
      read.map(_.text),
      Right("Room {light: true, heating: false, temperature: tenths of a degree(Celsius(215)), switches: [true]}")
    )

  test("without it, what follows is opaque and there is no error"):
    val bytes = Codec.encode(room)
    val read  = Inspect.value(bytes, Codec[Room].schema).map(_.text)
    assertEquals(
      read,
      Right("Room {light: true, heating: false, temperature: tenths of a degree<ae 03 02 01>, switches: unread}")
    )
    val dump = Inspect.dump(bytes, Codec[Room].schema)
    assertEquals(dump.errors, Vector.empty)
    assertEquals(dump.entries.last.part, Part.Unread)
    assert(clue(dump.entries.last.what).contains("tenths of a degree"))

  test("what a given codec throws is an error of the message"):
    val broken  = Codec.of[Celsius]("tenths of a degree", 1)((_, _) => ())(_ => throw IllegalStateException("broken"))
    val inspect = Inspect(Map("tenths of a degree" -> broken))
    val error   = inspect.value(Codec.encode(room), Codec[Room].schema).left.getOrElse(fail("read"))
    assert(clue(error.problem).contains("broken"))
    assertEquals(error.path, "temperature")

  test("limits are held to, as by a codec"):
    val deep  = (1 to 20).foldLeft(Nested("leaf", Nil))((inner, i) => Nested(s"$i", List(inner)))
    val bytes = Codec.encode(deep)
    assert(Inspect(limits = Limits(depth = 21)).value(bytes, Codec[Nested].schema).isRight)
    val error = Inspect(limits = Limits(depth = 20)).value(bytes, Codec[Nested].schema).left.getOrElse(fail("read"))
    assert(clue(error.problem).contains("Limits.depth"))
    assertEquals(error.path, "children[0]" + ".children[0]" * 19)

  test("the paths of errors are those of codecs"):
    val bytes =
      Codec.encodeBare(Forest(List(Tree.Node("a", Tree.Leaf, Tree.Node("b", Tree.Leaf, Tree.Leaf))), Tree.Leaf))
    for length <- 0 until bytes.length do
      val own   = Codec.decodeBare[Forest](bytes.take(length)).left.getOrElse(fail("read"))
      val error = Inspect.bareValue(bytes.take(length), Codec[Forest].schema).left.getOrElse(fail("read"))
      assertEquals((error.offset, error.path, error.problem), (own.offset, own.path, own.problem))
