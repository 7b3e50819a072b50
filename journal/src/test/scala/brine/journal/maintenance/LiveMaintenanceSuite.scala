package brine.journal.maintenance

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.maintenance.ClosedJournal.{all, fill, folder, keyOf, ok, settings, use}
import brine.journal.snapshot.{FileSnapshots, SnapshotError}
import brine.journal.storage.{MemoryStorage, Storage}
import brine.journal.tools.Verification
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{Executors, TimeUnit}
import scala.util.Random

class LiveMaintenanceSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(3, "min")

  private def sound(folder: Path, storage: Storage = Storage.disk): Verification =
    val found = ok(Verification.of(folder, settings, storage))
    assertEquals(found.damages, Vector.empty)
    found

  test("retention while the journal is open: streams go on, those who ask for what is gone are told"):
    val storage = MemoryStorage()
    use(storage): journal =>
      fill(journal, 50, streams = 1)
      ok(journal.append("old", ExpectedVersion.NoStream, Seq("a", "b")).await()): Unit
      journal.endSegment()
      fill(journal, 100, streams = 1, from = 50)
      val begun    = journal.readAllAfter[String](Offset(10))
      val first    = ok(begun.next())
      val retained = ok(journal.retain(RetentionRules(upTo = Offset(60))))
      assertEquals(retained, Retained(1, Offset(53)))
      // A reader that has begun continues to the end of what it has open.
      assertEquals(first.map(_.offset), Some(Offset(11)))
      assertEquals(journal.readAllAfter[String](Offset(10)).toVector, Left(ReadError.Gone(Offset(53))))
      assertEquals(ok(journal.readAll[String](retained.first).toVector).size, 100)
      assertEquals(ok(journal.version("old")), 2L)
      assertEquals(ok(journal.read[String]("s0", from = 0).toVector).map(_.version), (51L to 150L).toVector)
      begun.close()
    use(storage): journal =>
      assertEquals(ok(journal.version("old")), 2L)
      val reader = JournalReader.open(folder, settings, storage)
      try assertEquals(ok(reader.version("old")), 2L)
      finally reader.close()
      assertEquals(
        journal.append("old", ExpectedVersion.NoStream, Seq("x")).await(),
        Left(AppendError.WrongVersion("old", 0, 2))
      )
      assertEquals(ok(journal.append("old", ExpectedVersion(2), Seq("c")).await()).version, 3L)
    assertEquals(sound(folder, storage).first, Offset(53))

  test("compaction while the journal is open, and by readers of another process"):
    val storage = ClosedJournal.made(3000)
    use(storage): journal =>
      val reader = JournalReader.open(folder, settings, storage)
      try
        val begun  = journal.read[String]("s3")
        val before = ok(journal.read[String]("s3").toVector)
        val other  = reader.readAll[String]()
        assertEquals(ok(begun.next()).map(_.version), Some(1L))
        assertEquals(ok(other.next()).map(_.offset), Some(Offset(1)))
        assertEquals(ok(reader.read[String]("s3").toVector), before)
        val compacted = ok(journal.compact(CompactionRules()))
        assert(compacted.size >= 2)
        val after = ok(journal.read[String]("s3").toVector)
        assert(after.size < before.size && after.forall(before.contains))
        assertEquals(ok(reader.read[String]("s3").toVector), after)
        assertEquals(ok(reader.readAll[String]().toVector), all(journal))
        // Who had begun gets what is still there, and nothing else.
        val rest = ok(begun.toVector)
        assert(after.forall(record => rest.contains(record)) && rest.forall(before.contains))
        val others = ok(other.toVector).map(_.offset)
        assert(all(journal).map(_.offset).drop(1).forall(others.contains), "a record is missing")
        assertEquals(ok(journal.version("s3")), before.last.version)
      finally reader.close()

  test("a rule that calls the journal's maintenance, or closes it: refused, and nothing is changed"):
    val storage = ClosedJournal.made(1000)
    use(storage): journal =>
      val before = all(journal)
      val calls  = List[() => Any](
        () => journal.compact(CompactionRules()),
        () => journal.retain(RetentionRules(upTo = Offset(500))),
        () => journal.backup(Path.of("inner")),
        () => journal.close()
      )
      calls.foreach: call =>
        val error = intercept[IllegalStateException]:
          journal.compact(CompactionRules(streams = _ => { call(); true }))
        assert(error.getMessage.contains("within a rule"), error.getMessage)
      assertEquals(all(journal), before)
      // What only reads or appends may be called, and one that throws is the caller's matter.
      ok(journal.compact(CompactionRules(streams = name => ok(journal.version(name)) > 1000000)))
      intercept[ArithmeticException](journal.compact(CompactionRules(streams = _ => throw ArithmeticException("mine"))))
      assertEquals(all(journal), before)
      assert(ok(journal.compact(CompactionRules())).nonEmpty)
    sound(folder, storage): Unit

  test("a backup of an open journal has what was durable"):
    val storage = ClosedJournal.made(1000)
    use(storage): journal =>
      val target = Path.of("backup")
      for round <- 1 to 3 do
        fill(journal, 300, from = 700 + round * 300)
        val durable = journal.durable
        val report  = ok(journal.backup(target))
        assertEquals(report.upTo, durable)
        val restored = Path.of(s"restored-$round")
        assertEquals(ok(Journal.restore(target, restored, settings, storage)).last, durable)
        assertEquals(use(storage, restored)(all), all(journal))

  test("snapshots belong to the journal"):
    val storage = ClosedJournal.made(100)
    use(storage): journal =>
      val total = ok(journal.readAll[String]().toVector).map(_.value.length).sum
      assert(journal.snapshots.save("total", journal.durable, total).isRight)
      ok(Journal.restore(folder, Path.of("copy"), settings, storage)): Unit
    use(storage, Path.of("copy")): journal =>
      val snapshot = journal.snapshots.latest[Int]("total").toOption.flatten.get
      assertEquals(snapshot.offset, Offset(100))
      // One of what the journal does not have is of another one.
      val ofAnother = FileSnapshots(storage, Path.of("copy"), snapshot.info.journal)
      assert(ofAnother.save("total", Offset(101), 7).isRight)
      assertEquals(journal.snapshots.latest[Int]("total").toOption.flatten, Some(snapshot))
      assert(journal.snapshots.save("total", Offset(101), 7).left.exists(_.isInstanceOf[SnapshotError.NotDurable]))

  test("a closed journal is not maintained: another process may have it"):
    val storage = ClosedJournal.made(100)
    val journal = Journal.open(folder, settings, storage)
    journal.close()
    assertEquals(journal.retain(RetentionRules(upTo = Offset(50))), Left(ReadError.Closed))
    assertEquals(journal.compact(CompactionRules()), Left(ReadError.Closed))
    assertEquals(journal.backup(Path.of("backup")), Left(ReadError.Closed))

  test("keys are known after opening again, whichever segment they are in"):
    val storage = ClosedJournal.made(4000)
    for _ <- 1 to 2 do
      use(storage): journal =>
        for i <- 0 until 4000 by 3 do
          journal.append(s"s${i % 7}", ExpectedVersion.Any, Seq("again"), key = Some(keyOf(i))).await() match
            case Left(AppendError.Duplicate(original)) => assertEquals(original.last, Offset(i + 1L))
            case other                                 => fail(s"$i: $other")

  test("indexes are kept on the disk, and what is damaged of them is mended"):
    val storage = ClosedJournal.made(4000)
    val before  = use(storage)(journal => (0 until 7).map(n => ok(journal.read[String](s"s$n").toVector)))
    val indexes = storage.list(folder).filter(_.endsWith(".idx"))
    assert(indexes.size >= 3, s"$indexes")
    val random = Random(3)
    for _ <- 1 to 20 do
      indexes.foreach: name =>
        val path  = folder.resolve(name)
        val bytes = if storage.exists(path) then storage.bytes(path) else new Array[Byte](5000)
        random.nextInt(3) match
          case 0 => storage.delete(path)
          case 1 => storage.put(path, bytes.take(random.nextInt(bytes.length)))
          case _ =>
            val at = random.nextInt(bytes.length)
            bytes(at) = (bytes(at) ^ 1).toByte
            storage.put(path, bytes)
      use(storage): journal =>
        assertEquals((0 until 7).map(n => ok(journal.read[String](s"s$n").toVector)), before)
        assertEquals(all(journal).size, 4000)

  test("appending, reading, retention, compaction and backups at once"):
    TemporaryFolder.use: root =>
      val data                  = root.resolve("data")
      val journal               = Journal.open(data, settings)
      val isDone                = AtomicBoolean(false)
      val executor              = Executors.newFixedThreadPool(6)
      def submit[A](body: => A) = executor.submit[A](() => body)
      try
        val appenders = (0 until 2).map: n =>
          submit:
            for i <- 1 to 20_000 do
              val done = journal.append(s"s$n-${i % 20}", s"event $i ${"x" * (i % 50)}")
              if i % 100 == 0 then ok(done.await()): Unit
        val readers = (0 until 2).map: n =>
          submit:
            var rounds = 0
            val random = Random(n)
            while !isDone.get do
              val stream   = s"s${random.nextInt(2)}-${random.nextInt(20)}"
              val versions = ok(journal.read[String](stream, from = 0).toVector).map(_.version)
              assert(versions == versions.sorted.distinct, s"$versions")
              journal.readAllAfter[String](Offset(math.max(0, journal.durable.sequence - 500))).toVector match
                case Right(records) => assert(records.map(_.offset.sequence) == records.map(_.offset.sequence).sorted)
                case Left(_: ReadError.Gone) => ()
                case Left(error)             => throw AssertionError(error.message)
              rounds += 1
            rounds
        val follower = submit:
          val reader = JournalReader.open(data, settings)
          try
            var last = 0L
            while !isDone.get do
              reader.readAllAfter[String](Offset(math.max(0, reader.durable.sequence - 200))).toVector match
                case Right(records)          => records.lastOption.foreach(record => last = record.offset.sequence)
                case Left(_: ReadError.Gone) => ()
                case Left(error)             => throw AssertionError(error.message)
            last
          finally reader.close()
        var deleted   = 0
        var compacted = 0
        var round     = 0
        while !appenders.forall(_.isDone) || round < 4 do
          round += 1
          compacted += ok(journal.compact(CompactionRules(streams = _.endsWith("7"), leastGain = 0))).size
          deleted += ok(
            journal.retain(RetentionRules(upTo = Offset(math.max(0, journal.durable.sequence - 6000))))
          ).segments
          val upTo     = ok(journal.backup(root.resolve("backup"))).upTo
          val verified = sound(root.resolve("backup"))
          assertEquals(verified.last, upTo)
        appenders.foreach(_.get(60, TimeUnit.SECONDS))
        isDone.set(true)
        assert(deleted > 0 && compacted > 0, s"$deleted deleted, $compacted compacted in $round rounds")
        // Not within an assertion: the suite is locked there, and the readers assert things themselves.
        val rounds  = readers.map(_.get(60, TimeUnit.SECONDS)).sum
        val reached = follower.get(60, TimeUnit.SECONDS)
        assert(rounds > 0 && reached > 0)
        ok(journal.retain(RetentionRules(upTo = Offset(30_000)))): Unit
        for n <- 0 until 2; i <- 0 until 20 do assertEquals(ok(journal.version(s"s$n-$i")), 1000L)
        assertEquals(journal.state, JournalState.Healthy)
      finally
        isDone.set(true)
        executor.shutdownNow()
        journal.close()
      assert(sound(data).first.sequence > 0)
      use(Storage.disk, data): journal =>
        for n <- 0 until 2; i <- 0 until 20 do assertEquals(ok(journal.version(s"s$n-$i")), 1000L)
      assertEquals(SegmentFiles.list(Storage.disk, data).nonEmpty, true)
