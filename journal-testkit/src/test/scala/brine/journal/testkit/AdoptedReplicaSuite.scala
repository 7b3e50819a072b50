package brine.journal.testkit

import brine.codec.Codec
import brine.effort.Effort
import brine.journal.*
import brine.journal.replication.*
import brine.journal.tools.{ExportedRecord, JournalBackup, JournalImport, LogCopy}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.file.Path
import java.time.Instant
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Copies and restored backups of a log that become its replicas, and what is refused because it is none. */
class AdoptedReplicaSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = 15.minutes

  private val replica = Path.of("/replica")
  private val adopts  = FollowSettings(untilCaughtUp = true, adopts = true)

  private def right[A](result: Either[Any, A]): A = result.fold(error => throw AssertionError(s"$error"), identity)

  private def followed(from: EventLogReader, disk: FaultStorage, settings: FollowSettings): Option[FollowError] =
    ended(LogFollower.start(from, ReplicaTarget.folder(replica, storage = disk), settings))

  /** Follows up to a record: readers in another process see records a moment later. */
  private def whole(from: EventLogReader, disk: FaultStorage, upTo: Long): Unit =
    Using.resource(LogFollower.start(from, ReplicaTarget.folder(replica, storage = disk))): follower =>
      val until = System.nanoTime + TimeUnit.MINUTES.toNanos(1)
      while follower.status.upTo.sequence < upTo && !follower.awaitEnd(1_000_000) do
        if System.nanoTime > until then throw AssertionError(s"stuck: ${follower.status}")
      follower.failure.foreach(error => throw AssertionError(error.message))

  private def ended(follower: LogFollower): Option[FollowError] =
    if !follower.awaitEnd(TimeUnit.MINUTES.toNanos(1)) then throw AssertionError(s"stuck: ${follower.status}")
    follower.failure

  private def contents(records: Vector[ExportedRecord]) = records.map(ImportedRecords.content)

  private def there(disk: FaultStorage): Vector[ExportedRecord] =
    Using.resource(JournalReader.open(replica, storage = disk))(FollowedSource.records(_, Offset.Begin))

  private def role(disk: FaultStorage): LogRole = right(Promotion.role(replica, disk))

  test("a copy or a restored backup follows on, whatever retention and compaction have deleted in the log since"):
    val trials = Trials("adoption")
    trials.run(Effort.followerLives / 10): seed =>
      val random = SplittableRandom(seed)
      Using.resource(FollowedSource(seed, random, keepsAll = seed % 3 == 0)): source =>
        for _ <- 0 to random.nextInt(6) do source.step()
        val disk = source.storage
        if random.nextBoolean() then right(source.reading(LogCopy.toFolder(_, replica, storage = disk))): Unit
        else
          right(JournalBackup.of(source.folder, Path.of("/backup"), storage = disk)): Unit
          right(Journal.restore(Path.of("/backup"), replica, storage = disk)): Unit
        val seeded = there(disk)
        for _ <- 0 to random.nextInt(6) do source.step()
        // Without being told, it is refused.
        if seeded.nonEmpty then
          source.reading(followed(_, disk, adopts.withAdopts(false))) match
            case Some(_: FollowError.NotAReplica) => ()
            case other                            => throw AssertionError(s"$other")
        val settings = adopts.withComparesAll(random.nextBoolean())
        val names    = source.kept.map(one => (one.record.stream, one.record.version)).toSet
        source.reading(followed(_, disk, settings)) match
          case None =>
            trials.count("adopted")
            for _ <- 0 to random.nextInt(4) do source.step()
            // It is a replica like any other now.
            source.reading(followed(_, disk, FollowSettings(random.nextBoolean(), untilCaughtUp = true))) match
              case None                                                                               => ()
              case Some(error: FollowError.Diverged) if error.message.contains("compare all records") => ()
              case other => throw AssertionError(s"$other")
            source.reading(whole(_, disk, source.kept.lastOption.fold(0L)(_.record.offset.sequence)))
            val found = there(disk).map(FollowedSource.content)
            assertEquals(found.take(seeded.size), seeded.map(FollowedSource.content))
            val ever = source.all.map(FollowedSource.content).iterator
            for one <- found do assert(ever.contains(one), s"$one is not in the log, or not in this place")
            for one <- source.kept.map(FollowedSource.content) do assert(found.contains(one), s"$one is missing")
            if seed % 3 == 0 then assertEquals(found, source.kept.map(FollowedSource.content))
            assert(role(disk).isInstanceOf[LogRole.Replica], role(disk))
          case Some(error: FollowError.Diverged) =>
            // The last records of the copy must still be in the log.
            trials.count("refused")
            val last = seeded.last.record
            if names((last.stream, last.version)) then throw AssertionError(error.message)
            assertEquals(contents(there(disk)), contents(seeded))
            assertEquals(role(disk), LogRole.Ordinary)
          case other => throw AssertionError(s"$other")

  /** A journal in files that has these records. */
  private def made(records: Vector[ExportedRecord]): FaultStorage =
    val disk = FaultStorage(1)
    val into = right(JournalImport.open(replica, storage = disk))
    for (one, at) <- records.zipWithIndex do right(into.add(one, at + 1L))
    right(into.finish()): Unit
    disk

  private def source(records: Vector[ExportedRecord]): MemoryEventLog =
    val log  = MemoryEventLog()
    val into = right(JournalImport.into(log))
    for (one, at) <- records.zipWithIndex do right(into.add(one, at + 1L))
    right(into.finish()): Unit
    log

  private def record(stream: String, version: Long, text: String, second: Long): ExportedRecord = ExportedRecord(
    Record(
      Offset(second),
      stream,
      version,
      Instant.EPOCH.plusSeconds(second),
      Set.empty,
      None,
      Stored(Codec[String].schema, Codec.encodeBare(text))
    ),
    0
  )

  private val all = Vector.tabulate(1500)(n => record(s"s${n % 7}", n / 7 + 1L, s"event $n", n + 1L))

  test("a target that is no beginning of the log is refused, with the place, and stays as it is"):
    def changed(at: Int) = all.take(1200).updated(at, record(s"s${at % 7}", at / 7 + 1L, "other", at + 1L))
    def own(stream: String, version: Long)                      = record(stream, version, "own", 1201)
    val cases: Vector[(String, Vector[ExportedRecord], String)] = Vector(
      ("another first record", changed(0), "record 1, of offset 1"),
      ("another record in the middle", changed(600), "record 601, of offset 601"),
      ("another last record", changed(1199), "record 1200, of offset 1200"),
      ("a record that is missing", all.take(1200).patch(500, Nil, 1), "record 501"),
      ("a record that others have appended", all.take(1200) :+ own("s3", 172), "record 1201, of offset"),
      ("a stream that others have appended to", all.take(1200) :+ own("own", 1), "its record 1201 is"),
      (
        "more than the log has",
        all :+ own("own", 1).copy(record = own("own", 1).record.copy(at = Instant.EPOCH.plusSeconds(2000))),
        "its record at offset 1501"
      ),
      ("another log", Vector.tabulate(30)(n => record("other", n + 1L, "x", n + 1L)), "its record 1 is")
    )
    for (what, records, place) <- cases; (comparesAll, isStream) <- Vector((true, false), (false, false), (true, true))
    do
      val disk   = made(records)
      val log    = source(all)
      val before = contents(there(disk))
      val result =
        if !isStream then followed(log, disk, adopts.withComparesAll(comparesAll))
        else streamed(log, disk, None)
      result match
        case Some(error: FollowError.Diverged) =>
          assert(error.message.contains(place), s"$what: ${error.message}")
        case other => fail(s"$what: $other")
      assertEquals(contents(there(disk)), before, what)
      assertEquals(role(disk), LogRole.Ordinary, what)
      // Programs go on.
      Using.resource(Journal.open(replica, storage = disk))(journal => right(journal.append("x", "more").await())): Unit

  private def streamed(log: EventLogReader, disk: FaultStorage, at: Option[Instant]): Option[FollowError] =
    val sent = ByteArrayOutputStream()
    right(RecordStream.write(log, at, sent, untilCaughtUp = true, () => false)): Unit
    val target = ReplicaTarget.folder(replica, storage = disk)
    ended(LogFollower.ofStream(ByteArrayInputStream(sent.toByteArray), target, FollowSettings(adopts = true)))

  test("the log in place of its copy is refused, and one that has all records already is adopted"):
    val disk = made(all)
    // The copy is older: somebody has mixed up the places.
    assert(followed(source(all.take(1400)), disk, adopts).exists(_.message.contains("in the wrong order")))
    assert(followed(source(Vector.empty), disk, adopts).exists(_.message.contains("in the wrong order")))
    assertEquals(role(disk), LogRole.Ordinary)
    assertEquals(followed(source(all), disk, adopts), None)
    assert(role(disk).isInstanceOf[LogRole.Replica])

  test("a copy whose last records compaction has deleted in the log since is refused, and with one more it is not"):
    for hasMore <- Vector(false, true) do
      val disk    = FaultStorage(1)
      val journal = Journal.open(Path.of("/source"), storage = disk)
      try
        for n <- 1 to 50 do right(journal.append("a", s"$n").await()): Unit
        for n <- 1 to 5 do right(journal.append("b", s"$n").await()): Unit
        if hasMore then right(journal.append("a", "51").await()): Unit
        right(LogCopy.toFolder(journal, replica, storage = disk)): Unit
        right(journal.delete("b").await()): Unit
        journal.endSegment()
        right(journal.append("c", "1").await()): Unit
        right(journal.compact(CompactionRules(streams = _ == "b", leastGain = 0))): Unit
        followed(journal, disk, adopts) match
          case None if hasMore                               => assertEquals(there(disk).size, 58)
          case Some(error: FollowError.Diverged) if !hasMore =>
            assert(error.message.contains("make another copy"), error.message)
            assertEquals(role(disk), LogRole.Ordinary)
          case other => fail(s"$hasMore: $other")
      finally journal.close()

  test("a stream adopts if it has all records"):
    val disk = made(all.take(1400))
    streamed(source(all), disk, Some(all(1200).record.at)) match
      case Some(error: FollowError.Refused) => assert(error.message.contains("without --at"), error.message)
      case other                            => fail(s"$other")
    assertEquals(role(disk), LogRole.Ordinary)
    assertEquals(streamed(source(all), disk, None), None)
    assertEquals(contents(there(disk)), contents(all))

  test("a replica of a replica does not become the source of the first one"):
    Folders.use: place =>
      val folders = Vector("a", "b", "c").map(place.resolve(_))
      Using.resource(Journal.open(folders.head))(journal => right(journal.append("s", "1").await())): Unit
      def follow(from: Path, to: Path) = Using.resource(JournalReader.open(from)): reader =>
        ended(LogFollower.start(reader, ReplicaTarget.folder(to), FollowSettings(untilCaughtUp = true)))
      for (from, to) <- folders.zip(folders.tail) do assertEquals(follow(from, to), None)
      right(Promotion.fence(folders.head)): Unit
      for from <- folders.tail do
        follow(from, folders.head) match
          case Some(error: FollowError.Ring) => assert(error.message.contains("in a ring"), error.message)
          case other                         => fail(s"$from: $other")
      assert(right(Promotion.role(folders.head)).isInstanceOf[LogRole.Fenced])
      // Once one of them is promoted, it is no ring.
      right(Promotion.promote(folders(1))): Unit
      assertEquals(follow(folders(2), folders.head), None)

  test("a ring that nobody could see from a path does no harm: nothing comes twice, and promotion opens it"):
    val (a, b) = (FaultStorage(1), FaultStorage(2))
    // As from another machine.
    def follow(from: FaultStorage, to: FaultStorage) =
      Using.resource(JournalReader.open(replica, storage = from))(streamed(_, to, None))
    assertEquals(followed(source(all), a, FollowSettings(untilCaughtUp = true)), None)
    assertEquals(follow(a, b), None)
    for _ <- 1 to 3; (from, to) <- Vector((b, a), (a, b)) do
      assertEquals(follow(from, to), None)
      assertEquals(contents(there(to)), contents(all))
    right(Promotion.promote(replica, a)): Unit
    Using.resource(Journal.open(replica, storage = a))(journal => right(journal.append("own", "more").await())): Unit
    assert(follow(b, a).exists(_.isInstanceOf[FollowError.Promoted]))
    assertEquals(follow(a, b), None)
    assertEquals(contents(there(b)), contents(there(a)))

  test("a journal that a program has open, and one that was promoted, are not adopted"):
    val disk = made(all.take(10))
    Using.resource(Journal.open(replica, storage = disk)): _ =>
      assert(followed(source(all), disk, adopts).exists(_.message.contains("open for writing already")))
    assertEquals(followed(source(all), disk, adopts), None)
    right(Promotion.promote(replica, disk)): Unit
    assert(followed(source(all), disk, adopts).exists(_.isInstanceOf[FollowError.Promoted]))
