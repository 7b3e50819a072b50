package brine.codec.testkit

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.internal.bytes.{Checksum, Deflate}
import brine.codec.{Codec, ContainerReader, DecodeError, Out, Schema}

object HostileContainerSuite:
  final case class Box(value: Int) derives Codec
  final case class Pair(left: Int, right: Int) derives Codec
  final case class Lists(number: Int, all: List[List[Int]]) derives Codec

/** Attacks by containers: what blocks claim, and what they are made of. */
class HostileContainerSuite extends HostileSuite:
  import HostileContainerSuite.*

  private val start = hex("42 52 4e 53 01")

  private def block(kind: Int, bytes: Array[Byte]): Array[Byte] = written: out =>
    out.writeUnsignedInt(bytes.length)
    out.writeByte(kind.toByte)
    val crc = Checksum.crc32c(bytes, 0, bytes.length)
    (0 until 4).foreach(i => out.writeByte((crc >>> (8 * i)).toByte))
    out.writeBytes(bytes, 0, bytes.length)

  private def deflated(content: Array[Byte], claimed: Int): Array[Byte] = written: out =>
    out.writeUnsignedInt(claimed)
    val compressed = Deflate.compress(content, content.length + 64).nn
    out.writeBytes(compressed, 0, compressed.length)

  private def run(out: Out, schema: Schema, count: Int): Unit =
    out.writeByte(0)
    out.writeUnsignedInt(schema.canonical.length)
    out.writeBytes(schema.canonical, 0, schema.canonical.length)
    out.writeUnsignedInt(count)

  private def again(out: Out, number: Int): Unit =
    out.writeUnsignedInt(number)
    out.writeUnsignedInt(1)

  /** How many messages were read, and the errors. */
  private def all[A](container: Array[Byte])(using Codec[A]): (Int, List[DecodeError]) =
    val reader = ContainerReader(container)
    var read   = 0
    var errors = List.empty[DecodeError]
    while reader.hasNext do
      reader.next[A]() match
        case Right(_)    => read += 1
        case Left(error) => errors = error :: errors
    (read, errors.reverse)

  test("60,000 runs of one message each"):
    val payload = written: out =>
      out.writeUnsignedInt(60000)
      run(out, Codec[Box].schema, 1)
      (1 until 60000).foreach(_ => again(out, 1))
      (0 until 60000).foreach(i => out.writeInt(i & 31))
    val container = start ++ block(0, payload)
    assertEquals(within(fair(container.length))(_ => all[Box](container)), (60000, Nil))

  test("more messages in a block than 65,536"):
    val payload = written: out =>
      out.writeUnsignedInt(1)
      run(out, Codec[Unit].schema, 65537)
    val (read, errors) = within(Little)(_ => all[Unit](start ++ block(0, payload)))
    assertEquals(read, 0)
    says(errors.head, "a block has 1 to 65536")

  test("a number of runs that there are not"):
    val payload = written(_.writeUnsignedInt(-1))
    says(within(Little)(_ => all[Box](start ++ block(0, payload)))._2.head, "the message ends")

  test("300 schemas that take turns are planned once each"):
    def schema(n: Int) = Schema(
      Type.Named(0),
      Vector(
        Definition.Record("Box", Vector(Field("value", Type.Primitive(Kind.Int)), Field("more", Type.Named(1)))),
        Definition.Record(s"R$n", Vector.tabulate(100)(i => Field(s"f$i", Type.Optional(Type.Primitive(Kind.Int)))))
      )
    )
    val count   = 30000
    val payload = written: out =>
      out.writeUnsignedInt(count)
      (0 until 300).foreach(n => run(out, schema(n), 1))
      (300 until count).foreach(n => again(out, 1 + n % 300))
      (0 until count).foreach(_ => out.writeBytes(new Array[Byte](14), 0, 14))
    val container = start ++ block(0, payload)
    assertEquals(within(fair(container.length))(_ => all[Box](container)), (count, Nil))

  test("1,000 blocks of a few bytes that claim to expand to 16 KB each"):
    val one            = block(1, deflated(new Array[Byte](40), 16000))
    val container      = start ++ Array.fill(1000)(one).flatten
    val (read, errors) = within(fair(container.length))(_ => all[Box](container))
    assertEquals(read, 0)
    assertEquals(errors.size, 1000)
    says(errors.head, "does not expand")

  test("a block that claims, and one that does, expand beyond the limit"):
    val huge = deflated(new Array[Byte](100 << 20), 100 << 20)
    assert(clue(huge.length) < (200 << 10))
    says(within(fair(huge.length))(_ => all[Box](start ++ block(1, huge)))._2.head, "Limits.allocationFactor")
    val claim = written(_.writeUnsignedInt(-1))
    says(within(Little)(_ => all[Box](start ++ block(1, claim)))._2.head, "Limits.allocationFactor")

  test("a block that expands to more, or less, than it claims"):
    for claimed <- List(99, 101) do
      says(within(Little)(_ => all[Box](start ++ block(1, deflated(new Array[Byte](100), claimed))))._2.head, "expand")

  test("a block of 1 KB that expands to a megabyte of empty texts"):
    val payload = written: out =>
      out.writeUnsignedInt(1)
      run(out, Codec[List[String]].schema, 1)
      out.writeUnsignedInt(1000000 << 1)
      (0 until 1000000).foreach(_ => out.writeByte(0x87.toByte))
    val container = start ++ block(1, deflated(payload, payload.length))
    assert(clue(container.length) < 1200)
    says(within(fair(container.length))(_ => all[List[String]](container))._2.head, "Limits.allocationFactor")

  test("a deflated block of schemas that are much work to plan"):
    val random = scala.util.Random(1)
    // Just as compressible as the limit allows.
    def name(k: Int)           = if k % 16 == 0 then s"f${random.nextInt(1000)}" else s"f$k"
    def schema(n: Int, i: Int) = Schema(
      Type.Named(0),
      Vector(
        Definition.Record("Box", Vector(Field("value", Type.Primitive(Kind.Int)), Field("more", Type.Named(1)))),
        Definition.Record(
          s"R$n.$i",
          Vector.tabulate(3000)(k => Field(name(k), Type.Optional(Type.Primitive(Kind.Int))))
        )
      )
    )
    def container(n: Int): Array[Byte] =
      val payload = written: out =>
        out.writeUnsignedInt(250)
        (0 until 250).foreach(i => run(out, schema(n, i), 1))
        (0 until 250).foreach(_ => out.writeBytes(new Array[Byte](376), 0, 376))
      start ++ block(1, deflated(payload, payload.length))
    val containers = (1 to 2).map(container)
    assert(clue(containers.last.length) < 300000)
    val (read, errors) = within(2 * fair(containers.last.length))(n => all[Box](containers(n - 1)))
    says(errors.head, "Limits.allocationFactor")
    assert(clue(read) < 250)

  test("many small blocks, each with thousands of values of no byte"):
    val payload = written: out =>
      out.writeUnsignedInt(1)
      run(out, Codec[Vector[Unit]].schema, 1)
      out.writeUnsignedInt(8192 << 1)
    val container = start ++ Array.fill(5000)(block(0, payload)).flatten
    val errors    = within(fair(container.length) + (16L << 20))(_ => all[Vector[Unit]](container))._2
    says(errors.head, "Limits.allocationBase")

  test("messages of no byte"):
    val payload = written: out =>
      out.writeUnsignedInt(1)
      run(out, Codec[Unit].schema, 60000)
    says(within(Little)(_ => all[Unit](start ++ block(0, payload)))._2.head, "Limits.emptyElements")

  private def sequence(schema: Schema, size: Int)(rest: Out => Unit): Array[Byte] = written: out =>
    out.writeByte(0)
    out.writeUnsignedInt(schema.canonical.length)
    out.writeBytes(schema.canonical, 0, schema.canonical.length)
    out.writeUnsignedInt(size << 1 | 1)
    rest(out)

  test("a sequence of 65,536 messages that are not there"):
    val numbers = start ++ block(0, sequence(Codec[Int].schema, 65536)(_.writeByte(1)))
    says(within(Little)(_ => all[Int](numbers))._2.head, "bytes follow")
    val pairs = start ++ block(0, sequence(Codec[Pair].schema, 65536)(_ => ()))
    says(within(Little)(_ => all[Pair](pairs))._2.head, "bytes follow")
    val more = start ++ block(0, sequence(Codec[Pair].schema, 65537)(_ => ()))
    says(within(Little)(_ => all[Pair](more))._2.head, "a block has at most 65536")

  test("many small blocks, each a sequence of thousands of messages without a bit"):
    // A frame of width 0: S(least), and no more.
    val numbers   = sequence(Codec[Int].schema, 8192)(out => (0 until 2).foreach(_ => out.writeByte(0)))
    val container = start ++ Array.fill(5000)(block(0, numbers)).flatten
    val errors    = within(fair(container.length))(_ => all[Int](container))._2
    says(errors.head, "Limits.allocationBase")
    val pairs = sequence(Codec[Pair].schema, 4096)(out => (0 until 16).foreach(_ => out.writeByte(0)))
    val many  = start ++ Array.fill(5000)(block(0, pairs)).flatten
    says(within(fair(many.length))(_ => all[Pair](many))._2.head, "Limits.allocationBase")

  test("many compressed blocks, each a sequence of as many messages of a bit as there may be"):
    val bits      = sequence(Codec[Boolean].schema, 65536)(out => (0 until 8192).foreach(_ => out.writeByte(0)))
    val one       = block(1, deflated(bits, bits.length))
    val container = start ++ Array.fill(5000)(one).flatten
    assert(clue(one.length) < 60)
    // Each may expand to 16 KiB.
    val expanded = 5000L << 14
    says(within(fair(container.length) + expanded)(_ => all[Boolean](container))._2.head, "Limits.allocationBase")

  test("a sequence of 256 columns that end at once"):
    val four    = Type.Tuple(Vector.fill(4)(Type.Primitive(Kind.Int)))
    val record  = Definition.Record("Box", Vector.tabulate(64)(i => Field(s"f$i", four)))
    val columns = Schema(Type.Named(0), Vector(record))
    val payload = sequence(columns, 65536)(out => (0 until 9000).foreach(_ => out.writeByte(0)))
    says(within(fair(payload.length))(_ => all[Box](start ++ block(0, payload)))._2.head, "")

  test("nested sequences in a sequence of messages that claim more than there is"):
    val payload = sequence(Codec[Lists].schema, 1000): out =>
      out.writeBytes(Array[Byte](0, 0), 0, 2)
      out.writeBytes(Array[Byte](0, 126), 0, 2)
      out.writeBytes(new Array[Byte](40), 0, 40)
    says(within(Little)(_ => all[Lists](start ++ block(0, payload)))._2.head, "bytes follow")

  test("a large schema before a small value is read"):
    def schema(n: Int) = Schema(
      Type.Named(0),
      Vector(
        Definition
          .Record("Box", Vector(Field("value", Type.Primitive(Kind.Int)), Field("more", Type.Optional(Type.Named(1))))),
        Definition.Record(s"R$n", Vector.tabulate(12000)(i => Field(s"f$i", Type.Optional(Type.Primitive(Kind.Int)))))
      )
    )
    def container(n: Int): Array[Byte] =
      val payload = written: out =>
        out.writeUnsignedInt(1)
        run(out, schema(n), 1)
        out.writeBytes(Array[Byte](0, 2), 0, 2)
      start ++ block(0, payload)
    assertEquals(within(fair(container(2).length))(n => all[Box](container(n))), (1, Nil))
