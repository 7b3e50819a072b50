package brine.codec.testkit

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.{dict, fallback, Codec, MessageOptions, Schema, UnknownCase}

object HostileSchemaSuite:
  final case class Box(value: Int) derives Codec
  final case class Pair(a: Int, b: Int) derives Codec
  @dict final case class Place(street: String, number: Int)
  final case class Trip(from: Place, to: Place) derives Codec
  enum Event derives Codec:
    case Known(a: Int)
    @fallback case Other(event: UnknownCase)
  final case class Log(events: List[Event]) derives Codec

/** Attacks by the schema that a message brings, alone or together with the message. */
class HostileSchemaSuite extends HostileSuite:
  import HostileSchemaSuite.*

  private val int                                   = Type.Primitive(Kind.Int)
  private val string                                = Type.Primitive(Kind.String)
  private val unit                                  = Type.Primitive(Kind.Unit)
  private def named(index: Int)                     = Type.Named(index)
  private def record(fields: Type*)                 = recordOf("R", fields*)
  private def recordOf(name: String, fields: Type*) =
    Definition.Record(name, fields.toVector.zipWithIndex.map((of, i) => Field(s"f$i", of)))

  /** A `Box` with something more, that a reader leaves out; `number` makes it another schema. */
  private def boxWith(junk: Type, others: Vector[Definition])(number: Int): Schema =
    val box = Definition.Record("Box", Vector(Field("value", int), Field(s"junk$number", junk)))
    Schema(named(0), box +: others)

  private def refusedBy[A](memory: Long, bytes: Array[Byte])(schema: Int => Schema)(using
      Codec[A],
      munit.Location
  ) = error(within(memory)(number => Codec.decodeBare[A](bytes, schema(number))))

  test("60 records of which each contains the next one twice, the last of no byte"):
    val records = Vector.tabulate(60)(i => record(named(i + 2), named(i + 2))) :+ record()
    says(refusedBy[Box](32L << 20, hex("02"))(boxWith(named(1), records)), "Limits.allocationFactor")

  test("60 records of which each contains the next one twice, the last of a byte"):
    val records = Vector.tabulate(60)(i => record(named(i + 2), named(i + 2))) :+ record(Type.Primitive(Kind.Byte))
    says(refusedBy[Box](16L << 20, hex("02 01 01 01"))(boxWith(named(1), records)), "the message ends here")

  test("a tuple of 100,000 elements of no byte, many times"):
    val tuple = Type.Tuple(Vector.fill(50000)(unit))
    val bytes = hex("02") ++ size(8000)
    says(refusedBy[Box](fair(150000), bytes)(boxWith(Type.Sequence(tuple), Vector.empty)), "Limits.allocationFactor")

  test("empty sequences of a tuple of 50,000 elements cost nothing each"):
    val tuple  = Type.Tuple(Vector.fill(50000)(int))
    val bytes  = hex("02") ++ size(50000) ++ new Array[Byte](50000)
    val schema = boxWith(Type.Sequence(Type.Sequence(tuple)), Vector.empty)
    val result = within(fair(200000))(number => Codec.decodeBare[Box](bytes, schema(number)))
    assertEquals(result, Right(Box(1)))

  test("empty sequences of a value 60 times optional cost nothing each"):
    val deep   = (1 to 58).foldLeft(int: Type)((of, _) => Type.Optional(of))
    val bytes  = hex("02") ++ size(50000) ++ new Array[Byte](50000)
    val schema = boxWith(Type.Sequence(Type.Sequence(deep)), Vector.empty)
    val result = within(fair(bytes.length))(number => Codec.decodeBare[Box](bytes, schema(number)))
    assertEquals(result, Right(Box(1)))

  test("100,000 definitions"):
    val canonical = boxWith(int, Vector.fill(100000)(record(int)))(0).canonical
    val read      = within(fair(canonical.length))(_ => Schema.fromCanonical(canonical))
    val problem   = error(Codec.decodeBare[Box](hex("02 02"), read.fold(throw _, identity)))
    says(problem, "a schema of 100001 definitions; the most is 4096")

  test("4,000 definitions of which each refers to the next fifty"):
    val records = Vector.tabulate(4000)(i => record((1 to 50).map(n => Type.Optional(named(math.min(i + n, 4000))))*))
    refusedBy[Box](fair(1000000), hex("02 00"))(boxWith(Type.Optional(named(1)), records)): Unit

  test("types nested deeper than 64 in a schema, and than 256 in a plan"):
    val deep = Array[Byte](1, 0) ++ Array.fill[Byte](200000)(0x42)
    says(error(within(Little)(_ => Schema.fromCanonical(deep))), "nested deeper than 64")
    val chain = Vector.tabulate(300)(i => record(Type.Sequence(named(i + 2)))) :+ record(int)
    says(refusedBy[Box](fair(10000), hex("02 00"))(boxWith(named(1), chain)), "nested deeper than 256")

  test("a plan of more than 65,536 steps"):
    val wide = record(Vector.fill(70000)(int)*)
    says(refusedBy[Box](fair(700000), hex("02 00"))(boxWith(named(1), Vector(wide))), "more than 65536 steps")
    val cases = Definition.Sum("S", Vector.tabulate(70000)(i => Case(s"c$i", Vector.empty)))
    says(refusedBy[Box](fair(700000), hex("02 00"))(boxWith(named(1), Vector(cases))), "more than 65536 steps")

  test("a record that contains itself, always"):
    says(refusedBy[Box](Little, hex("02"))(boxWith(named(1), Vector(record(named(1))))), "Limits.depth")

  test("long names in many places do not make long messages"):
    val name   = "n" * 100000
    val tuple  = Type.Tuple(Vector.fill(100000)(named(1)))
    val schema = (number: Int) => boxWith(tuple, Vector(recordOf(name + number, int)))(0).copy(root = tuple)
    val error  = refusedBy[Box](fair(500000), hex("02"))(schema)
    assert(clue(error.getMessage.length) < 2000)
    assert(schema(0).toString.length < 100 * 500000)

  test("a long name of a field, as deep as values may nest"):
    val name  = "n" * 100000
    val node  = Definition.Record("R", Vector(Field(name, Type.Optional(named(1)))))
    val error = refusedBy[Box](fair(300000), hex("02") ++ Array.fill[Byte](200)(1))(boxWith(named(1), Vector(node)))
    says(error, "Limits.depth")
    assert(clue(error.getMessage.length) < 20000)

  test("30,000 fields that refer to one value of 4,000 bytes"):
    val large  = record(Vector.fill(1000)(int)*)
    val fields = record(Vector.fill(30000)(Type.Repeated(named(2)))*)
    val bytes  = hex("02 00") ++ new Array[Byte](1000) ++ Array.fill[Byte](29999)(1)
    val result = within(fair(300000)): number =>
      Codec.decodeBare[Box](bytes, boxWith(named(1), Vector(fields, large))(number), MessageOptions.withDictionary)
    assertEquals(result, Right(Box(1)))

  test("a reference to a value that was written as another type"):
    val schema = Schema(
      named(0),
      Vector(
        Definition.Record(
          "Trip",
          Vector(Field("was", Type.Repeated(int)), Field("from", Type.Repeated(named(1))), Field("to", named(1)))
        ),
        Definition.Record("Place", Vector(Field("street", string), Field("number", int)))
      )
    )
    val problem = error(Codec.decodeBare[Trip](hex("00 02 01"), schema, MessageOptions.withDictionary))
    says(problem, "another type")
    assertEquals(problem.path, "from")

  // --- unknown cases ---------------------------------------------------------------------------

  private def eventsOf(cases: Vector[Case], others: Vector[Definition])(number: Int): Schema =
    Schema(
      named(0),
      Vector(
        Definition.Record("Log", Vector(Field("events", Type.Sequence(named(1))), Field(s"n$number", unit))),
        Definition.Sum("Event", cases)
      ) ++ others
    )

  test("20,000 unknown cases over 4,000 definitions"):
    val cases = Vector.tabulate(20000)(i => Case(s"c$i", Vector(Field("f", Type.Optional(named(2))))))
    val chain = Vector.tabulate(4000)(i => record(Type.Sequence(named(math.min(i + 3, 4001)))))
    val flat  = Vector.fill(4000)(record(int))
    for others <- List(chain, flat) do
      within(fair(800000))(number =>
        Codec.decodeBare[Log](size(1) ++ hex("07 00"), eventsOf(cases, others)(number))
      ): Unit

  test("unknown cases that hold one long text each, which is written but once"):
    val cases  = Vector(Case("New", Vector(Field("text", string))))
    val text   = written(_.writeString("x" * 4000))
    val bytes  = size(50000) ++ text ++ Array.fill[Byte](49999)(0xc0.toByte)
    val events = eventsOf(cases, Vector.empty)
    val result =
      within(fair(2 * bytes.length))(n => Codec.decodeBare[Log](bytes, events(n), MessageOptions.withDictionary))
    says(error(result), "Limits.allocationFactor")

  test("unknown cases within unknown cases, 3,000 deep"):
    val inner = Schema(
      named(0),
      Vector(Definition.Sum("Event", Vector(Case("Other", Vector(Field("event", Type.Custom("brine.UnknownCase")))))))
    )
    val canonical = inner.canonical
    val bomb      = (1 to 3000).foldLeft(Array.emptyByteArray): (bytes, _) =>
      written: out =>
        out.writeUnsignedInt(canonical.length)
        out.writeBytes(canonical, 0, canonical.length)
        out.writeUnsignedInt(bytes.length)
        out.writeBytes(bytes, 0, bytes.length)
    val cases = Vector(Case("Other", Vector(Field("event", Type.Custom("brine.UnknownCase")))))
    refusedBy[Log](fair(bomb.length), size(1) ++ bomb)(eventsOf(cases, Vector.empty)): Unit
    val short = (1 to 200).foldLeft(Array.emptyByteArray): (bytes, _) =>
      written: out =>
        out.writeUnsignedInt(canonical.length)
        out.writeBytes(canonical, 0, canonical.length)
        out.writeUnsignedInt(bytes.length)
        out.writeBytes(bytes, 0, bytes.length)
    says(refusedBy[Log](fair(short.length), size(1) ++ short)(eventsOf(cases, Vector.empty)), "Limits.")

  // --- fingerprints ----------------------------------------------------------------------------

  test("definitions in another order, and such that nothing refers to"):
    val usual    = Codec[Pair].schema
    val reversed = Schema(named(1), Vector(record(int), usual.definitions.head))
    assertNotEquals(reversed.fingerprint, usual.fingerprint)
    assertEquals(Codec.decodeBare[Pair](hex("02 04"), reversed), Right(Pair(1, 2)))

  test("a standalone message of a fingerprint that nobody gave the schema of"):
    val bytes = Codec.encode(Box(1)).updated(3, 0.toByte)
    assertEquals(error(Codec.decode[Box](bytes)).offset, 1)

  test("the plans that a codec keeps are bounded"):
    val codec = summon[Codec[Box]]
    (0 until 1000).foreach: number =>
      Codec.decodeBare[Box](hex("02 02"), boxWith(int, Vector.empty)(number))(using codec): Unit
    assert(clue(codec.plans.number) <= 256)
    (0 until 40).foreach: number =>
      val wide = record(Vector.fill(20000)(int)*)
      Codec.decodeBare[Box](hex("02 02"), boxWith(named(1), Vector(wide))(number))(using codec): Unit
    assert(clue(codec.plans.heaviness) <= (1L << 19))
