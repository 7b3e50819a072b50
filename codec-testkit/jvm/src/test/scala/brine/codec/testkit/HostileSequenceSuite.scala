package brine.codec.testkit

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.internal.bytes.{Checksum, Deflate}
import brine.codec.*
import brine.codec.internal.framing.ContainerFormat
import brine.codec.testkit.internal.Allocation
import brine.effort.Effort

import scala.util.Random

/** Searches for containers of sequences that demand more memory than in proportion to their bytes: random types,
  * numbers of messages and bytes, in one block or thousands, compressed or not, read by one codec or by several in
  * turn.
  */
class HostileSequenceSuite extends HostileSuite:
  import HostileSequenceSuite.*

  override val munitTimeout = scala.concurrent.duration.Duration.Inf

  private def block(payload: Array[Byte], isCompressed: Boolean): Array[Byte] = written: out =>
    val stored =
      if !isCompressed then payload
      else
        written: out =>
          out.writeUnsignedInt(payload.length)
          val compressed = Deflate.compress(payload, payload.length + 64).nn
          out.writeBytes(compressed, 0, compressed.length)
    out.writeUnsignedInt(stored.length)
    out.writeByte(if isCompressed then 1 else 0)
    val crc = Checksum.crc32c(stored, 0, stored.length)
    (0 until 4).foreach(i => out.writeByte((crc >>> (8 * i)).toByte))
    out.writeBytes(stored, 0, stored.length)

  /** What reading the container as these types gives, each in turn: the numbers of messages and of errors. */
  private def readAll(container: Array[Byte], targets: Vector[Target]): (Int, Int) =
    val reader   = ContainerReader(container)
    var messages = 0
    var errors   = 0
    while reader.hasNext do
      if targets((messages + errors) % targets.size).next(reader).isRight then messages += 1 else errors += 1
    (messages, errors)

  private def payload(random: Random): (Array[Byte], Vector[Target]) =
    val kind = Kinds(random.nextInt(Kinds.size))
    val size = random.nextInt(6) match
      case 0 => 8192 / (1 + random.nextInt(4))
      case 1 => 65536
      case 2 => 16 + random.nextInt(100)
      case 3 => 1024 * (1 + random.nextInt(8))
      case _ => 1 << (4 + random.nextInt(13))
    val tail = random.nextInt(4) match
      case 0 => random.nextInt(40)
      case 1 => size / 8 + random.nextInt(8)
      case 2 => size / 8 * (1 + random.nextInt(3))
      case _ => random.nextInt(2000)
    val bytes = new Array[Byte](tail)
    // Zeros are frames of width 0, empty texts and collections of nothing; now and then another byte.
    if random.nextInt(3) > 0 then
      for _ <- 0 to random.nextInt(6) if tail > 0 do
        bytes(random.nextInt(math.min(tail, 60))) = random.nextInt(256).toByte
    val all = written: out =>
      out.writeByte(0)
      out.writeUnsignedInt(kind.schema.canonical.length)
      out.writeBytes(kind.schema.canonical, 0, kind.schema.canonical.length)
      out.writeUnsignedInt(size << 1 | 1)
      out.writeBytes(bytes, 0, bytes.length)
    val some = random.nextInt(3) match
      case 0 => kind.targets
      case _ => Vector(kind.targets(random.nextInt(kind.targets.size)))
    (all, some)

  /** A container, who reads it, and what the design allows that to take: bytes of memory besides those for the messages
    * that are read, and how many these may be.
    */
  private final case class Attack(bytes: Array[Byte], targets: Vector[Target], memory: Long, messages: Long):
    // A message has the memory of one that takes a byte.
    def memoryFor(messages: Int): Long = memory + limits.allocationFactor * messages

  private def attack(random: Random): Attack =
    val isCompressed     = random.nextInt(3) == 0
    val (first, targets) = payload(random)
    val blocks           = math.min(Vector(1, 10, 400, 3000)(random.nextInt(4)), MostBytes / first.length + 1)
    val one              = block(first, isCompressed)
    val bytes            = hex("42 52 4e 53 01") ++ Array.fill(blocks)(one).flatten
    // What all blocks together may take beyond what their bytes allow, and what each compressed one may expand to.
    val spare    = ContainerFormat.SpareBlocks * limits.allocationBase
    val shared   = spare + ContainerFormat.SpareStorage * bytes.length
    val expanded = if isCompressed then blocks * ContainerFormat.mostExpanded(one.length, limits) else 0L
    Attack(
      bytes,
      targets,
      // The same for one codec, for its plan and for several in turn.
      memory = fair(bytes.length) + spare + 4 * expanded,
      // A message has a bit of its block, or in a compressed block the byte that it would take one by one. Others count
      // as memory.
      messages =
        if isCompressed then expanded + shared / ContainerFormat.Element
        else 8L * bytes.length + shared / ContainerFormat.EmptyMessage
    )

  test("random sequences take memory, and have messages, in proportion to their bytes"):
    // Classes are loaded and code is compiled before anything is measured.
    for seed <- -20 until 0 do
      val attack = this.attack(Random(seed))
      readAll(attack.bytes, attack.targets): Unit
    var worst  = 0.0
    var most   = 0.0
    var counts = 0L
    for seed <- 0 until Effort.hostileSequences do
      val attack                     = this.attack(Random(seed))
      val ((messages, errors), used) = Allocation.of(readAll(attack.bytes, attack.targets))
      val told                       = s"seed $seed: ${attack.bytes.length} bytes, $messages messages, $errors errors"
      counts += messages
      worst = math.max(worst, used.toDouble / attack.memoryFor(messages))
      most = math.max(most, messages.toDouble / attack.messages)
      assert(used <= attack.memoryFor(messages), s"$told, $used bytes of memory")
      assert(messages <= attack.messages, told)
    println(f"$counts messages; at most $worst%.2f of the memory and $most%.2f of the messages that are allowed")
    assert(counts > 0)

