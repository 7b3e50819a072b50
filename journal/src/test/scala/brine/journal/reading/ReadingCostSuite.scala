package brine.journal.reading

import brine.effort.Effort
import brine.journal.*
import brine.journal.storage.UnforcedStorage
import com.sun.management.ThreadMXBean
import java.lang.management.ManagementFactory

/** What reading costs as the current segment grows: allocated bytes, which are the same in each run, and no times. */
class ReadingCostSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val settings = JournalSettings(segmentSize = 16 << 20, firstSegmentSize = 16 << 20)
  private val threads  = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
  private val Few      = 1_000
  private val Many     = Effort.longSegment
  private val Records  = 200

  /** Bytes that a reader in another process may allocate per record. */
  private val MostFollowing = 12_288L

  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private def allocated(body: => Unit): Long =
    val before = threads.getCurrentThreadAllocatedBytes
    body
    threads.getCurrentThreadAllocatedBytes - before

  private def append(journal: Journal): Unit =
    ok(journal.append("s", ExpectedVersion.Any, Seq("x"), tags = Set("t")).await()): Unit

  /** Runs a body with a journal of this number of units, all of one stream and tag. */
  private def use[A](units: Int)(body: (Journal, UnforcedStorage) => A): A = TemporaryFolder.use: folder =>
    val storage = UnforcedStorage()
    val journal = Journal.open(folder, settings, storage)
    try
      for _ <- 1 to units do append(journal)
      assertEquals(journal.view.segments.size, 1)
      body(journal, storage)
    finally journal.close()

  /** The bytes per record for each number of units. */
  private def compare(what: String, most: Long = Long.MaxValue)(cost: (Journal, UnforcedStorage) => Long): Unit =
    // First for the compiler, which allocates, too.
    val costs = Vector(Few, Few, Many).map(units => use(units)(cost)).tail
    println(s"$what: ${costs.map(_ / Records).mkString(" and ")} bytes allocated per record of $Few and $Many units")
    assert(costs(1) <= 2 * costs(0) + 100 * Records, s"$what: $costs")
    assert(costs.forall(_ / Records <= most), s"$what: $costs, but at most $most bytes per record")

  private def live(reader: Journal => JournalReader, records: JournalReader => Records[String])(
      journal: Journal
  ): Long =
    val from  = reader(journal)
    val read  = records(from)
    var bytes = 0L
    var found = 0
    // In another process a record shows up with the next one.
    for _ <- 1 to Records do
      append(journal)
      bytes += allocated:
        var more = true
        while more do
          more = ok(read.next()).isDefined
          if more then found += 1
    assert(found >= Records - 1 && found <= Records + 1, s"$found of $Records")
    read.close()
    if from ne journal then from.close()
    bytes

  private val kinds = Vector[(String, (JournalReader, Offset) => brine.journal.Records[String])](
    "by tag"      -> ((reader, from) => reader.readTaggedAfter[String]("t", from)),
    "of a stream" -> ((reader, from) =>
      brine.journal.Records(reader.name, FileCursor(reader.view, Selection.StreamAfter("s", from.sequence)))
    ),
    "of all events" -> ((reader, from) => reader.readAllAfter[String](from))
  )

  for (kind, records) <- kinds do
    test(s"a live read $kind costs the same, however long the segment is"):
      compare(s"live, $kind")((journal, _) => live(identity, reader => records(reader, journal.durable))(journal))

    test(s"a live read $kind in another process costs the same"):
      compare(s"live in another process, $kind", MostFollowing): (journal, storage) =>
        live(
          journal => JournalReader.open(journal.folder, settings, storage),
          reader => records(reader, reader.durable)
        )(
          journal
        )

  for
    (kind, records) <- kinds
    part            <- Seq(0.0, 0.5, 0.99)
  do
    test(s"the first records of a read $kind from $part of the segment on cost the same"):
      compare(s"from $part on, $kind"): (journal, _) =>
        val read =
          records(journal, Offset((journal.durable.sequence * part).toLong.min(journal.durable.sequence - Records)))
        try allocated(for _ <- 1 to Records do assert(ok(read.next()).isDefined))
        finally read.close()

  for
    (whose, readerOf) <- Seq[(String, (Journal, UnforcedStorage) => JournalReader)](
      "the writer" -> ((journal, _) => journal),
      "a reader"   -> ((journal, storage) => JournalReader.open(journal.folder, settings, storage))
    )
    part <- Seq(0.5, 0.99)
  do
    test(s"a stream is read from a version at $part of the current segment without the versions before, by $whose"):
      def asked(units: Int): Long = use(units): (journal, storage) =>
        val reader  = readerOf(journal, storage)
        val version = (units * part).toLong
        reader.durable: Unit
        val before = storage.asked.get
        val read   = reader.read[String]("s", from = version)
        assertEquals(ok(read.next()).map(_.version), Some(version))
        val after = storage.asked.get
        read.close()
        if reader ne journal then reader.close()
        after - before
      val counts = Vector(Few, Many).map(asked)
      println(s"from version at $part, by $whose: ${counts.mkString(" and ")} calls")
      assert(counts.forall(_ < 150), s"$counts")

  test("a look for new records asks the disk the same few things, however many segments and readers there are"):
    def cost(segments: Int, readers: Int): (Long, Long, Long) = TemporaryFolder.use: folder =>
      val storage = UnforcedStorage()
      val small   = JournalSettings(segmentSize = 1 << 16)
      val journal = Journal.open(folder, small, storage)
      try
        for _ <- 1 until segments do
          append(journal)
          val last = journal.view.segments.last.number
          journal.endSegment()
          while journal.view.segments.last.number == last do Thread.onSpinWait()
        append(journal)
        val open = Vector.fill(readers)(JournalReader.open(folder, small, storage))
        while open.exists(_.durable != journal.durable) do Thread.sleep(1)
        open.foreach(reader => ok(reader.readAll[String]().toVector))
        // The keeper and the writer are done once the manifest has the last record.
        val before = (storage.asked.get, storage.listed.get, storage.room.get)
        for _ <- 1 to 100 do open.foreach(_.view.refresh())
        val after = (storage.asked.get, storage.listed.get, storage.room.get)
        open.foreach(_.close())
        ((after._1 - before._1) / 100 / readers, after._2 - before._2, (after._3 - before._3) / 100 / readers)
      finally journal.close()
    assertEquals(cost(40, 1), cost(3, 1))
    assertEquals(cost(3, 5), cost(3, 1))
    val (asked, listed, room) = cost(3, 1)
    println(s"one look of a reader: $asked calls with room for $room bytes")
    assertEquals(listed, 0L)
    assert(asked <= 10 && room <= 3 * 4096, s"$asked calls, $room bytes")
