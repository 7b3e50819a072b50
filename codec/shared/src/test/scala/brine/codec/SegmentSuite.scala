package brine.codec

import brine.codec.internal.Checksum

import java.time.Instant
import java.util.UUID

class SegmentSuite extends munit.FunSuite, CodecChecks:
  import SegmentSuite.*

  private def written(size: Int = 1 << 16)(add: SegmentWriter => Unit): Array[Byte] =
    val segment = SegmentWriter(size)
    add(segment)
    segment.toArray

  private def events(count: Int): Vector[Event] =
    Vector.tabulate(count): i =>
      Event(new UUID(0x4000L, i % 7), s"page ${i % 5}", Instant.ofEpochSecond(1_700_000_000L + i))

  private def readAll[A: Codec](bytes: Array[Byte]): Vector[Either[DecodeError, A]] =
    val segment = SegmentReader(bytes)
    val all     = Vector.newBuilder[Either[DecodeError, A]]
    while segment.hasNext do all += segment.next[A]()
    all.result()

  test("the bytes of a segment"):
    assertEquals(hex(written()(_ => ())), "42 52 4e 53 01")
    val bytes = written(): segment =>
      segment.add("hello")
      segment.add("hello")
      segment.add(7)
    // The start; 18 bytes, plain, checksum; two runs: a schema and 2 messages, a schema and 1; "hello" twice, 7.
    assertEquals(
      hex(bytes),
      "42 52 4e 53 01 14 00 " + hex(
        crcOf(bytes.drop(11))
      ) + " 02 00 03 01 00 09 02 00 03 01 00 04 01 68 65 6c 6c ef c0 0e"
    )

  private def crcOf(payload: Array[Byte]): Array[Byte] =
    val crc = Checksum.crc32c(payload, 0, payload.length)
    Array.tabulate(4)(i => (crc >>> (8 * i)).toByte)

  test("the checksum is CRC-32C"):
    assertEquals(Checksum.crc32c("123456789".getBytes("US-ASCII").nn, 0, 9), 0xe3069283)
    assertEquals(Checksum.crc32c(Array.emptyByteArray, 0, 0), 0)

  test("messages come back, in one block or in many"):
    for
      count <- Seq(0, 1, 2, 1000)
      size  <- Seq(1, 100, 1 << 16)
    do
      val bytes = written(size)(segment => events(count).foreach(segment.add(_)))
      assertEquals(readAll[Event](bytes), events(count).map(Right(_)))

  test("a segment is smaller than its messages"):
    val each = events(1000).map(Codec.encodeBare(_).length).sum
    val all  = written()(segment => events(1000).foreach(segment.add(_))).length
    assert(all * 4 < each, s"$all of $each bytes")

  test("types may be mixed, and the reader can ask which comes"):
    val bytes = written(): segment =>
      segment.add(1)
      segment.add("one")
      segment.add(2)
    val segment = SegmentReader(bytes)
    val read    = Iterator
      .continually(segment)
      .takeWhile(_.hasNext)
      .map: segment =>
        if segment.nextSchema.exists(_.fingerprint == Codec[Int].fingerprint) then segment.next[Int]()
        else segment.next[String]()
    assertEquals(read.toList, List(Right(1), Right("one"), Right(2)))

  test("a message of another type is refused, and the rest of its block with it"):
    val bytes = written(): segment =>
      segment.add("one")
      segment.add("two")
      segment.endBlock()
      segment.add("three")
    val segment = SegmentReader(bytes)
    assertEquals(segment.next[String](), Right("one"))
    val Left(error) = segment.next[Int](): @unchecked
    assert(error.problem.contains("another type or another version"), error.problem)
    assertEquals(segment.next[String](), Right("three"))
    assert(!segment.hasNext)
    intercept[NoSuchElementException](segment.next[String]())

  test("the rest of a block can be left out"):
    val segment = SegmentReader(written(): segment =>
      segment.add("one")
      segment.add("two")
      segment.endBlock()
      segment.add("three"))
    assertEquals(segment.next[String](), Right("one"))
    segment.skipBlock()
    assertEquals(segment.next[String](), Right("three"))

  test("a wrong start is told by nextSchema and once by next, then there is nothing"):
    val segment = SegmentReader(bytes("00 01 02"))
    assert(segment.hasNext && segment.nextSchema.isLeft && segment.nextSchema.isLeft)
    assert(segment.next[Int]().isLeft)
    assert(!segment.hasNext)

  test("a block whose bytes changed is refused as a whole, the others are not"):
    val bytes = written(100)(segment => events(30).foreach(segment.add(_)))
    val good  = readAll[Event](bytes)
    for at <- 5 until bytes.length do
      val damaged = bytes.clone()
      damaged(at) = (damaged(at) ^ 0x10).toByte
      val read = readAll[Event](damaged)
      assert(read.exists(_.isLeft), s"byte $at")
      assert(read.filter(_.isRight).forall(good.contains), s"byte $at")
    // Damage within a block's payload leaves all others.
    val middle = bytes.clone()
    middle(bytes.length / 2) = (middle(bytes.length / 2) ^ 1).toByte
    val read = readAll[Event](middle)
    assertEquals(read.count(_.isLeft), 1)
    assert(read.count(_.isRight) >= 20, read.size)

  test("a segment cut off anywhere gives its whole blocks and an error"):
    val bytes = written(50)(segment => events(12).foreach(segment.add(_)))
    val ends  = (5 to bytes.length).filter(length => readAll[Event](bytes.take(length)).forall(_.isRight))
    for length <- 0 until bytes.length do
      val read = readAll[Event](bytes.take(length))
      assertEquals(read.filter(_.isRight), events(12).take(read.count(_.isRight)).map(Right(_)))
      assertEquals(read.count(_.isLeft), if ends.contains(length) then 0 else 1, s"$length bytes")
    assert(ends.size > 3)

  test("what is not a segment says so"):
    def problem(text: String) = readAll[Int](bytes(text)).head.swap.toOption.get
    assert(problem("42 52 4e 54 01").problem.contains("does not start with BRNS"))
    assertEquals(problem("42 52 4e 54 01").offset, 3)
    assert(problem("42 52 4e 53 02").problem.contains("version 2"))
    assert(problem("42 52").problem.contains("ends within its start"))
    assert(problem("42 52 4e 53 01 00 05 00 00 00 00").problem.contains("kind 5"))
    assert(problem("42 52 4e 53 01 01 00 00 00 00 00 01").problem.contains("does not agree with its checksum"))

  private def block(payload: String): DecodeError =
    val all     = bytes(payload)
    val segment = bytes("42 52 4e 53 01") ++ Array(all.length.toByte, 0.toByte) ++ crcOf(all) ++ all
    readAll[Unit](segment).find(_.isLeft).flatMap(_.left.toOption).getOrElse(fail("no error"))

  test("mistakes in a block's table of types are refused at their place"):
    assert(block("").problem.contains("ends here"))
    assert(block("00").problem.contains("without messages"))
    assertEquals(block("01 00 03 01 00 00 00").offset, 11 + 6)
    assert(block("01 00 03 01 00 00 00").problem.contains("0 messages"))
    assert(block("01 00 03 01 00 00 81 80 04").problem.contains("65537 messages"))
    assert(block("02 00 03 01 00 00 80 80 04 01 01").problem.contains("1 messages; a block has"))
    assert(block("01 01 01").problem.contains("schema 1 of 0"))
    assertEquals(block("01 00 03 01 00 20 01").offset, 11 + 6)
    assert(block("01 00 03 01 00 00 01 07").problem.contains("follow the end"))

  test("a block holds at most 65536 messages"):
    val count = 65536 * 2 + 1
    val bytes = written(): segment =>
      for _ <- 1 to count do segment.add(())
    assertEquals(bytes.length, 5 + 3 * (1 + 1 + 4) + (3 + 3 + 1) + 3 * 6)
    assertEquals(readAll[Unit](bytes).count(_.isRight), count)

  test("errors name the offset in the segment"):
    val bytes = written(): segment =>
      segment.add(true)
      segment.add(true)
    bytes(bytes.length - 1) = 5
    val payload = bytes.drop(11)
    System.arraycopy(crcOf(payload), 0, bytes, 7, 4)
    val all = readAll[Boolean](bytes)
    assertEquals(all.head, Right(true))
    assertEquals(all(1).left.map(_.offset), Left(bytes.length - 1))

  test("a message that cannot be written leaves the segment as it was"):
    val segment = SegmentWriter()
    segment.add(Pair("one", "two"))
    intercept[EncodeError](segment.add(Pair("three", null.asInstanceOf[String])))
    segment.add(Pair("three", "one"))
    assertEquals(readAll[Pair](segment.toArray), Vector(Right(Pair("one", "two")), Right(Pair("three", "one"))))
    val first = SegmentWriter()
    intercept[EncodeError](first.add(Pair("three", null.asInstanceOf[String])))
    first.add(Pair("three", "one"))
    assertEquals(readAll[Pair](first.toArray), Vector(Right(Pair("three", "one"))))

  test("limits on a message hold for each, not for all messages of a block"):
    val units   = List.fill(5000)(())
    val segment = SegmentWriter()
    for _ <- 1 to 3 do segment.add(units)
    assertEquals(readAll[List[Unit]](segment.toArray), Vector.fill(3)(Right(units)))

  test("more may be added after the bytes were taken"):
    val segment = SegmentWriter()
    segment.add("one")
    val first = segment.toArray
    segment.add("two")
    assertEquals(readAll[String](first), Vector(Right("one")))
    assertEquals(readAll[String](segment.toArray), Vector(Right("one"), Right("two")))
    assert(segment.toArray.startsWith(first))

object SegmentSuite:
  final case class Event(id: UUID, page: String, at: Instant) derives Codec
  final case class Pair(left: String, right: String) derives Codec
