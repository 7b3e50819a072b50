package brine.journal.reading

import brine.effort.Effort
import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.storage.{MemoryStorage, UnforcedStorage}
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicReference
import scala.util.{Random, Using}

/** Reading again what was read before: events of units that readers know, and events with several names at their
  * places. The oracle is the list of what was appended.
  */
class KnownEventsSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val folder   = Path.of("known")
  private val settings = JournalSettings(segmentSize = 4 << 20, firstSegmentSize = 4 << 20)

  private final case class Known(sequence: Long, stream: String, version: Long, tags: Set[String], value: String)

  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private def read(records: Records[String]): Vector[Known] =
    ok(records.toVector).map(found =>
      Known(found.offset.sequence, found.stream, found.version, found.tags, found.value)
    )

  /** Appends one unit of several streams, and returns its events. */
  private def unit(journal: Journal, random: Random): Vector[Known] =
    val streams = random.shuffle(Vector("a", "b", "c", "d", "e", "f", "g", "h"))
    val appends = streams
      .take(1 + random.nextInt(8))
      .map: stream =>
        val tags =
          Vector("red", "green", "blue", "rare").filter(tag => random.nextInt(if tag == "rare" then 12 else 2) == 0)
        val values = Vector.fill(1 + random.nextInt(5))(random.alphanumeric.take(random.nextInt(1200)).mkString)
        StreamAppend(stream, ExpectedVersion.Any, values, tags.toSet)
    val last   = ok(journal.appendAll(appends).await()).last.sequence
    val values = appends.flatMap(append => append.events.map(value => (append.stream, append.tags, value.toString)))
    val first  = last - values.size + 1
    val before = scala.collection.mutable.HashMap.empty[String, Long]
    for (stream, own) <- values.groupBy(_._1) do before(stream) = ok(journal.version(stream)) - own.size
    values.zipWithIndex.map:
      case ((stream, tags, value), at) =>
        before(stream) += 1
        Known(first + at, stream, before(stream), tags, value)

  private val queries = Vector[(Query, Known => Boolean)](
    (Query.tagged("red", "green"), event => event.tags("red") && event.tags("green")),
    (Query.tagged("rare", "blue", "red"), event => Set("rare", "blue", "red").subsetOf(event.tags)),
    (Query.tagged("none", "red"), _ => false),
    (Query.stream("a") and Query.tagged("rare"), event => event.stream == "a" && event.tags("rare")),
    (Query.stream("b", "c") and Query.tagged("blue"), event => Set("b", "c")(event.stream) && event.tags("blue")),
    (Query.tagged("rare") or Query.stream("d"), event => event.tags("rare") || event.stream == "d"),
    (Query.tagged("rare") or Query.tagged("none"), event => event.tags("rare"))
  )

  private def compare(journal: JournalReader, all: Vector[Known], random: Random): Unit =
    val from = all(random.nextInt(all.size)).sequence
    for (query, selects) <- queries do
      assertEquals(read(journal.readQuery[String](query)), all.filter(selects), query.toString)
      val rest = all.filter(event => event.sequence >= from && selects(event))
      assertEquals(read(journal.readQuery[String](query, Offset(from))), rest, s"$query from $from")
    for tag <- Vector("red", "rare") do
      assertEquals(read(journal.readTagged[String](tag)), all.filter(_.tags(tag)), tag)
    for stream <- Vector("a", "d") do
      val own = all.filter(_.stream == stream)
      assertEquals(read(journal.read[String](stream)), own, stream)
      if own.nonEmpty then
        val event = own(random.nextInt(own.size))
        val rest  = own.filter(_.version >= event.version)
        assertEquals(read(journal.read[String](stream, from = event.version)), rest, s"$stream from ${event.version}")

  test("reads by all names give what was appended, however often units were read, and in ended segments"):
    val random = Random(7)
    for run <- 1 to Effort.knownUnits do
      val storage = MemoryStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        var all = Vector.empty[Known]
        for segment <- 1 to 3 do
          for _ <- 1 to 3 do
            for _ <- 1 to 4 do all ++= unit(journal, random)
            for _ <- 1 to 4 do compare(journal, all, random)
          if segment == 1 then assert(known(journal) > 0, s"run $run")
          val last = journal.view.segments.last.number
          journal.endSegment()
          while journal.view.segments.last.number == last do Thread.onSpinWait()
        all ++= unit(journal, random)
        for _ <- 1 to 3 do compare(journal, all, random)

  private def known(journal: Journal): Long =
    journal.view.index(journal.view.segments.last).knownUnits match
      case null  => 0
      case units => units.bytes

  test("events that are changed on the disk after their unit became known are damage, not other events"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      val events = Vector.tabulate(60)(at => StreamAppend(s"s$at", ExpectedVersion.Any, Seq(s"$at ".padTo(300, 'x'))))
      ok(journal.appendAll(events).await()): Unit
      for _ <- 1 to 3 do assertEquals(read(journal.read[String]("s30")).map(_.value.trim.take(2)), Vector("30"))
      assert(known(journal) > 0)
      val name  = folder.resolve(SegmentFiles.name(1))
      val bytes = storage.bytes(name)
      val there = bytes.indexOfSlice("30 xxx".getBytes)
      assert(there > 0)
      for at <- Vector(-3, 0, 100, 298) do
        val changed = bytes.clone
        changed(there + at) = (changed(there + at) ^ 4).toByte
        storage.write(name, changed)
        ok(journal.read[String]("s10").toVector): Unit
        journal.read[String]("s30").toVector match
          case Left(_: ReadError.Corrupt) => ()
          case other                      => fail(s"$at: $other")
      storage.write(name, bytes)
      assertEquals(read(journal.read[String]("s30")).map(_.value.take(3)), Vector("30 "))

  test("a query of two tags reads the events with both of them, and no others"): // of ended segments
    TemporaryFolder.use: folder =>
      val storage = UnforcedStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        val appends = Vector.tabulate(1000): at =>
          StreamAppend(s"s$at", ExpectedVersion.Any, Seq("x" * 250), Set(s"course ${at % 50}", s"student ${at / 50}"))
        ok(journal.appendAll(appends).await()): Unit
        def once(): (Long, Long) =
          val (asked, room) = (storage.asked.get, storage.room.get)
          assertEquals(
            read(journal.readQuery[String](Query.tagged("course 7", "student 11"))).map(_.sequence),
            Vector(558L)
          )
          (storage.asked.get - asked, storage.room.get - room)
        // One file is opened for one entry.
        // The least: threads of the journal read, too.
        def least()       = Vector.fill(8)(once()).min
        val (asked, room) = least()
        println(s"a query of two tags in the current segment: $asked calls with room for $room bytes")
        assert(asked <= 3 && room <= 1000, s"$asked calls, $room bytes")
        journal.endSegment()
        while journal.view.segments.size == 1 do Thread.onSpinWait()
        val (askedEnded, roomEnded) = least()
        println(s"in an ended segment: $askedEnded calls with room for $roomEnded bytes")
        assert(askedEnded <= 3 && roomEnded <= 1000, s"$askedEnded calls, $roomEnded bytes")

  test("many readers find the same while the writer appends and begins segments"):
    TemporaryFolder.use: folder =>
      val small = JournalSettings(segmentSize = 1 << 18, firstSegmentSize = 1 << 18)
      Using.resource(Journal.open(folder, small, UnforcedStorage())): journal =>
        val failed             = AtomicReference[Throwable]()
        @volatile var isOver   = false
        def value(number: Int) = s"$number ".padTo(300, 'x')
        val readers            = Vector.tabulate(6): reader =>
          Thread.ofVirtual.start: () =>
            val random = Random(reader)
            try
              while !isOver do
                val stream = s"s${random.nextInt(40)}"
                val found  = ok(journal.read[String](stream).toVector)
                assertEquals(found.map(_.version), Vector.tabulate(found.size)(_ + 1L))
                found.foreach(record => assertEquals(record.value.takeWhile(_ != ' '), record.stream.drop(1)))
                val both = ok(journal.readQuery[String](Query.tagged("even", s"t${random.nextInt(40)}")).toVector)
                both.foreach(record => assert(record.tags("even") && record.tags(s"t${record.stream.drop(1)}")))
                assertEquals(both.map(_.version), Vector.tabulate(both.size)(at => at * 2L + 1))
            catch case error: Throwable => failed.compareAndSet(null, error): Unit
        for round <- 0 until Effort.knownUnits * 20 if failed.get == null do
          val even    = if round % 2 == 0 then Set("even") else Set.empty
          val appends =
            Vector.tabulate(40)(at => StreamAppend(s"s$at", ExpectedVersion.Any, Seq(value(at)), even + s"t$at"))
          ok(journal.appendAll(appends).await()): Unit
        isOver = true
        readers.foreach(_.join())
        if failed.get != null then throw failed.get
        assert(journal.view.segments.size > 3)
