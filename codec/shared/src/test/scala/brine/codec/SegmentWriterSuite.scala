package brine.codec

class SegmentWriterSuite extends munit.FunSuite, SegmentChecks:
  import SegmentWriterSuite.Pair

  test("the bytes of a segment"):
    assertEquals(hex(segmentOf()(_ => ())), "42 52 4e 53 01")
    val bytes = segmentOf(): segment =>
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

  test("a segment is smaller than its messages"):
    val each = events(1000).map(Codec.encodeBare(_).length).sum
    val all  = segmentOf()(segment => events(1000).foreach(segment.add(_))).length
    assert(all * 4 < each, s"$all of $each bytes")

  test("a block holds at most 65536 messages"):
    val count = 65536 * 2 + 1
    val bytes = segmentOf(): segment =>
      for _ <- 1 to count do segment.add(())
    assertEquals(bytes.length, 5 + 3 * (1 + 1 + 4) + (3 + 3 + 1) + 3 * 6)
    assertEquals(readAll[Unit](bytes).count(_.isRight), count)

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

object SegmentWriterSuite:
  final case class Pair(left: String, right: String) derives Codec
