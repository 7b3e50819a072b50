package brine.journal.index

import brine.codec.Codec
import brine.effort.Effort
import brine.journal.format.{Damage, SegmentEnd, SegmentHeader, SegmentReader}
import brine.journal.index.TestSegment.Event
import brine.journal.lookup.ScannedSegment
import brine.journal.storage.{MemoryStorage, Storage}
import org.scalacheck.{Gen, Prop}
import org.scalacheck.rng.Seed

import java.nio.channels.ClosedChannelException
import java.nio.file.{Files, Path}
import java.util.UUID
import java.util.concurrent.{CountDownLatch, Executors, TimeUnit}
import scala.util.Random

class SegmentIndexSuite extends munit.ScalaCheckSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  override def scalaCheckTestParameters = super.scalaCheckTestParameters.withMinSuccessfulTests(Effort.sketchedSegments)

  import SegmentIndexSuite.*

  private val event: Gen[Event] =
    for
      stream  <- Gen.oneOf(Gen.oneOf("a", "b", "cc", "ä", ""), Gen.choose(0, 300).map(n => s"stream-$n"))
      isText  <- Gen.oneOf(true, false)
      size    <- Gen.frequency(9 -> Gen.choose(0, 40), 1 -> Gen.choose(0, 30_000))
      tags    <- Gen.containerOf[Set, String](Gen.oneOf("red", "green", "t1", "t2", "")).map(_.toVector)
      after   <- Gen.oneOf(0L, 3L)
      hasKey  <- Gen.frequency(3 -> false, 1 -> true)
      keyHigh <- Gen.long
      keyLow  <- Gen.long
    yield Event(
      stream,
      Array.fill(size)(7),
      if isText then text else number,
      if tags.size > 2 then Vector.empty else tags,
      Option.when(hasKey)((UUID(keyHigh, keyLow), 1)),
      after
    )

  private val units: Gen[Vector[Vector[Event]]] =
    Gen
      .choose(0, 40)
      .flatMap(n => Gen.containerOfN[Vector, Vector[Event]](n, Gen.nonEmptyContainerOf[Vector, Event](event)))

  property("an index says of a segment what a list of its events says"):
    Prop.forAllNoShrink(Gen.long): seed =>
      val segment = Sketch(units.pureApply(Gen.Parameters.default, Seed(seed)))
      segment.check(segment.index)
      true

  test("an empty segment has an empty index"):
    val segment = Sketch(Vector.empty)
    val index   = segment.index
    segment.check(index)
    assertEquals(index.records, 0L)
    assertEquals(index.offsetAt(0), SegmentHeader.Length.toLong)

  test("many streams, tags and keys"):
    val random = Random(1)
    val units  = Vector.tabulate(400): unit =>
      Vector.tabulate(50): i =>
        val n = unit * 50 + i
        Event(
          s"stream-${if i % 2 == 0 then n else random.nextInt(n + 1)}",
          Array.fill(random.nextInt(30))(1),
          number,
          if i == 7 then Vector(s"tag-$unit") else Vector.empty,
          Option.when(i % 3 == 0)((UUID(random.nextLong(), random.nextLong()), 1))
        )
    val segment = Sketch(units, size = 4 << 20)
    segment.check(segment.index)
    assert(segment.index.streamCount > 9_000)

  test("of names that are not there, few are looked for in the file"):
    val segment = Sketch(Vector(Vector.tabulate(5_000)(n => Event(s"s$n", Array.empty, number))))
    val index   = segment.index
    val filter  = BloomFilter.sized(5_000)
    (0 until 5_000).foreach(n => filter.add(IndexFormat.hash(s"s$n".getBytes("UTF-8"))))
    val wrongly = (0 until 10_000).count(n => filter.mayContain(IndexFormat.hash(s"no$n".getBytes("UTF-8"))))
    assert(wrongly < 200, s"$wrongly of 10000")
    assert((0 until 10_000).forall(n => index.stream(s"no$n").isEmpty))

  test("an append of several events has the version after it"):
    val key     = UUID(5, 6)
    val other   = UUID(-5, -6)
    val segment = Sketch(
      Vector(
        Vector(Event("a", Array(1), number)),
        Vector(
          Event("a", Array(1), number, key = Some((key, 3))),
          Event("a", Array(1), number),
          Event("b", Array(1), number),
          Event("a", Array(1), number, key = Some((other, 5))),
          Event("a", Array(1), number)
        )
      )
    )
    val index = segment.index
    assertEquals(index.keyEntry(5, 6), Some(KeyEntry(1, 1002, 1004, 11)))
    // The append's end is not there, as compaction may leave it.
    assertEquals(index.keyEntry(-5, -6), Some(KeyEntry(0, 1005, 1009, 15)))

  test("a missing index, one of another segment or of another content is none"):
    val segment                                               = Sketch(Vector(Vector(Event("a", Array(1), number))))
    val header                                                = segment.header
    def opened(path: Path, header: SegmentHeader, last: Long) = SegmentIndex.open(segment.storage, path, header, last)
    assert(opened(segment.path, header, 1001).nonEmpty)
    assertEquals(opened(Path.of("other.idx"), header, 1001), None)
    assertEquals(opened(segment.path, header, 1002), None)
    assertEquals(opened(segment.path, header.copy(number = 4), 1001), None)
    assertEquals(opened(segment.path, header.copy(salt = 5), 1001), None)
    assertEquals(opened(segment.path, header.copy(journal = UUID(7, 7)), 1001), None)

  test("every byte changed and every cut is found: at once, or by what reads it"):
    val random  = Random(2)
    val segment = Sketch(
      Vector.tabulate(40)(_ =>
        Vector.tabulate(25)(i =>
          Event(
            s"s${random.nextInt(400)}",
            Array.fill(20)(1),
            number,
            Vector(s"t$i"),
            Some((UUID(random.nextLong(), i), 1))
          )
        )
      )
    )
    val bytes = segment.storage.bytes(segment.path)
    assert(bytes.length > 5 * IndexFormat.PageSize)
    for at <- bytes.indices by 7 * Effort.bytesPerChange do
      val damaged = bytes.clone
      damaged(at) = (damaged(at) ^ (1 << random.nextInt(8))).toByte
      segment.storage.put(segment.path, damaged)
      segment.opened.foreach(index => intercept[Damage](index.verify()))
      if at < IndexFormat.PageSize then assert(segment.opened.isEmpty)
    for length <- bytes.indices by 97 * Effort.bytesPerChange do
      segment.storage.put(segment.path, bytes.take(length))
      assert(segment.opened.isEmpty, s"cut to $length")
    segment.storage.put(segment.path, bytes ++ new Array[Byte](IndexFormat.PageSize))
    assert(segment.opened.isEmpty)
    // Nothing that is read of a damaged index is wrong.
    var refused = 0
    for _ <- 1 to 50 do
      val damaged = bytes.clone
      val at      = IndexFormat.PageSize + random.nextInt(bytes.length - IndexFormat.PageSize)
      damaged(at) = (damaged(at) ^ 0x10).toByte
      segment.storage.put(segment.path, damaged)
      try segment.check(segment.index)
      catch case _: Damage => refused += 1
    assert(refused > 35, s"$refused")

  test("an index that turns out to be damaged is built again, and nobody notices"):
    val segment = Sketch(Vector(Vector.tabulate(2_000)(n => Event(s"s$n", Array.empty, number, Vector("t")))))
    val bytes   = segment.storage.bytes(segment.path)
    for page <- 1 until bytes.length / IndexFormat.PageSize do
      val damaged = bytes.clone
      damaged(page * IndexFormat.PageSize + 77) = (damaged(page * IndexFormat.PageSize + 77) ^ 1).toByte
      segment.storage.put(segment.path, damaged)
      var rebuilt = 0
      val index   = RebuildingIndex(
        segment.index,
        _ =>
          rebuilt += 1
          segment.build()
          segment.index
      )
      for n <- 0 until 2_000 by 3 do
        assertEquals(index.streamNumber(s"s$n"), n)
        assertEquals(index.streamName(n), s"s$n")
      assertEquals(index.tagUnits("t").toVector, segment.offsets)
      assertEquals(index.schema(0), number.schema)
      assert(rebuilt <= 1)
      segment.build()

  test("an index whose file was replaced, by compaction say, is never answered from the new one"):
    for streams <- List(1, 3, 2_000) do // of one page, and of more
      val before = Sketch(Vector(Vector.tabulate(streams)(n => Event(s"s$n", Array.empty, number))))
      val after  = Sketch(Vector(Vector.tabulate(streams)(n => Event(s"t$n", Array.empty, number))), salt = 78)
      val index  = before.index
      before.storage.put(before.path, after.storage.bytes(after.path))
      index.release() // so that each page is read from whatever has the name now
      for n <- 0 until streams do
        val found =
          try index.lastVersion(s"s$n")
          catch case _: Damage => -2L
        assert(found != -1L, s"stream $n of $streams is not there, without an error")

  test("pages that changed places are found"):
    val segment = Sketch(Vector(Vector.tabulate(2_000)(n => Event(s"s$n", Array.empty, number))))
    val bytes   = segment.storage.bytes(segment.path)
    val size    = IndexFormat.PageSize
    val swapped =
      bytes.take(size) ++ bytes.slice(2 * size, 3 * size) ++ bytes.slice(size, 2 * size) ++ bytes.drop(3 * size)
    segment.storage.put(segment.path, swapped)
    intercept[Damage](segment.index.verify())

  test("a crash while an index is written leaves none, or all of it"):
    val storage = MemoryStorage()
    val segment = Sketch(Vector(Vector.tabulate(20_000)(n => Event(s"s$n", Array.empty, number))), size = 2 << 20)
    val before  = segment.storage.changes
    segment.build()
    val operations = segment.storage.changes - before
    assert(operations > 5)
    for crash <- 0 until operations; everything <- Seq(true, false) do
      storage.failFrom = Int.MaxValue
      storage.delete(segment.path)
      storage.delete(Path.of(s"${segment.path}.part"))
      storage.failFrom = storage.changes + crash
      intercept[java.io.IOException](segment.build(storage)): Unit
      val after = storage.afterCrash(everything)
      assertEquals(segment.opened(after), None)
      segment.build(after)
      segment.opened(after).get.verify()

  test("an end that is known is where the segment ends, whatever comes after it"):
    val segment = Sketch(Vector(Vector(Event("a", Array(1), number)), Vector(Event("b", Array(1), number))))
    SegmentIndex.build(segment.storage, "s", segment.file, segment.header, 1001, _ => None, Path.of("cut.idx"))
    val index = SegmentIndex.open(segment.storage, Path.of("cut.idx"), segment.header, 1001).get
    assertEquals(index.records, 1L)
    assertEquals(index.stream("b"), None)

  test("a segment that is damaged has no index"):
    val segment = Sketch(Vector.tabulate(10)(n => Vector(Event(s"s$n", Array.fill(100)(1), number))))
    val bytes   = segment.storage.bytes(segment.segmentPath)
    bytes(segment.offsets(5).toInt + 60) = 99
    segment.storage.put(segment.segmentPath, bytes)
    val damage = intercept[Damage](segment.build())
    assertEquals(damage.offset, segment.offsets(5))

  test("many threads read one index, and an interrupted one does not spoil it for the others"):
    val folder = Files.createTempDirectory("brine-index")
    val path   = folder.resolve("1.idx")
    try
      val segment = Sketch(
        Vector.tabulate(40)(u => Vector.tabulate(500)(n => Event(s"s${u * 500 + n}", Array.empty, number))),
        size = 2 << 20
      )
      segment.build(Storage.disk, path)
      val index    = SegmentIndex.open(Storage.disk, path, segment.header, segment.ended.sequence).get
      val threads  = 4
      val executor = Executors.newFixedThreadPool(threads)
      val start    = CountDownLatch(1)
      try
        val futures = Vector.tabulate(threads): thread =>
          executor.submit: () =>
            val random = Random(thread)
            start.await()
            (0 until 3_000).count: _ =>
              val n = random.nextInt(20_000)
              if thread == 0 && random.nextInt(20) == 0 then Thread.currentThread.interrupt()
              try !index.stream(s"s$n").exists(_.number == n)
              catch case _: ClosedChannelException if thread == 0 => false
              finally Thread.interrupted(): Unit
        start.countDown()
        assertEquals(futures.map(_.get(120, TimeUnit.SECONDS)), Vector.fill(threads)(0))
      finally executor.shutdownNow(): Unit
      index.close()
      intercept[java.io.IOException](index.verify()): Unit
    finally
      Files.deleteIfExists(path): Unit
      Files.delete(folder)