object HostileSequenceSuite:
  final case class Pair(left: Int, right: Int) derives Codec
  final case class Longs(a: Long, b: Double, c: Char, d: Short) derives Codec
  final case class Lists(number: Int, all: List[List[Int]]) derives Codec
  final case class Choice(left: Option[Int], right: Either[Boolean, Pair]) derives Codec
  final case class Texts(number: Int, text: String, all: Map[String, Int]) derives Codec
  enum Color derives Codec:
    case Red, Green, Blue
  enum Move derives Codec:
    case Stay
    case Go(by: Int, to: List[Pair])

  object Next:
    final case class Pair(right: Long, more: Option[Int], left: Int) derives Codec
    final case class Lists(all: Vector[Vector[Long]]) derives Codec

  private val MostBytes = 200000
  private val limits    = Limits.defaults

  private final class Target(val next: ContainerReader => Either[DecodeError, Any])
  private final class Read(val schema: Schema, val targets: Vector[Target])

  private def target[A](using codec: Codec[A]): Target = Target(_.next[A]())

  private def read[A](others: Target*)(using codec: Codec[A]): Read =
    Read(codec.schema, Target(_.next[A]()) +: others.toVector)

  private given Schemas = Schemas.none
    .add("pair", Codec[Pair].schema)
    .add("pair", Codec[Next.Pair].schema)
    .add("lists", Codec[Lists].schema)
    .add("lists", Codec[Next.Lists].schema)

  // Many columns, which end at once or are those of one type.
  private val wide =
    val four = Type.Tuple(Vector.fill(4)(Type.Primitive(Kind.Int)))
    Schema(Type.Named(0), Vector(Definition.Record("Pair", Vector.tabulate(64)(i => Field(s"f$i", four)))))

  private val Kinds = Vector(
    read[Int](target[java.lang.Integer]),
    read[Boolean](),
    read[Double](),
    read[Long](),
    read[Color](),
    read[Pair](target[Next.Pair]),
    read[(Int, Boolean)](target(using Codec.derived[(Int, Boolean)])),
    read[Longs](),
    read[Lists](target[Next.Lists]),
    read[Choice](),
    read[Texts](),
    read[Move](),
    read[List[Unit]](),
    Read(wide, Vector(target[Next.Pair]))
  )
