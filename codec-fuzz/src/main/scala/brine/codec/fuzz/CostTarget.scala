package brine.codec.fuzz

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.testkit.internal.Allocation
import brine.codec.{Codec, Out, Schema, Schemas}
import com.code_intelligence.jazzer.api.Jazzer

/** Looks for inputs that cost the most memory, and the most hashing and comparing, for each of their bytes. The fuzzer
  * prefers inputs that cost more than those before. The first byte of an input chooses a [[CostReader]].
  */
object CostTarget extends FuzzTarget:
  val name  = "cost"
  val about = "inputs that cost the most memory and work for each byte"

  /** What an input cost.
    *
    * @param size
    *   bytes that were read
    * @param memory
    *   bytes allocated
    * @param work
    *   keys hashed or compared
    */
  final case class Cost(reader: CostReader, size: Int, memory: Long, work: Long):
    /** Bytes of memory for each byte read, beyond the base. */
    def memoryRatio: Long = math.max(0L, memory - MemoryBase) / math.max(1, size)

    /** Keys hashed or compared for each byte read, beyond the base. */
    def workRatio: Long = math.max(0L, work - WorkBase) / math.max(1, size)

    def isTooMuch: Boolean = memoryRatio > Guard.Factor * reader.factor || workRatio > WorkFactor

    /** Without what instrumentation may allocate. */
    def instrumented: Cost = copy(memory = math.max(0L, memory - Guard.StrictBase))

  /** What any input may cost: the buffers of a reader, and strict limits. */
  val MemoryBase: Long = 1L << 17
  val WorkBase: Long   = 2L * Guard.Strict.workBase

  /** Steps for each byte: those that are counted, and 64 comparisons for a key in a small collection. */
  val WorkFactor: Long = Guard.Strict.workFactor + 64L

  def seeds: Seq[Array[Byte]] = CostSeeds.all

  def measure(input: Array[Byte]): Option[Cost] = Option.when(input.nonEmpty):
    val reader       = CostReader.all(Math.floorMod(input.head, CostReader.all.size))
    val rest         = input.tail
    val before       = CostModel.work
    val (size, used) =
      try Allocation.of(reader.read(rest))
      catch case error: Throwable => throw Finding(s"${reader.name}: $error was thrown", error)
    Cost(reader, size, used, CostModel.work - before)

  def run(input: Array[Byte]): Unit = measure(input).foreach: cost =>
    val number = CostReader.all.indexOf(cost.reader)
    Jazzer.maximize(cost.memoryRatio, 0, Guard.Factor * cost.reader.factor, 64, 2 * number)
    Jazzer.maximize(cost.workRatio, 0, WorkFactor, 64, 2 * number + 1)
    // Measured again, because the first run loads classes and fills caches.
    if cost.instrumented.isTooMuch then
      measure(input)
        .filter(_.instrumented.isTooMuch)
        .foreach: again =>
          throw Finding(
            s"${again.reader.name}: ${again.memory} bytes of memory and ${again.work} keys for ${again.size} bytes"
          )

