package brine.codec

import brine.codec.internal.codecs.Alias

class ContainerWriterSuite extends munit.FunSuite, ContainerChecks:
  import ContainerWriterSuite.{FailingRuns, Pair, Runs}

  test("the bytes of a container"):
    assertEquals(hex(containerOf()(_ => ())), "42 52 4e 53 01")
    val bytes = containerOf(): container =>
      container.add("hello")
      container.add("hello")
      container.add(7)
    // The start; 18 bytes, plain, checksum; two runs: a schema and 2 messages, a schema and 1; "hello" twice, 7.
    assertEquals(
      hex(bytes),
      "42 52 4e 53 01 14 00 " + hex(
        crcOf(bytes.drop(11))
      ) + " 02 00 03 01 00 09 02 00 03 01 00 04 01 68 65 6c 6c ef c0 0e"
    )

  test("a container is smaller than its messages"):
    val each = events(1000).map(Codec.encodeBare(_).length).sum
    val all  = containerOf()(container => events(1000).foreach(container.add(_))).length
    assert(all * 4 < each, s"$all of $each bytes")

  test("a block holds at most 65536 messages"):
    val count     = 65536 * 2 + 1
    val container = ContainerWriter(1 << 20)
    for _ <- 1 to count do container.add(1.toByte)
    val bytes = container.toArray
    assertEquals(bytes.length, 5 + 2 * (3 + 1 + 4) + (1 + 1 + 4) + (3 + 3 + 1) + 3 * 6 + count)
    assertEquals(readAll[Byte](bytes).count(_.isRight), count)

  test("a block in bits holds at most 65536 messages, too"):
    val count     = 65536 * 2 + 1
    val container = ContainerWriter(1 << 20)
    for _ <- 1 to count do container.add(true)
    val bytes = container.toArray
    // Two blocks of a bit for each message, and one of a single message.
    assertEquals(
      bytes.length,
      5 + 2 * ((2 + 1 + 4) + (1 + 1 + 3) + 3 + 65536 / 8) + (1 + 1 + 4) + (1 + 1 + 1 + 3 + 1 + 1)
    )
    assertEquals(readAll[Boolean](bytes).count(_ == Right(true)), count)

  test("a block holds at most 8192 messages that take no byte"):
    val count = 8192 * 2 + 1
    val bytes = containerOf(): container =>
      for _ <- 1 to count do container.add(())
    assertEquals(bytes.length, 5 + 3 * (1 + 1 + 4) + (2 + 2 + 1) + 3 * 6)
    assertEquals(readAll[Unit](bytes).count(_.isRight), count)

  test("a message that cannot be written leaves the container as it was"):
    val container = ContainerWriter()
    container.add(Pair("one", "two"))
    intercept[EncodeError](container.add(Pair("three", null.asInstanceOf[String])))
    container.add(Pair("three", "one"))
    assertEquals(readAll[Pair](container.toArray), Vector(Right(Pair("one", "two")), Right(Pair("three", "one"))))
    val first = ContainerWriter()
    intercept[EncodeError](first.add(Pair("three", null.asInstanceOf[String])))
    first.add(Pair("three", "one"))
    assertEquals(readAll[Pair](first.toArray), Vector(Right(Pair("three", "one"))))

  test("a null is refused with its place"):
    val container = ContainerWriter()
    container.add(Pair("one", "two"))
    assertEquals(intercept[EncodeError](container.add(Pair("three", null.asInstanceOf[String]))).path, "right")
    assertEquals(readAll[Pair](container.toArray), Vector(Right(Pair("one", "two"))))

  test("limits on a message hold for each, not for all messages of a block"):
    val units     = List.fill(5000)(())
    val container = ContainerWriter()
    for _ <- 1 to 3 do container.add(units)
    assertEquals(readAll[List[Unit]](container.toArray), Vector.fill(3)(Right(units)))

  test("more may be added after the bytes were taken"):
    val container = ContainerWriter()
    container.add("one")
    val first = container.toArray
    container.add("two")
    assertEquals(readAll[String](first), Vector(Right("one")))
    assertEquals(readAll[String](container.toArray), Vector(Right("one"), Right("two")))
    assert(container.toArray.startsWith(first))

  test("a program may bring a compression of its own"):
    val plain  = containerOf()(container => for _ <- 1 to 100 do container.add(()))
    val writer = ContainerWriter(compression = Runs(200))
    for _ <- 1 to 100 do writer.add("x" * 300)
    val bytes  = writer.toArray
    val reader = ContainerReader(bytes, compressions = Seq(Runs(200)))
    assertEquals(
      Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[String]()).toSet[Any],
      Set[Any](Right("x" * 300))
    )
    assertEquals(bytes(6), 200.toByte)
    val Left(error) = readAll[String](bytes).head: @unchecked
    assert(error.problem.contains("kind 200, which this reader does not know"), error.problem)
    assertEquals(error.offset, 6)
    // What does not become smaller is as it was.
    val other = ContainerWriter(compression = Runs(200))
    for _ <- 1 to 100 do other.add(())
    assertEquals(hex(other.toArray), hex(plain))

  test("a message that failed is not part of a block whose compression fails as well"):
    val failing   = FailingRuns(200)
    val container = ContainerWriter(compression = failing)
    val texts     = Vector.tabulate(20)(number => Pair(s"text $number", "other"))
    texts.take(10).foreach(container.add(_))
    failing.left = 2
    intercept[IllegalStateException](container.add(Pair("three", null.asInstanceOf[String])))
    // It ends the block first.
    intercept[IllegalStateException](container.add(texts(10)))
    texts.drop(10).foreach(container.add(_))
    val reader = ContainerReader(container.toArray, compressions = Seq(failing))
    val read   = Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[Pair]()).toVector
    assertEquals(read, texts.map(Right(_)))

  test("a block that could not end at its most messages ends before the next"):
    val failing   = FailingRuns(200)
    val container = ContainerWriter(1 << 20, compression = failing)
    for _ <- 1 until 65536 do container.add(1.toByte)
    failing.left = 2
    intercept[IllegalStateException](container.add(1.toByte))
    intercept[IllegalStateException](container.add(1.toByte))
    container.add(1.toByte)
    val reader = ContainerReader(container.toArray, compressions = Seq(failing))
    val read   = Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[Byte]()).toVector
    assertEquals((read.size, read.count(_ == Right(1.toByte))), (65537, 65537))

  test("a message for whose row there is no memory is not counted"):
    // Of two hundred messages enough are in columns.
    for position <- Seq(0, 1, 150) do
      // Writes the message, and then puts it in columns.
      var calls              = 0
      val alias: Codec[Long] = Alias[Int, Long](
        PrimitiveCodecs.IntCodec,
        "Int",
        _.toLong,
        value =>
          calls += 1
          if calls == 2 * position + 2 then throw OutOfMemoryError("the test says so")
          value.toInt
      )
      type Message = (Either[Int, Long], Int)
      val side             = Codec.eitherCodec(using PrimitiveCodecs.IntCodec, alias)
      given Codec[Message] = StructureCodecs.TupleCodec[Message](Array(side, PrimitiveCodecs.IntCodec))
      val container        = ContainerWriter()
      var added            = Vector.empty[Message]
      for number <- 0 to 200 do
        val message: Message = (Right(number.toLong), number)
        try
          container.add(message)
          added = added :+ message
        catch case _: OutOfMemoryError => assertEquals(number, position)
      assertEquals(added.size, 200)
      assertEquals(readAll[Message](container.toArray), added.map(Right(_)))

  test("a compression has a number of its own, of one byte"):
    for kind <- Seq(-1, 256) do
      intercept[IllegalArgumentException](ContainerWriter(compression = Runs(kind)))
      intercept[IllegalArgumentException](ContainerReader(Array.emptyByteArray, compressions = Seq(Runs(kind))))
    for kinds <- Seq(Seq(0), Seq(1), Seq(200, 200)) do
      intercept[IllegalArgumentException](ContainerReader(Array.emptyByteArray, compressions = kinds.map(Runs(_))))

object ContainerWriterSuite:
  /** Bytes as pairs of how often and which. */
  final class Runs(val kind: Int) extends Compression:
    def name: String = "runs"

    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] =
      val out = Array.newBuilder[Byte]
      var at  = 0
      while at < bytes.length do
        val same = bytes.segmentLength(_ == bytes(at), at).min(127)
        out ++= Seq(same.toByte, bytes(at))
        at += same
      Some(out.result()).filter(_.length <= most)

    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      Right(bytes.slice(from, from + length).grouped(2).flatMap(pair => Iterator.fill(pair(0))(pair(1))).toArray)

  /** The same, which fails as often as a test says. */
  final class FailingRuns(val kind: Int) extends Compression:
    private val runs = Runs(kind)
    var left         = 0

    def name: String                                                 = runs.name
    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] =
      if left > 0 then
        left -= 1
        throw IllegalStateException("the test says so")
      runs.compress(bytes, most)

    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      runs.expand(bytes, from, length, size)

  final case class Pair(left: String, right: String) derives Codec
