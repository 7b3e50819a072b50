package brine.journal.testkit

import brine.codec.Codec
import brine.journal.*
import brine.journal.replication.*
import brine.journal.tools.{ExportedRecord, JournalImport}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.file.Path
import java.time.{Duration, Instant}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** What ends a follower, what it refuses, and who may append to a replica. */
class LogFollowerSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = 5.minutes

  private val replica = Path.of("/replica")
  private val folder  = Path.of("/source")

  private def target(disk: FaultStorage, at: Path = replica) = ReplicaTarget.folder(at, storage = disk)

  private def ended(follower: LogFollower)(using munit.Location): Option[FollowError] =
    assert(follower.awaitEnd(TimeUnit.MINUTES.toNanos(1)), follower.status)
    follower.failure

  private def caughtUp(from: EventLogReader, disk: FaultStorage, settings: FollowSettings = FollowSettings.defaults)(
      using munit.Location
  ): Option[FollowError] = ended(LogFollower.start(from, target(disk), settings.withUntilCaughtUp(true)))

  private def memory(events: Int, text: String = "event"): MemoryEventLog =
    val log = MemoryEventLog()
    (1 to events)
      .grouped(100)
      .foreach(part => assert(log.append("a", ExpectedVersion.Any, part.map(n => s"$text $n")).await().isRight))
    log

  private def texts(disk: FaultStorage, at: Path = replica): Vector[String] =
    Using.resource(JournalReader.open(at, storage = disk))(
      _.readAll[String]().toVector.map(_.map(_.value)).getOrElse(Vector.empty)
    )

  private def isThere(disk: FaultStorage, events: Int): Boolean =
    JournalReader.tryOpen(replica, storage = disk).exists(Using.resource(_)(_.durable.sequence == events))

  private def right[A](result: Either[JournalError, A])(using munit.Location): A =
    result.fold(e => fail(e.message), identity)

  test("a replica of another log is found out, whether all or the last records are compared, and does not change"):
    for comparesAll <- Vector(true, false) do
      val disk = FaultStorage(1)
      assertEquals(caughtUp(memory(2500), disk), None)
      val before = texts(disk)
      caughtUp(memory(2600, "other"), disk, FollowSettings(comparesAll)) match
        case Some(error: FollowError.Diverged) =>
          assert(error.message.contains("/replica is not the beginning"), error.message)
        case other => fail(s"$other")
      assertEquals(texts(disk), before)

  test("a difference before the last 1,000 records is found by comparing all"):
    val disk   = FaultStorage(1)
    val source = memory(2500)
    assertEquals(caughtUp(source, disk), None)
    // The same log, but for one record that somebody has changed.
    val changed = FaultStorage(2)
    val into    = right(JournalImport.open(folder, storage = changed))
    FollowedSource
      .records(source, Offset.Begin)
      .zipWithIndex
      .foreach: (one, at) =>
        val record = if at == 700 then
          one.record.copy(value = Stored(Codec[String].schema, Codec.encodeBare("changed")))
        else one.record
        assertEquals(into.add(ExportedRecord(record, one.keyEvents), at + 1), Right(()))
    assert(into.finish().isRight)
    Using.resource(JournalReader.open(folder, storage = changed)): from =>
      assertEquals(caughtUp(from, disk, FollowSettings(comparesAll = false)), None)
      caughtUp(from, disk) match
        case Some(error: FollowError.Diverged) =>
          assert(error.message.contains("record 701, of offset 701"), error.message)
        case other => fail(s"$other")

  test("a log with fewer records than its replica is found out"):
    for (all, some) <- Vector((2500, 2400), (2500, 10), (2500, 0), (3, 2)) do
      val disk   = FaultStorage(1)
      val source = memory(all)
      assertEquals(caughtUp(source, disk), None)
      val short    = MemoryEventLog()
      val imported = JournalImport.into(short).fold(e => fail(e.message), identity)
      FollowedSource
        .records(source, Offset.Begin)
        .take(some)
        .foreach(one => assertEquals(imported.add(one, 1), Right(())))
      assert(imported.finish().isRight)
      caughtUp(short, disk) match
        case Some(error: FollowError.SourceShrank) =>
          assertEquals((error.upTo, error.records), (some.toLong, all.toLong))
        case other => fail(s"$all, $some: $other")

  test("a log that is closed, or whose record is replaced, ends its follower"):
    val disk     = FaultStorage(1)
    val source   = memory(3)
    val follower = LogFollower.start(source, target(disk))
    while follower.status.upTo.sequence < 3 do Thread.onSpinWait()
    source.close()
    ended(follower) match
      case Some(FollowError.Unread(_, ReadError.Closed)) => ()
      case other                                         => fail(s"$other")
    assertEquals(texts(disk).size, 3)

  test("a journal of a program takes no follower, and a replica no program"):
    val disk = FaultStorage(1)
    Using.resource(Journal.open(replica, storage = disk))(journal => right(journal.append("own", "event").await()))
    assert(caughtUp(memory(3), disk).exists(_.isInstanceOf[FollowError.NotAReplica]))
    assertEquals(texts(disk), Vector("event"))
    Using.resource(Journal.open(replica, storage = disk))(journal => right(journal.append("own", "more").await())): Unit
    val empty    = FaultStorage(2)
    val source   = memory(3)
    val follower = LogFollower.start(source, target(empty))
    // Others see records once they are durable.
    while !isThere(empty, 3) && !follower.isEnded do Thread.onSpinWait()
    for _ <- 1 to 2 do
      // While it is followed, and after that.
      assert(Journal.tryOpen(replica, storage = empty).left.exists(_.isInstanceOf[OpenError.NotWritable]))
      assert(JournalImport.open(replica, storage = empty).left.exists(_.isInstanceOf[OpenError.NotWritable]))
      assertEquals(texts(empty).size, 3)
      if !follower.isEnded then
        assert(Promotion.promote(replica, empty).left.exists(_.isInstanceOf[OpenError.Locked]))
        assert(
          ended(LogFollower.start(source, target(empty))).exists(_.message.contains("is open for writing already"))
        )
        follower.close()
    assertEquals(follower.failure, None)

  test("the role is the old or the new one, whenever the power fails, and its epoch rises"):
    for change <- Vector[FaultStorage => Either[OpenError, LogRole]](Promotion.promote(replica, _)) do
      var cut    = 0
      var isOver = false
      while !isOver do
        val disk   = FaultStorage(3)
        val source = memory(3)
        assertEquals(caughtUp(source, disk), None)
        val before = right(Promotion.role(replica, disk))
        disk.cutPowerAfter(cut)
        val result = change(disk)
        isOver = result.isRight
        for seed <- 1 to 8 do
          val after = disk.crash(seed)
          val role  = right(Promotion.role(replica, after))
          if isOver then assertEquals(Right(role), result)
          else if role != before then assert(role.acceptsPrograms, role)
          assertEquals(texts(after).size, 3)
        cut += 1
      assert(cut > 0)

  test("what is restored from a backup of a replica is an ordinary journal"):
    Folders.use: place =>
      val source = memory(5)
      val at     = place.resolve("replica")
      assertEquals(
        ended(LogFollower.start(source, ReplicaTarget.folder(at), FollowSettings(untilCaughtUp = true))),
        None
      )
      assert(brine.journal.tools.JournalBackup.of(at, place.resolve("backup")).isRight)
      assert(Journal.restore(place.resolve("backup"), place.resolve("restored")).isRight)
      for name <- Vector("backup", "restored") do
        assertEquals(Promotion.role(place.resolve(name)), Right(LogRole.Ordinary))
      Using.resource(Journal.open(place.resolve("restored")))(journal => right(journal.append("own", "event").await()))

  test("an import of more streams than it remembers continues each of them"):
    val disk                                        = FaultStorage(1)
    val count                                       = 140_000
    val into                                        = right(JournalImport.open(replica, storage = disk))
    def record(n: Int, version: Long, offset: Long) =
      val value = Stored(Codec[String].schema, Codec.encodeBare("x"))
      ExportedRecord(
        Record(Offset(offset), s"s$n", version, Instant.EPOCH.plusSeconds(offset), Set.empty, None, value),
        0
      )
    for n <- 1 to count do assertEquals(into.add(record(n, 1, n), n), Right(()))
    for n <- 1 to 500 do assertEquals(into.add(record(n, 2, count + n), n), Right(()))
    // One that it does not remember
    assert(into.add(record(600, 1, count + 501), 1).left.exists(_.problem.contains("which has version 1")))
    into.close()
    Using.resource(Journal.open(replica, storage = disk)): journal =>
      assertEquals(journal.durable.sequence, count + 500L)
      assertEquals((journal.version("s1"), journal.version(s"s$count")), (Right(2L), Right(1L)))

  test("a follower that is closed within an append with a key leaves all of it or nothing"):
    val source = MemoryEventLog()
    val events = Vector.fill(60_000)("event")
    assert(source.append("a", ExpectedVersion.Any, events, key = Some(java.util.UUID(1, 2))).await().isRight)
    for _ <- 1 to 3 do
      val disk     = FaultStorage(1)
      val follower = LogFollower.start(source, target(disk))
      while follower.status.step != FollowStep.Following do Thread.onSpinWait()
      follower.close()
      assertEquals(follower.failure, None)
      val there = texts(disk).size
      assert(there == 0 || there == events.size, there)

  test("a log that is refused keeps its role, and one that fits gets another"):
    def fenced(): FaultStorage =
      val disk = FaultStorage(1)
      assertEquals(caughtUp(memory(1500), disk), None)
      right(Promotion.promote(replica, disk)): Unit
      right(Promotion.fence(replica, disk)): Unit
      disk
    for comparesAll <- Vector(true, false) do
      val disk   = fenced()
      val before = right(Promotion.role(replica, disk))
      assert(before.isInstanceOf[LogRole.Fenced], before)
      for (source, ofStream) <- Vector(memory(1600, "other"), memory(7)).flatMap(log =>
          Vector((log, false), (log, true))
        )
      do
        val failure =
          if ofStream then
            val sent = ByteArrayOutputStream()
            assert(RecordStream.write(source, None, sent, untilCaughtUp = true, () => false).isRight)
            ended(LogFollower.ofStream(ByteArrayInputStream(sent.toByteArray), target(disk)))
          else caughtUp(source, disk, FollowSettings(comparesAll))
        failure match
          case Some(_: FollowError.Diverged | _: FollowError.SourceShrank) => ()
          case other                                                       => fail(s"$other")
        assertEquals(right(Promotion.role(replica, disk)), before)
      // One with the same records, and none or some more
      val source = MemoryEventLog()
      val into   = JournalImport.into(source).fold(e => fail(e.message), identity)
      Using.resource(JournalReader.open(replica, storage = disk)): own =>
        FollowedSource.records(own, Offset.Begin).foreach(one => assertEquals(into.add(one, 1), Right(())))
      assert(into.finish().isRight)
      if comparesAll then right(source.append("b", "more").await()): Unit
      assertEquals(caughtUp(source, disk, FollowSettings(comparesAll)), None)
      assertEquals(right(Promotion.role(replica, disk)).getClass, classOf[LogRole.Replica])
      assertEquals(texts(disk).size.toLong, source.durable.sequence)

  test("a log that cannot be reached for too long ends its follower"):
    val disk = FaultStorage(1)
    locally:
      val journal = Journal.open(folder, storage = disk)
      right(journal.append("a", "event").await())
      journal.close()
    val copied   = FaultStorage(2)
    val settings = FollowSettings(retryFor = Duration.ofMillis(50))
    Using.resource(JournalReader.open(folder, storage = disk)): from =>
      val follower = LogFollower.start(from, target(copied), settings)
      while follower.status.upTo.sequence < 1 do Thread.onSpinWait()
      disk.cutPowerAfter(0)
      assert(ended(follower).exists(_.isInstanceOf[FollowError.Unavailable]), follower.failure)
      assertEquals(texts(copied), Vector("event"))
