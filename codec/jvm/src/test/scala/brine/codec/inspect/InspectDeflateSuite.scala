package brine.codec.inspect

import brine.codec.{Compression, ContainerWriter, Limits}

/** Compressed blocks, which only the JVM can expand. */
class InspectDeflateSuite extends munit.FunSuite:
  private val container: Array[Byte] =
    val container = ContainerWriter(1 << 12, Compression.Deflate)
    for i <- 0 until 300 do container.add(s"text number $i")
    container.add("after")
    container.toArray

  test("entries of an expanded block follow its compressed bytes, and cover it"):
    val dump = Inspect.dump(container, Framing.Container())
    assertEquals(dump.errors, Vector.empty)
    assert(dump.entries.exists(_.part == Part.Compressed))
    for (block, bytes) <- dump.blocks do
      val entries = dump.entries.filter(entry => entry.block == block && entry.length > 0)
      val end     = entries.foldLeft(0): (at, entry) =>
        assertEquals(entry.offset, at)
        at + entry.length
      assertEquals(end, bytes.length)
    assert(dump.text.contains("\n   1:0 "), dump.text.take(500))
    assertEquals(dump.entries.flatMap(_.value).map(_.text).last, "\"after\"")

  test("a profile is of what the bytes stand for, and says how many they are"):
    val profile = Inspect.profile(List(container), Framing.Container())
    assertEquals(profile.stored, container.length.toLong)
    assert(profile.bytes > 2 * profile.stored, s"${profile.bytes} in ${profile.stored}")
    assertEquals(profile.messages, 301L)
    assert(profile.text.linesIterator.toList.last.contains(s"stored in ${container.length} bytes"))

  test("a range is one of the bytes given: a block is in it or not"):
    val dump  = Inspect.dump(container, Framing.Container())
    val start = dump.entries.find(_.part == Part.Compressed).get
    val none  = Inspect.dump(container, Framing.Container(), 0, start.offset)
    assert(none.entries.forall(_.block == 0))
    val all = Inspect.dump(container, Framing.Container(), start.offset, start.offset + 1)
    assertEquals(all.entries, dump.entries.filter(entry => entry == start || entry.block == 1))

  test("a block that would expand beyond its limit is refused"):
    val writer = ContainerWriter(1 << 20, Compression.Deflate)
    for _ <- 0 until 20000 do writer.add(List.fill(20)(0.1.toString))
    val bytes = writer.toArray
    val tight = Inspect(limits = Limits(allocationFactor = 1, allocationBase = 0))
    val error = tight.values(bytes, Framing.Container()).left.getOrElse(fail("read"))
    assert(clue(error.problem).contains("Limits.allocationFactor"))

  test("what is wrong in a compressed block is where its bytes are"):
    val dump  = Inspect.dump(container.updated(30, 0.toByte), Framing.Container())
    val start = dump.errors.head.offset
    assert(clue(dump.errors.head.problem).contains("damaged"))
    assert(dump.entries.exists(entry => entry.offset == start && entry.part == Part.Unread))