/** Small attacks of each kind, to start from. */
private[fuzz] object CostSeeds:
  import CostModel.*

  private def written(write: Out => Unit): Array[Byte] =
    val out = Out()
    write(out)
    out.toArray

  private def size(n: Int): Array[Byte]            = written(_.writeUnsignedInt(n << 1))
  private def times(n: Int, bytes: Int*)           = Array.fill(n)(bytes.map(_.toByte)).flatten
  private def keys(n: Int): Array[Byte]            = size(n) ++ written(out => (1 to n).foreach(out.writeInt(_)))
  private def number(name: String): Byte           = CostReader.all.indexWhere(_.name == name).toByte
  private def at(name: String, bytes: Array[Byte]) = number(name) +: bytes
  private def schema(root: Type, of: Definition*)  = Schema(root, of.toVector)
  private def record(name: String, fields: Type*)  =
    Definition.Record(name, fields.toVector.zipWithIndex.map((of, i) => Field(s"f$i", of)))
  private def split(schema: Schema, m: Array[Byte]) = Splits.join(schema.canonical, m)

  private val int  = Type.Primitive(Kind.Int)
  private val unit = Type.Primitive(Kind.Unit)

  private def pairs(n: Int, after: Int*): Array[Byte] =
    size(n) ++ times(1, 0) ++ keys(900) ++ times(1, 0) ++ after.map(_.toByte) ++
      written(out => (1 until n).foreach { i => out.writeUnsignedInt(1); out.writeInt(i); after.foreach(out.writeInt) })

  private val doubled = Vector.tabulate(60)(i => record("R", Type.Named(i + 1), Type.Named(i + 1))) :+ record("R", unit)
  private val wide    = record("Box", Vector.fill(300)(Type.Optional(int))*)
  private val shared  = record(
    "Plain",
    Type.Optional(Type.Shared(Type.Named(0))),
    Type.Optional(Type.Shared(Type.Named(0))),
    Type.Sequence(Type.Custom("cost.Key"))
  )

  def all: Vector[Array[Byte]] = Vector(
    at("texts parsed as URIs", size(900) ++ written(_.writeString("http://h/" + "x" * 900)) ++ times(899, 0xc0)),
    at("a set of marked values", size(900) ++ times(1, 0) ++ keys(900) ++ times(899, 1)),
    at("a set of pairs with marked values", pairs(900)),
    at("a map by pairs with marked values", pairs(600, 1)),
    at("sets that are searched one by one", size(1) ++ pairs(600)),
    at("sets of keys", size(20) ++ Array.fill(20)(keys(60)).flatten),
    at("sets of keys", size(1) ++ size(900) ++ written(out => (1 to 900).foreach(i => out.writeInt(i << 8)))),
    at(
      "maps by keys",
      size(9) ++ Array.fill(9)(size(90) ++ written(out => (1 to 180).foreach(out.writeInt(_)))).flatten
    ),
    at(
      "a set of decimals",
      size(300) ++ written(out => (1 to 300).foreach(i => out.writeBigDecimal(BigDecimal(BigInt(i), -4900))))
    ),
    at(
      "a set of decimals",
      size(3) ++ written(out => (1 to 3).foreach(i => out.writeBigDecimal(BigDecimal(BigInt(10).pow(2400) * i, 2400))))
    ),
    at("shared values", size(900) ++ times(1, 0, 0) ++ keys(100) ++ times(899, 1)),
    at(
      "unknown cases",
      size(9) ++ written(out =>
        (1 to 9).foreach { i =>
          val own = schema(
            Type.Named(0),
            Definition.Sum("Event", Vector(Schema.Case(s"C$i", Vector(Field("f", int)))))
          ).canonical
          out.writeUnsignedInt(2)
          out.writeUnsignedInt(own.length)
          out.writeBytes(own, 0, own.length)
          out.writeUnsignedInt(1)
          out.writeInt(i)
        }
      )
    ),
    at("plain containers", CostReader.payload(schema(Type.Named(0), wide), new Array[Byte](400))),
    at("deflated containers", CostReader.payload(schema(Type.Named(0), wide), new Array[Byte](400))),
    at("small containers", CostReader.payload(Codec[Vector[Unit]].schema, size(60))),
    at("values of other schemas", split(schema(Type.Named(0), wide), new Array[Byte](400))),
    at("values of other schemas", split(schema(Type.Named(0), doubled*), new Array[Byte](40))),
    at("values of other schemas", split(schema(Type.Named(0), shared), times(60, 1, 0) ++ times(60, 1, 0))),
    at("inspections", split(schema(Type.Named(0), doubled*), new Array[Byte](4))),
    at("inspections", split(schema(Type.Named(0), wide), times(400, 255))),
    at(
      "lock files",
      Schemas.none.add("a", Codec[List[Event]].schema).render.linesIterator.drop(1).mkString("\n").getBytes
    ),
    at("lock files", (1 to 200).map(i => s"type t$i\n").mkString.getBytes),
    at("sets of records", written(Codec[List[List[Cell]]].write(_, List(cells(0, 1300))))),
    at("mutable maps by records", written(Codec[List[List[(Cell, Int)]]].write(_, List(cells(0, 1100).map(_ -> 1))))),
    at("a set of sets of records", written(Codec[List[List[Cell]]].write(_, List.tabulate(20)(cells(_, 60)))))
  )

  private def cells(first: Int, count: Int) = List.tabulate(count)(i => Cell((4 + i % 2).toByte, first + i))
