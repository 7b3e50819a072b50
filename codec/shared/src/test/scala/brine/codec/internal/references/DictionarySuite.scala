package brine.codec.internal.references

import brine.codec.*

import java.util.UUID
import scala.util.Random

class DictionarySuite extends munit.FunSuite, CodecChecks:
  private def withDictionary(write: Out => Unit): Array[Byte] =
    val out = Out()
    out.useDictionary()
    write(out)
    out.toArray

  private def reading(bytes: Array[Byte]): In =
    val in = In(bytes)
    in.useDictionary()
    in

  private def texts(all: Seq[String]): Unit =
    val bytes = withDictionary(out => all.foreach(out.writeString))
    val in    = reading(bytes)
    all.zipWithIndex.foreach((text, index) => assertEquals(in.readString(), text, s"text $index"))
    in.expectEnd()

  test("what occurs again is a reference"):
    assertEquals(
      hex(withDictionary(out => Seq("hello", "world", "hello", "world").foreach(out.writeString))),
      "68 65 6c 6c ef 77 6f 72 6c e4 c1 c0"
    )
    texts(Seq("hello", "world", "hello", "world", "world"))

  private def uuids(all: Seq[UUID]): Array[Byte] =
    val bytes = withDictionary(out => all.foreach(out.writeUuid))
    val in    = reading(bytes)
    all.zipWithIndex.foreach((uuid, index) => assertEquals(in.readUuid(), uuid, s"UUID $index"))
    in.expectEnd()
    bytes

  test("a new UUID takes 16 bytes, whatever its version, and a known one one or two"):
    for version <- 0 to 8 do
      val uuid = new UUID(0x0123456789ab0cdeL | version.toLong << 12, 0x8123456789abcdefL)
      assertEquals(uuids(Seq(uuid, uuid)).length, 17)
    assertEquals(uuids(Seq(new UUID(0x9000L, 0), new UUID(0x9000L, 0))).length, 18)
    val many = (0 to 88).map(i => new UUID(i, i))
    assertEquals(uuids(many ++ Seq(many.last, many(1), many(0))).length, 89 * 16 + 1 + 1 + 2)

  test("UUIDs come back, however many and however often"):
    val random = new Random(2)
    for distinct <- Seq(1, 88, 89, 500, 2048, 2049, 5000) do
      val all = Vector.fill(distinct)(new UUID(random.nextLong(), random.nextLong()))
      uuids(Seq.fill(3 * distinct)(all(random.nextInt(distinct)))): Unit
      uuids(all ++ all): Unit

  test("a reference reaches back 2048 entries"):
    val all   = (0 to 2048).map(i => s"text $i")
    val reach = withDictionary(out => (all.take(2048) :+ "text 0").foreach(out.writeString))
    assertEquals(hex(reach.takeRight(2)), "ff c7")
    val beyond = withDictionary(out => (all :+ "text 0").foreach(out.writeString))
    assertEquals(hex(beyond.takeRight(6)), "74 65 78 74 20 b0")
    texts(all :+ "text 0" :+ "text 0")
    // The oldest entry that is left, and the one before it.
    val text = withDictionary(out => (0 until 2050).foreach(i => out.writeString(s"$i long enough")))
    for (reference, expected) <- Seq("ff c7" -> Some("2 long enough"), "ff c8" -> None) do
      val in = reading(text ++ bytes(reference))
      (0 until 2050).foreach(_ => in.readString())
      expected match
        case Some(text) => assertEquals(in.readString(), text)
        case None       => assert(intercept[DecodeError](in.readString()).getMessage.contains("where there is none"))

  test("what is far away comes near when it is used"):
    val far = (0 until 60).map(i => s"text $i")
    assertEquals(
      hex(withDictionary(out => (far :+ "text 0" :+ "text 0").foreach(out.writeString)).takeRight(3)),
      "f8 03 c0"
    )

  test("texts of one unit and of more than 4096 are written again"):
    val long = "x" * 4097
    assertEquals(withDictionary(out => Seq("a", "a").foreach(out.writeString)).length, 4)
    assertEquals(withDictionary(out => Seq(long, long).foreach(out.writeString)).length, 2 * (4097 + 3))
    texts(Seq("", "", "a", "a", "ab", "ab", long, long, "ab", long.tail, long.tail))

  test("the bytes do not depend on what the buffer was used for before"):
    def bytesOf(out: Out, seed: Int): String =
      val random = new Random(seed)
      out.reset()
      out.useDictionary()
      (0 until 3000).foreach: _ =>
        out.writeString(s"text ${random.nextInt(400)}")
        out.writeUuid(new UUID(random.nextInt(400), 0))
      hex(out.toArray)
    val used = Out()
    for seed <- 1 to 5 do assertEquals(bytesOf(used, seed), bytesOf(Out(), seed))
    used.reset()
    used.writeString("text")
    assertEquals(hex(used.toArray), "c4 74 65 78 74")

  test("texts with one hash code are looked through in bounded number and still come back"):
    def same(i: Int): String = (0 until 9).map(bit => if (i >> bit & 1) == 0 then "Aa" else "BB").mkString
    val all                  = (0 until 512).map(same)
    assertEquals(all.map(_.hashCode).distinct.size, 1)
    texts(all ++ all ++ all.reverse)

  test("an In forgets the entries of the message before"):
    val in = reading(withDictionary(_.writeString("hello")))
    assertEquals(in.readString(), "hello")
    in.reset(bytes("c0"), 0, 1)
    in.useDictionary()
    assert(intercept[DecodeError](in.readString()).getMessage.contains("where there is none"))
    in.reset(bytes("c0"), 0, 1)
    assertEquals(in.readString(), "")

  test("a collection of references may hold more elements than its bytes say without a dictionary"):
    val many     = List.fill(1000)(new UUID(1, 2))
    val referred = Codec.encodeBare(many, MessageOptions.withDictionary)
    assertEquals(referred.length, 2 + 16 + 999)
    assertEquals(Codec.decodeBare[List[UUID]](referred, MessageOptions.withDictionary), Right(many))

  test("a standalone message says whether it has a dictionary"):
    val values  = List("hello", "hello")
    val message = Codec.encode(values, MessageOptions.withDictionary)
    assertEquals(hex(message.take(1)), "b6")
    assertEquals(Codec.decode[List[String]](message), Right(values))
    assertEquals(Codec.decode[List[String]](Codec.encode(values)), Right(values))

  test("texts of every kind come back, however many and however often"):
    val random = new Random(1)
    for distinct <- Seq(1, 10, 55, 56, 57, 64, 65, 200, 600, 5000) do
      texts(Seq.fill(3 * distinct)(s"text ${random.nextInt(distinct)}"))
      texts(Seq.fill(3 * distinct)(s"текст ${random.nextInt(distinct)}"))
      texts((0 until 3 * distinct).map(i => s"text ${i % distinct}"))