object SegmentIndexSuite:
  val number: Codec[Int]  = Codec[Int]
  val text: Codec[String] = Codec[String]

  /** A segment with these units, its index, and what the index is to say. */
  final class Sketch(units: Vector[Vector[Event]], size: Long = 1 << 21, salt: Long = 77):
    private val segment = TestSegment(TestSegment.header(size).copy(salt = salt))
    private val before  = (stream: String) => stream.length.toLong * 10

    val storage     = MemoryStorage()
    val path        = Path.of("00001.idx")
    val segmentPath = Path.of("00001.seg")
    val header      = segment.header

    // Units that do not fit are left out.
    private val written =
      var room = size - (1 << 13)
      units.filter: unit =>
        val length = unit.map(event => event.payload.length + 60 + event.stream.length * 4).sum + 1_000
        val fits   = length <= room
        if fits then room -= length
        fits
    val offsets: Vector[Long] = written.zipWithIndex.map((unit, i) => segment.unit(1_000 + i * 10L, unit, before))
    val ended: SegmentEnd     = segment.seal()
    storage.put(segmentPath, segment.toArray)
    build()

    def file = storage.openRead(segmentPath)

    def build(to: Storage = storage, at: Path = path): Unit =
      SegmentIndex.build(to, "00001.seg", file, header, ended.sequence, _ => None, at)

    def opened(from: Storage): Option[SegmentIndex] = SegmentIndex.open(from, path, header, ended.sequence)
    def opened: Option[SegmentIndex]                = opened(storage)
    def index: SegmentIndex                         = opened.getOrElse(munit.Assertions.fail("no index"))

    /** The events as a list: sequence, version, offset of the unit, time. */
    private lazy val events =
      var sequence = header.firstSequence
      val versions = scala.collection.mutable.HashMap.empty[String, Long]
      for
        ((unit, i), offset) <- written.zipWithIndex.zip(offsets)
        event               <- unit
      yield
        val version = versions.getOrElse(event.stream, before(event.stream)) + 1
        versions(event.stream) = version
        sequence += 1
        (event, sequence - 1, version, offset, 1_000 + i * 10L + event.after)

    /** Compares it with the index that is made in memory. */
    private def agrees(index: IndexedSegment): Unit =
      import munit.Assertions.*
      val reader  = SegmentReader("s", file, header, _ => None, SegmentReader.Policy.Open)
      val scanned = ScannedSegment(header, reader.dictionary)
      while reader.nextUnit() do scanned.add(reader)
      for name <- (events.map(_._1.stream).distinct :+ "none").grouped(5).map(_.head) do
        assertEquals(index.streamNumber(name), scanned.streamNumber(name))
        assertEquals(index.lastVersion(name), scanned.lastVersion(name))
        assertEquals(index.streamUnits(name).toVector, scanned.streamUnits(name).toVector)
      for (event, _, _, _, _) <- events; (key, _) <- event.key do
        val (high, low) = (key.getMostSignificantBits, key.getLeastSignificantBits)
        // An index has no times; whoever needs one reads the record.
        assertEquals(index.key(high, low), scanned.key(high, low).nn.copy(time = KeyedAppend.OfRecord))
      for tag <- events.flatMap(_._1.tags).distinct :+ "none" do
        assertEquals(index.tagUnits(tag).toVector, scanned.tagUnits(tag).toVector)
      for time <- 990L to 1_400L by 7 do assertEquals(index.offsetAt(time), scanned.offsetAt(time))
      for sequence <- header.firstSequence - 2 to ended.sequence + 2 by 13 do
        assertEquals(index.offsetBefore(sequence), scanned.offsetBefore(sequence))

    def check(index: SegmentIndex): Unit =
      import munit.Assertions.*
      assertEquals(index.records, events.size.toLong)
      assertEquals(index.digest, ended.digest)
      assertEquals(index.journal, header.journal)
      assertEquals(index.firstSequence, header.firstSequence)
      assertEquals(index.lastSequence, ended.sequence)
      if events.nonEmpty then assertEquals((index.firstTime, index.lastTime), (events.head._5, events.last._5))
      val names = events.map(_._1.stream).distinct
      assertEquals(index.streamCount, names.size)
      assertEquals(index.allStreams.map(_.name).toVector, names)
      val byStream = events.groupBy(_._1.stream)
      for (name, i) <- names.zipWithIndex do
        val own   = byStream(name)
        val entry = index.stream(name).getOrElse(fail(s"no stream $name"))
        assertEquals(index.streamName(i), name)
        assertEquals(index.versionBefore(i), before(name))
        assertEquals(
          (entry.name, entry.number, entry.versionBefore, entry.firstVersion, entry.lastVersion),
          (name, i, before(name), own.head._3, own.last._3)
        )
        assertEquals(
          (entry.firstSequence, entry.lastSequence),
          (own.head._2, own.last._2)
        )
        assertEquals(entry.offsets.toVector, own.map(_._4).distinct)
      for absent <- Seq("none", "a ", "stream-1000", "ab") if !names.contains(absent) do
        assertEquals(index.stream(absent), None)
      val tags = events.flatMap(_._1.tags).distinct
      assertEquals(index.tagCount, tags.size)
      for (tag, i) <- tags.zipWithIndex do
        assertEquals(index.tag(i), tag)
        assertEquals(index.tagUnits(tag).toVector, events.filter(_._1.tags.contains(tag)).map(_._4).distinct)
      assertEquals(index.tagUnits("none").toVector, Vector.empty)
      agrees(index)
      assertEquals(index.schemas, events.map(_._1.codec).distinct.map(_.schema))
      for (event, sequence, version, _, _) <- events; (key, _) <- event.key do
        assertEquals(
          index.keyEntry(key.getMostSignificantBits, key.getLeastSignificantBits),
          Some(KeyEntry(names.indexOf(event.stream), sequence, sequence, version))
        )
      assertEquals(index.keyEntry(1, 1), None)
      // Places: never after what is looked for, and not far before it.
      for (_, sequence, _, offset, time) <- events.grouped(7).map(_.head) do
        val from = index.offsetBefore(sequence)
        assert(from >= 0 && from <= offset, s"$from, $offset")
        assert(offsets.contains(from))
        assert(
          offsets.filter(o => o > from && o < offset).forall(_ - from < IndexFormat.TableDistance + (1 << 16)),
          s"$from $offset"
        )
        val firstAt = events.find(_._5 >= time).get._4
        assert(index.offsetAt(time) <= firstAt)
      assertEquals(index.offsetBefore(header.firstSequence - 1), SegmentHeader.Length.toLong)
      index.verify()
