package brine.codec.inspect

import brine.codec.golden.GoldenTypes.*
import brine.codec.{Codec, ContainerWriter, MessageOptions, SchemaIds, Shared}

class DumpSuite extends munit.FunSuite:
  private def dump[A](value: A)(using codec: Codec[A]): String =
    Inspect.dump(Codec.encodeBare(value), Framing.Bare(codec.schema)).text

  private def withDictionary[A](value: A)(using codec: Codec[A]): String =
    val options = MessageOptions.withDictionary
    Inspect.dump(Codec.encodeBare(value, options), Framing.Bare(codec.schema, options)).text

  private def isDump(obtained: String, expected: String)(using munit.Location): Unit =
    assertNoDiff(obtained, expected.stripMargin)

  /** The same, however wide the columns are. */
  private def isNarrow(obtained: String, expected: String)(using munit.Location): Unit =
    assertNoDiff(narrow(obtained), narrow(expected.stripMargin))

  private def narrow(text: String): String = text.linesIterator.map(_.trim.replaceAll(" {2,}", "  ")).mkString("\n")

  test("a header is explained item by item"):
    isDump(
      dump(Flags(true, Some("hi"), false, Some(true), Some(None))),
      """offset  bytes     path   what                    value
        |     0  3b               header of 8 bits
        |                  a      bit 0: Boolean          true
        |                  note   bit 1: present
        |     1  c2 68 69  note   String, ASCII, 2 bytes  "hi"
        |                  b      bit 2: Boolean          false
        |                  maybe  bit 3: present
        |                  maybe  bit 4: Boolean          true
        |                  deep   bit 5: present
        |                  deep   bit 6: absent           null
        |"""
    )

  test("cases, in a header and by themselves"):
    isDump(
      dump[Shape](Group(Vector(Empty, Circle(Point(1, 2), 1.5)), Some(Ball(3, Color.Green, true)))),
      """offset  bytes                    path                what                             value
        |     0  1d                                           header of 7 bits, tag 5: Group
        |     1  04                       shapes              size: 2 elements
        |     2  02                       shapes[0]           header of 3 bits, tag 2: Empty   Empty
        |     3  00                       shapes[1]           header of 3 bits, tag 0: Circle
        |     4  02                       shapes[1].center.x  Int                              1
        |     5  04                       shapes[1].center.y  Int                              2
        |     6  00 00 00 00 00 00 f8 3f  shapes[1].radius    Double                           1.5
        |                                 main                bit 3: present
        |                                 main                bits 4 to 6: tag 1: Ball
        |    14  05                       main                header of 3 bits
        |    15  06                       main.radius         Int                              3
        |                                 main.color          bits 0 to 1: tag 1 of Color      Green
        |                                 main.hollow         bit 2: Boolean                   true
        |"""
    )

  test("packed numbers: mode, width and all"):
    def line(text: String) = text.linesIterator.toList(2).drop(8).trim.replaceAll(" {2,}", "  ")
    assertEquals(line(dump(List.tabulate(8)(_ + 1))), "80 02 02  from 1 in steps of 1  [1, 2, 3, 4, 5, 6, 7, 8]")
    assertEquals(line(dump(List.fill(8)(9))), "00 12  all 9  [9, 9, 9, 9, 9, 9, 9, 9]")
    assertEquals(
      line(dump(List(1000, 1001, 1003, 1004, 1006, 1007, 1009, 1010))),
      "81 d0 0f 02 2a  from 1000 in steps of 1 bit above 1  [1000, 1001, 1003, 1004, 1006, 1007, 1009, 1010]"
    )
    assertEquals(
      line(dump(List(-5, 70, 71, 72, 73, 74, 75, 76))),
      "07 09 80 25 b3 e9 7c 42 .. 9 in all  7 bits each above -5  [-5, 70, 71, 72, 73, 74, 75, 76]"
    )
    assertEquals(
      line(dump(List(100, 1, 100, 5000, 100, 100000, 2, 100, 100))),
      "7f 64 01 64 88 27 64 a0 .. 13 in all  one by one without signs  [100, 1, 100, 5000, 100, 100000, 2, 100, 100]"
    )
    assertEquals(
      line(dump(Vector.tabulate(8)(i => 20.5 + i))),
      "01 80 9a 03 14  integers over 10^1, from 205 in steps of 10  [20.5, 21.5, 22.5, 23.5, 24.5, 25.5, 26.5, 27.5]"
    )
    assertEquals(
      line(dump("100111101".map(_ == '1').toList)),
      "79 01  1 bit each, 2 bytes  [true, false, false, true, true, true, true, false, true]"
    )

  test("columns"):
    isNarrow(
      dump(
        List.tabulate(16)(i => (i, i % 2 == 0, if i < 2 then s"t$i" else "", Option.when(i == 3)(Color.Blue)))
      ).linesIterator
        .filterNot(_.contains("\"\""))
        .mkString("\n"),
      """offset  bytes        path         what                                                 value
        |     0  21                        size: 16 elements, packed
        |     1  80 00 02     [0..15]._1   column of 16: from 0 in steps of 1                   [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
        |     4  55 55        [0..15]._2   column of 16: 1 bit each, 2 bytes                    [true, false, true, false, true, false, true, false, true, f…
        |     6  00           [0..15]._3   texts with a dictionary
        |     7  74 b0        [0]._3       String, ASCII up to a high bit                       "t0"
        |     9  74 b1        [1]._3       String, ASCII up to a high bit                       "t1"
        |    25  08 00        [0..15]._4   column of 16: presences, 1 bit each, 2 bytes         [false, false, false, true, false, false, false, false, fals…
        |    27  02           [0..15]._4   column of 1: 2 bits each, 1 byte                     [Blue]
        |"""
    )

  test("texts by their forms, and references to them"):
    isNarrow(
      withDictionary(List("one", "two", "one", "яя", "x")),
      """offset  bytes              path  what                                 value
        |     0  0a                       size: 5 elements
        |     1  6f 6e e5           [0]   String, ASCII up to a high bit       "one"
        |     4  74 77 ef           [1]   String, ASCII up to a high bit       "two"
        |     7  c1                 [2]   String, 2 back in the dictionary     "one"
        |     8  86 08 cf cf        [3]   String, a window from U+0400, 3 bytes  "яя"
        |    12  8f 78              [4]   String, ASCII, 1 byte                "x"
        |"""
    )

  test("values marked by @dict, and shared ones"):
    val lines = withDictionary(List.fill(2)(Address("Elm", "Oslo", java.time.Instant.EPOCH))).linesIterator.toList
    assert(clue(lines(2)).contains("@dict, in full"))
    assert(clue(lines.last).contains("@dict, 1 back"))
    assert(lines.last.contains("Address {street: \"Elm\""))
    val one = Shared(Point(1, 2))
    assert(
      clue(dump(List(one, one)).linesIterator.toList.last)
        .matches(".*02 +\\[1\\] +shared, 1 back +\\*1|.*01 +\\[1\\] +shared, 1 back +\\*1")
    )

  test("the envelope of a standalone message, and of a tagged one"):
    val dump = Inspect.dump(Codec.encode(Point(1, -1)), Codec[Point].schema)
    assertEquals(dump.entries.map(_.what), Vector("standalone message", "fingerprint of Point", "Int", "Int"))
    assertEquals(dump.entries.map(_.part), Vector(Part.Envelope, Part.Envelope, Part.Content, Part.Content))
    val tagged = Inspect.dump(
      SchemaIds(300 -> Codec[Point]).encode(Point(1, -1)),
      Framing.Tagged(Map(300 -> Codec[Point].schema))
    )
    assertEquals(tagged.entries.head.what, "type 300, Point")
    assertEquals(tagged.entries.map(_.offset), Vector(0, 2, 3))

  private def container: Array[Byte] =
    val container = ContainerWriter()
    container.add("hello")
    container.add("hello")
    container.add(Point(1, 2))
    container.toArray

  test("a container: blocks, runs, schemas, messages"):
    isNarrow(
      Inspect.dump(container, Framing.Container()).text,
      """offset  bytes  path  what  value
        |  0  42 52 4e 53 01  BRNS and version 1: a container
        |  5  24 00 a1 5a c7 2b  block 1: 36 bytes, no compression, CRC 2bc75aa1
        |  11  02  2 runs
        |  12  00 03  a run of a schema of 3 bytes
        |  14  01 00 09  schema 1, String, fingerprint f9535076eb26809f
        |  17  02  2 messages of it
        |  18  00 12  a run of a schema of 18 bytes
        |  20  01 01 00 c5 50 6f 69 6e .. 18 in all  schema 2, Point, fingerprint d3d2d5493bef79ca
        |  38  01  1 message of it
        |  39  68 65 6c 6c ef  #0  String, ASCII up to a high bit  "hello"
        |  44  c0  #1  String, 1 back in the dictionary  "hello"
        |  45  02  #2.x  Int  1
        |  46  04  #2.y  Int  2
        |"""
    )

  test("entries of a range only"):
    val all  = Inspect.dump(container, Framing.Container()).entries
    val some = Inspect.dump(container, Framing.Container(), 14, 18).entries
    assertEquals(some, all.filter(entry => entry.offset >= 14 && entry.offset < 18))
    assert(some.sizeIs > 1 && some.size < all.size)

  test("what is behind an error is not read, and the error is the codec's"):
    val bytes = Array[Byte](4, 2, 4, 0x80.toByte, 0, 8) // 0 in a byte too many
    val dump  = Inspect.dump(bytes, Framing.Bare(Codec[List[Point]].schema))
    val error = Codec.decodeBare[List[Point]](bytes).left.getOrElse(fail("read"))
    assertEquals(
      dump.errors.map(error => (error.offset, error.path, error.problem)),
      Vector((error.offset, error.path, error.problem))
    )
    assertEquals(error.path, "[1].x")
    val last = dump.entries.last
    assertEquals((last.part, last.offset, last.length), (Part.Unread, 3, 3))
    assert(dump.text.endsWith(s"error: ${error.getMessage}\n"), dump.text)

  test("a damaged block is left out, and the next one read"):
    val writer = ContainerWriter(1)
    writer.add("first")
    writer.add("second")
    val bytes = writer.toArray
    val dump  = Inspect.dump(bytes.updated(20, 1.toByte), Framing.Container())
    assertEquals(dump.errors.size, 1)
    assert(clue(dump.errors.head.problem).contains("damaged"))
    assertEquals(dump.entries.flatMap(_.value).map(_.text), Vector("\"second\""))
