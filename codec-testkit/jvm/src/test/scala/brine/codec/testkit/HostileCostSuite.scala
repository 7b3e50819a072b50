package brine.codec.testkit

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.inspect.{Framing, Inspect}
import brine.codec.{dict, fallback, Codec, DecodeError, In, MessageOptions, Schema, Schemas, UnknownCase}

import java.net.URI
import scala.collection.immutable.{ListSet, TreeSet}

object HostileCostSuite:
  @dict final case class Heavy(of: List[Int]) derives Codec
  final case class Box(value: Int) derives Codec
  enum Event derives Codec:
    case Known(a: Int)
    @fallback case Other(event: UnknownCase)
  final case class Log(events: List[Event]) derives Codec
  final case class Ten(a: Long, b: Long, c: Long, d: Long, e: Long, f: Long, g: Long, h: Long, i: Long, j: Long)
      derives Codec
  final case class Hundred(a: Ten, b: Ten, c: Ten, d: Ten, e: Ten, f: Ten, g: Ten, h: Ten, i: Ten, j: Ten) derives Codec
  enum Wide derives Codec:
    case Full(of: Hundred)
    case Empty
  given Ordering[Heavy] = (one, other) => Integer.compare(one.of.head, other.of.head)

/** Attacks that make a reader work and allocate far more than their bytes: by references, keys and schemas. */
class HostileCostSuite extends HostileSuite:
  import HostileCostSuite.*

  private val dictionary            = MessageOptions.withDictionary
  private val int                   = Type.Primitive(Kind.Int)
  private val unit                  = Type.Primitive(Kind.Unit)
  private def named(index: Int)     = Type.Named(index)
  private def record(fields: Type*) =
    Definition.Record("R", fields.toVector.zipWithIndex.map((of, i) => Field(s"f$i", of)))
  private def reference(byte: Int, n: Int) = Array.fill(n)(byte.toByte)
  private def bytesOf(schema: Schema)      = written: out =>
    out.writeUnsignedInt(schema.canonical.length)
    out.writeBytes(schema.canonical, 0, schema.canonical.length)

  private def work[A](bytes: Array[Byte], options: MessageOptions)(using Codec[A], munit.Location): Unit =
    says(error(within(fair(bytes.length))(_ => Codec.decodeBare[A](bytes, options))), "Limits.workFactor")

  // --- references ------------------------------------------------------------------------------

  private def uris(count: Int): Array[Byte] =
    size(count) ++ written(_.writeString("http://host/" + "x" * 4000)) ++ reference(0xc0, count - 1)

  test("references of a byte each to a URI of 4 KB"):
    val bytes = uris(60000)
    val read  = within(fair(bytes.length))(_ => Codec.decodeBare[List[URI]](bytes, dictionary))
    assertEquals(read.map(_.size), Right(60000))
    val far = size(60000) ++ written(_.writeString("http://host/" + "x" * 4000)) ++
      written(out => (0 until 100).foreach(i => out.writeString(s"http://h/$i"))) ++
      Array.fill(20)(hex("f8 2c") ++ reference(0xc0, 60)).flatten
    within(fair(far.length))(_ => Codec.decodeBare[List[URI]](far, dictionary)): Unit

  test("the inspection of references to a URI of 4 KB"):
    val bytes   = uris(60000)
    val framing = Framing.Bare(Codec[List[URI]].schema, dictionary)
    assertEquals(within(16 * fair(bytes.length))(_ => Inspect.dump(bytes, framing).errors.size), 0)

  // --- columns ---------------------------------------------------------------------------------

  test("a few bytes that claim many rows of many columns"):
    // Every other reader would have its columns from the message before.
    def read[A](bytes: Array[Byte])(using codec: Codec[A]): Either[DecodeError, A] =
      within(256L << 10): _ =>
        try Right(codec.read(In(bytes)))
        catch case error: DecodeError => Left(error)
    val empty = size(1024, layout = 1) ++ Array.fill(128)(0xff.toByte)
    assertEquals(read[List[Wide]](empty).map(_.distinct), Right(List(Wide.Empty)))
    says(error(read[List[Hundred]](size(1024, layout = 1) ++ hex("00 02"))), "the message ends here")
    says(
      error(read[List[List[Hundred]]](size(1024, layout = 1) ++ hex("00 02 00"))),
      "the message ends inside a number"
    )

  // --- keys ------------------------------------------------------------------------------------

  private val heavy = message(List(1) ++ List.fill(1000)(1 << 20))

  test("a set of references to a value with a list"):
    work[Set[Heavy]](size(200000) ++ hex("00") ++ heavy ++ reference(1, 199999), dictionary)

  test("sets and maps whose keys contain references to a value with a list"):
    val pairs = hex("00") ++ heavy ++ written(_.writeInt(0)) ++ written(out =>
      (1 until 60000).foreach: i =>
        out.writeUnsignedInt(1)
        out.writeInt(i)
    )
    work[Set[(Heavy, Int)]](size(60000) ++ pairs, dictionary)
    work[TreeSet[(Heavy, Int)]](size(60000) ++ pairs, dictionary)
    work[List[ListSet[(Heavy, Int)]]](
      size(60) ++ hex("d0 0f 00") ++ heavy ++ written(_.writeInt(0)) ++ written(out =>
        (0 until 59).foreach: _ =>
          (1 until 1000).foreach: i =>
            out.writeUnsignedInt(1)
            out.writeInt(i)
          out.writeUnsignedInt(2000)
          out.writeUnsignedInt(1)
          out.writeInt(0)
      ),
      dictionary
    )
    val entries = hex("00") ++ heavy ++ written(_.writeInt(0)) ++ hex("02") ++ written(out =>
      (1 until 60000).foreach: i =>
        out.writeUnsignedInt(1)
        out.writeInt(i)
        out.writeInt(1)
    )
    work[Map[(Heavy, Int), Int]](size(60000) ++ entries, dictionary)

  test("many small sets of the same texts, which have one hash code"):
    val texts = Iterator
      .iterate(Vector(""))(_.flatMap(text => Vector(text + "Aa", text + "BB")))
      .find(_.size >= 1024)
      .get
      .take(1000)
    val first = size(1000) ++ written: out =>
      out.useDictionary()
      texts.foreach(out.writeString)
    val again = size(1000) ++ Array.fill(1000)(hex("fb af")).flatten
    val bytes = size(100) ++ first ++ Array.fill(99)(again).flatten
    says(error(Codec.decodeBare[List[Set[String]]](bytes, dictionary)), "Limits.equalHashes")

  test("a set of decimals whose scale is near the limit"):
    for scale <- List(-4900, -6000) do
      val bytes =
        size(200000) ++ written(out => (1 to 200000).foreach(i => out.writeBigDecimal(BigDecimal(BigInt(i), scale))))
      says(error(within(fair(bytes.length))(_ => Codec.decodeBare[Set[BigDecimal]](bytes))), "Limits.workFactor")

  test("a set of decimals of a thousand bytes that end in zeros"):
    val bytes = size(500) ++ written(out =>
      (1 to 500).foreach(i => out.writeBigDecimal(BigDecimal(BigInt(10).pow(2400) * i, 2400)))
    )
    says(error(within(fair(bytes.length))(_ => Codec.decodeBare[Set[BigDecimal]](bytes))), "Limits.workFactor")

  test("ordinary sets of decimals pass"):
    val decimals = Set.tabulate(100000)(i => BigDecimal(i.toLong * 1000000007L, i % 30))
    assertEquals(Codec.decodeBare[Set[BigDecimal]](Codec.encodeBare(decimals)), Right(decimals))

  // --- schemas ---------------------------------------------------------------------------------

  private def eventsOf(cases: Vector[Case], others: Vector[Definition])(number: Int): Schema =
    Schema(
      named(0),
      Vector(
        Definition.Record("Log", Vector(Field("events", Type.Sequence(named(1))), Field(s"n$number", unit))),
        Definition.Sum("Event", cases)
      ) ++ others
    )

  test("keys of a skipped map that have one hash code"):
    val keys  = Iterator.iterate(Vector(""))(_.flatMap(t => Vector(t + "Aa", t + "BB"))).find(_.size >= 16384).get
    val bytes = hex("02") ++ size(keys.size) ++ written(out => keys.foreach(out.writeString))
    val map   = Type.Map(Type.Primitive(Kind.String), unit)
    val box   = Definition.Record("Box", Vector(Field("value", int), Field("junk", map)))
    says(error(Codec.decodeBare[Box](bytes, Schema(named(0), Vector(box)))), "Limits.equalHashes")

  test("a message of unknown cases, each with a schema of its own"):
    def schema(n: Int, i: Int): Schema = Schema(
      named(0),
      Vector(
        Definition.Sum(
          "Event",
          Vector(Case("Known", Vector(Field("a", int)) ++ Vector.tabulate(100)(k => Field(s"x$n.$i.$k", unit))))
        )
      )
    )
    def bytes(n: Int): Array[Byte] =
      val count = 300
      size(count) ++ written: out =>
        (0 until count).foreach: i =>
          val own = bytesOf(schema(n, i))
          out.writeBytes(own, 0, own.length)
          out.writeUnsignedInt(1)
          out.writeByte(2)
    val cases = Vector(Case("Other", Vector(Field("event", Type.Custom("brine.UnknownCase")))))
    within(fair(bytes(1).length))(n => Codec.decodeBare[Log](bytes(n), eventsOf(cases, Vector.empty)(n))): Unit

  test("a message of 10,000 unknown cases, each with a small schema of its own"):
    def bytes(n: Int): Array[Byte] = size(10000) ++ written: out =>
      (0 until 10000).foreach: i =>
        val own = Schema(
          named(0),
          Vector(Definition.Sum("E", Vector(Case("Known", Vector(Field("a", int), Field(s"$n.$i", unit))))))
        )
        val all = bytesOf(own)
        out.writeBytes(all, 0, all.length)
        out.writeUnsignedInt(1)
        out.writeByte(2)
    val cases = Vector(Case("Other", Vector(Field("event", Type.Custom("brine.UnknownCase")))))
    within(fair(bytes(1).length))(n => Codec.decodeBare[Log](bytes(n), eventsOf(cases, Vector.empty)(n))): Unit

  test("a value of a sum without cases"):
    val none   = Definition.Sum("None", Vector.empty)
    val schema =
      Schema(named(0), Vector(Definition.Record("Box", Vector(Field("value", int), Field("x", named(1)))), none))
    says(error(Codec.decodeBare[Box](hex("02 00"), schema)), "which has no cases")

  test("an inspection of 2^200 values of no byte"):
    val records = Vector.tabulate(200)(i => record(named(i + 1), named(i + 1))) :+ record(unit)
    val schema  = Schema(named(0), records)
    val result  =
      within(16 * fair(schema.canonical.length))(_ => Inspect.dump(Array.emptyByteArray, Framing.Bare(schema)).text)
    assert(clue(result.linesIterator.toVector.last).contains("Limits.allocationFactor"))

  // --- lock files ------------------------------------------------------------------------------

  test("a lock file of 100,000 types"):
    val text = "brine schemas 1\n" + (1 to 100000).map(i => s"\ntype t$i\n").mkString
    val read = within(fair(text.length))(_ => Schemas.parse(text))
    assertEquals(read.map(_.types.size), Right(100000))
    val all = read.toOption.get
    assertEquals(all.types.count(history => all.history(history.name).isEmpty), 0)

  test("a lock file of 30,000 records of one name"):
    val schema = Schema(named(0), Vector.tabulate(30000)(i => record(Type.Optional(named(math.min(i + 1, 29999))))))
    val text   = Schemas.none.add("many", schema).render
    val read   = within(fair(text.length))(_ => Schemas.parse(text))
    assertEquals(read.map(_.history("many").get.latest.get.schema), Right(schema))

  test("an error in a lock file of one long line is short"):
    val text = "brine schemas 1\n\ntype t\nversion 1 0000000000000000\n  root " + "(" * 500000
    assert(clue(Schemas.parse(text).left.toOption.get.getMessage.length) < 1000)
