package brine.codec.inspect

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.golden.GoldenCases
import brine.codec.{Codec, ContainerWriter, Limits, MessageOptions, Out, Schema}
import brine.effort.Effort

import scala.util.Random

/** Whatever the bytes and the schema are: values or errors, no other exception, and no more work than the bytes are
  * worth.
  */
class InspectHostileSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private val int  = Type.Primitive(Kind.Int)
  private val unit = Type.Primitive(Kind.Unit)

  // An exception that is none of a codec is a mistake here: there are no codecs of the user's own in these tests.
  private def inspect(bytes: Array[Byte], framing: Framing, limits: Limits = Limits.defaults): Dump =
    val inspect = Inspect(limits = limits)
    val dump    = inspect.dump(bytes, framing)
    dump.errors.foreach(error => assert(!error.problem.contains("own code refused"), s"$error for $framing"))
    assert(dump.text.nonEmpty)
    val values = inspect.values(bytes, framing)
    assertEquals(values.isLeft, dump.errors.nonEmpty)
    // Memory ends sooner where entries are kept as well, and so may the stack.
    if !dump.errors.exists(error =>
        error.problem.contains("memory that an inspection") || error.problem.contains("nest")
      )
    then assertEquals(values.left.toOption.map(_.getMessage), dump.errors.headOption.map(_.getMessage))
    values.foreach(_.foreach(value => assert(value.text(100).length <= 101)))
    val profile = inspect.profile(List(bytes), framing)
    assertEquals(profile.errors.size, dump.errors.size)
    dump

  private def randomType(random: Random, definitions: Int, depth: Int): Type =
    def inner = randomType(random, definitions, depth + 1)
    random.nextInt(if depth > 4 then 6 else 16) match
      case 0 | 1 | 2 | 3 => Type.Primitive(Kind.fromOrdinal(random.nextInt(Kind.values.length)))
      case 4             => int
      case 5             => if definitions == 0 then unit else Type.Named(random.nextInt(definitions))
      case 6             => Type.Optional(inner)
      case 7             => Type.Either(inner, inner)
      case 8             => Type.Sequence(inner)
      case 9             => Type.Set(inner)
      case 10            => Type.Map(inner, inner)
      case 11            => Type.Tuple(Vector.fill(random.nextInt(4))(inner))
      case 12            => Type.Boxed(inner)
      case 13            => Type.Shared(inner)
      case 14            => Type.Repeated(inner)
      case _             => Type.Custom("unknown")

  private def randomSchema(random: Random): Schema =
    val count              = random.nextInt(5)
    def fields             = Vector.tabulate(random.nextInt(4))(i => Field(s"f$i", randomType(random, count, 0)))
    def definition(i: Int) =
      if random.nextBoolean() then Definition.Record(s"R$i", fields)
      else
        Definition.Sum(
          s"S$i",
          Vector.tabulate(List(0, 1, 2, 3, 64, 70)(random.nextInt(6)))(j =>
            Case(s"C$j", if j < 4 then fields else Vector.empty)
          )
        )
    Schema(randomType(random, count, 0), Vector.tabulate(count)(definition))

  // Small numbers more often than others, so that collections have a few elements and choices are made.
  private def randomBytes(random: Random): Array[Byte] =
    Array.fill(random.nextInt(60))(if random.nextInt(3) > 0 then random.nextInt(40).toByte else random.nextInt().toByte)

  test("random schemas and random bytes"):
    val random  = Random(42)
    val schemas = Effort.inspectedSchemas
    var read    = 0
    for _ <- 0 until schemas do
      val options = MessageOptions(dictionary = random.nextBoolean())
      if inspect(randomBytes(random), Framing.Bare(randomSchema(random), options)).errors.isEmpty then read += 1
    assert(read > schemas / 30, s"only $read were read")

  test("messages under the schemas of others"):
    val random  = Random(7)
    val cases   = GoldenCases.all.filter(of => of.encode.length < 500).toVector
    val schemas = cases.flatMap(_.framing).collect { case Framing.Bare(schema, _) => schema }.distinct
    for of <- cases; _ <- 0 until 2 do
      inspect(
        of.encode,
        Framing.Bare(schemas(random.nextInt(schemas.size)), MessageOptions(random.nextBoolean()))
      ): Unit

  test("changed containers"):
    val random = Random(3)
    val writer = ContainerWriter(60)
    for i <- 0 until 20 do writer.add((i, s"text ${i % 3}", Option.when(i % 2 == 0)(i.toDouble)))
    val bytes = writer.toArray
    for _ <- 0 until 200 do
      val changed = bytes.clone()
      for _ <- 0 to random.nextInt(3) do changed(random.nextInt(bytes.length)) = random.nextInt().toByte
      inspect(changed, Framing.Container()): Unit

  test("records of no byte, twice as many on every level"):
    val definitions = Vector.tabulate(60)(i =>
      Definition.Record("R", Vector("a", "b").map(Field(_, if i < 59 then Type.Named(i + 1) else unit)))
    )
    val dump = inspect(Array[Byte](2), Framing.Bare(Schema(Type.Sequence(Type.Named(0)), definitions)))
    assert(clue(dump.errors.head.problem).contains("memory"))

  test("records in records without end"):
    val last  = Effort.nestedRecords - 1
    val chain = Vector.tabulate(last + 1)(i =>
      Definition.Record("R", Vector(Field("inner", if i < last then Type.Named(i + 1) else int)))
    )
    for root <- List(Type.Named(0), Type.Sequence(Type.Named(0)), Type.Map(Type.Named(0), int)) do
      val dump = inspect(Array.fill[Byte](40)(2), Framing.Bare(Schema(root, chain)))
      assert(clue(dump.errors.head.problem).contains("nest"), root)

  test("a record that contains itself, and needs no byte for it"):
    val schema = Schema(Type.Named(0), Vector(Definition.Record("R", Vector(Field("self", Type.Named(0))))))
    assert(clue(inspect(Array.empty, Framing.Bare(schema)).errors.head.problem).contains("Limits.depth"))

  test("elements of no byte are counted"):
    val size = Array[Byte](0xfe.toByte, 0xff.toByte, 0xff.toByte, 0x0f)
    for of <- List(unit, Type.Tuple(Vector.empty), Type.Tuple(Vector.fill(3)(unit))) do
      val dump = inspect(size, Framing.Bare(Schema(Type.Sequence(of), Vector.empty)))
      assert(clue(dump.errors.head.problem).contains("Limits.emptyElements"))

  test("a sum without cases has no value"):
    val schema = Schema(Type.Named(0), Vector(Definition.Sum("None", Vector.empty)))
    assert(clue(inspect(Array[Byte](0), Framing.Bare(schema)).errors.head.problem).contains("no cases"))

  test("references to a large value make no large text"):
    val place  = Type.Repeated(Type.Sequence(Type.Primitive(Kind.String)))
    val schema = Schema(Type.Sequence(place), Vector.empty)
    val out    = Out()
    out.writeSize(20001)
    out.writeUnsignedInt(0)
    Codec[List[String]].write(out, List.fill(1000)("abc"))
    for _ <- 0 until 20000 do out.writeUnsignedInt(1)
    val dump = inspect(out.toArray, Framing.Bare(schema, MessageOptions.withDictionary))
    assertEquals(dump.errors, Vector.empty)
    assert(dump.text.length < 300 * dump.entries.size)

  test("no more memory than was allowed"):
    val bytes  = Codec.encodeBare(Vector.tabulate(3000)(i => s"$i"))
    val schema = Codec[Vector[String]].schema
    val narrow = Limits(allocationFactor = 1, allocationBase = 0)
    assert(clue(inspect(bytes, Framing.Bare(schema), narrow).errors.head.problem).contains("Limits.allocationFactor"))
    assertEquals(inspect(bytes, Framing.Bare(schema)).errors, Vector.empty)
