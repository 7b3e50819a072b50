package brine.journal.index

import brine.codec.Codec
import brine.journal.format.{EntryReader, SegmentHeader, UnitScanner}
import brine.journal.index.TestSegment.Event
import brine.journal.storage.MemoryStorage
import java.nio.file.Path

class KnownUnitsSuite extends munit.FunSuite:
  private val file    = Path.of("segment")
  private val text    = Codec[String]
  private val payload = Array.fill(250)(7.toByte)

  /** A scanner of a segment with these units of events of 250 bytes, each in a stream of its own. */
  private def use(units: Int, events: Int)(body: (UnitScanner, SegmentHeader) => Unit): Unit =
    val header  = TestSegment.header(1L << 23)
    val segment = TestSegment(header)
    for unit <- 0 until units do
      segment.unit(unit, Vector.tabulate(events)(at => Event(s"s$at", payload, text, Vector(s"t${at % 3}")))): Unit
    val storage = MemoryStorage()
    storage.put(file, segment.toArray)
    body(UnitScanner("segment", storage.openRead(file), header, SegmentHeader.Length, _ => None), header)

  test("a unit is known once it was read twice"):
    use(2, 40): (scanner, header) =>
      val known = KnownUnits(header.salt)
      val entry = EntryReader()
      assert(scanner.next())
      known.noteRead(scanner, entry)
      assert(known.of(scanner.offset) == null && known.bytes == 0)
      known.noteRead(scanner, entry)
      val unit = known.of(scanner.offset)
      assert(unit != null && known.bytes == unit.bytes)
      assertEquals((0 until 40).map(unit.stream), 0 until 40)
      assertEquals((0 until 40).filter(unit.hasTag(_, 1)), 1 until 40 by 3)
      val places = unit.places(_ == 7)
      assert(places != null)
      assertEquals((places.size, places.sequences(0), places.versions(0)), (1, 1008L, 0L))
      assert(unit.places(_ => true) == null, "reading the unit costs less")
      val offset = scanner.offset
      assert(scanner.next() && known.of(scanner.offset) == null && known.of(offset) != null)

  test("small units are not kept: to read them as a whole costs less"):
    use(1, 5): (scanner, header) =>
      val known = KnownUnits(header.salt)
      assert(scanner.next())
      for _ <- 1 to 4 do known.noteRead(scanner, EntryReader())
      assert(known.of(scanner.offset) == null && known.bytes == 0)

  test("what is kept stays within its bytes, and the last unit is kept"):
    use(60, 100): (scanner, header) =>
      val most  = 20_000L
      val known = KnownUnits(header.salt, most)
      while scanner.next() do
        for _ <- 1 to 2 do known.noteRead(scanner, EntryReader())
        assert(known.of(scanner.offset) != null && known.bytes <= most, s"${known.bytes} bytes")
      assert(known.bytes > most / 2)

  test("a unit that would take a large part of the room is not kept"):
    use(1, 1000): (scanner, header) =>
      val known = KnownUnits(header.salt, most = 50_000)
      assert(scanner.next())
      for _ <- 1 to 4 do known.noteRead(scanner, EntryReader())
      assert(known.bytes == 0)

  test("the headers of units are kept for the units that were read last"):
    val heads = UnitHeads.Recent()
    assert(heads.of(4096) == null)
    for unit <- 1 to 5000 do
      heads.keep(UnitHead(unit * 4096L, unit, 1, isSparse = false))
      assertEquals(heads.of(unit * 4096L).nn.firstSequence, unit.toLong)
    val kept = (1 to 5000).count(unit => heads.of(unit * 4096L) != null)
    assert(kept <= 256 && kept > 100, s"$kept")
