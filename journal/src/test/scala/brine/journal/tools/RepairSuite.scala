package brine.journal.tools

import brine.journal.tools.JournalFixture.*
import brine.journal.*
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

class RepairSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def contents(folder: Path): Map[String, ByteBuffer] =
    Files
      .walk(folder)
      .iterator
      .asScala
      .filter(Files.isRegularFile(_))
      .map(file => folder.relativize(file).toString -> ByteBuffer.wrap(Files.readAllBytes(file)))
      .toMap

  /** Damages a journal, repairs it, and looks at what is left. */
  private def repaired(damage: (Path, Vector[Path]) => Unit, isAllNamed: Boolean = true)(check: (Path, Repair) => Unit)(
      using munit.Location
  ): Unit =
    TemporaryFolder.use: folder =>
      write(folder)
      val all = records(folder)
      damage(folder, segments(folder))
      val before = contents(folder)
      val plan   = ok(Repair.plan(folder))
      assertEquals(contents(folder), before, "a plan changes nothing")
      assert(plan.isNeeded)
      val after = ok(plan.perform())
      assertEquals(after.damages, Vector.empty)
      // Whatever was there and is not there as it was is in the quarantine, except for merged indexes: the journal
      // makes them in its own time, and deletes one whose segments are not all there.
      val now  = contents(folder)
      val kept = now.filter(_._1.startsWith("quarantine/")).values.toSet
      before
        .filterNot((name, _) => name == "LOCK" || name == "next.seg" || name.startsWith("merged-"))
        .foreach((name, bytes) => assert(now.get(name).contains(bytes) || kept(bytes), s"$name is gone"))
      assert(!ok(Repair.plan(folder)).isNeeded)
      // Every record that is left is as it was, and every other one was named.
      val left = records(folder)
      val gone = all.map(_.offset.sequence).toSet -- left.map(_.offset.sequence)
      assertEquals(left, all.filterNot(record => gone(record.offset.sequence)))
      val named = plan.lost.flatMap(lost => lost.first.sequence to lost.last.sequence).toSet
      if isAllNamed then assertEquals(gone.diff(named), Set.empty[Long])
      assertEquals(after.records, left.size.toLong)
      check(folder, plan)
      // It takes appends, under numbers that were never used.
      val journal = Journal.open(folder, small)
      try
        val done = ok(journal.append("new", ExpectedVersion.NoStream, Seq(SiteEvent.Created("n"))).await())
        assert(done.first.sequence > all.last.offset.sequence || gone.isEmpty, done.toString)
        append(journal, 5001 to 5500)
      finally journal.close()
      assertEquals(ok(Verification.of(folder)).damages, Vector.empty)
      assertEquals(records(folder).take(left.size), left)

  test("a sound journal needs nothing"):
    TemporaryFolder.use: folder =>
      write(folder)
      assertEquals(ok(Repair.plan(folder)).steps, Vector.empty)

  test("damage in a segment in the middle: what can be read stays"):
    repaired((_, files) => flip(files(1), 20000)): (folder, plan) =>
      assert(plan.steps.exists(_.isInstanceOf[RepairStep.Rewrite]), plan.steps.toString)
      assert(records(folder).size > 1000)

  test("several damages, in all segments"):
    repaired { (_, files) =>
      files.foreach: file =>
        flip(file, 9000)
        flip(file, 30000)
    }((_, plan) => assert(plan.steps.size > 3))

  test("the first unit of a segment, with its definitions"):
    repaired((_, files) => flip(files(1), 4096 + 60)): (_, plan) =>
      assert(plan.lost.nonEmpty)

  test("the header of a segment in the middle, of the first, of the last"):
    for at <- Seq(1, 0, -1) do
      repaired((_, files) => flip(if at < 0 then files.last else files(at), 100)): (_, plan) =>
        assert(plan.steps.exists(_.isInstanceOf[RepairStep.Empty]), plan.steps.toString)

  test("damage in the last segment"):
    repaired { (_, files) =>
      val used = Files.readAllBytes(files.last).lastIndexWhere(_ != 0)
      flip(files.last, used - 3)
    }((_, plan) => assert(plan.steps.exists(_.isInstanceOf[RepairStep.Continue])))

  test("the last segment ends too early: zeros, or a shorter file"):
    repaired((_, files) => zero(files.last, 6000, 1 << 16))((_, _) => ())
    repaired((_, files) => Files.write(files.last, Files.readAllBytes(files.last).take(7000)): Unit)((_, _) => ())

  test("missing segments: one, two, the first, the last"):
    for gone <- Seq(Seq(1), Seq(1, 2), Seq(0), Seq(-1)) do
      repaired((_, files) => gone.foreach(at => Files.delete(if at < 0 then files.last else files(at))))((_, _) => ())

  test("both slots of the manifest"):
    repaired { (folder, _) =>
      flip(folder.resolve("MANIFEST-a"), 70)
      Files.delete(folder.resolve("MANIFEST-b"))
    } { (folder, plan) =>
      assertEquals(plan.steps.map(_.productPrefix), Vector("WriteManifest"))
      assertEquals(records(folder).size, 2081)
    }

  test("the manifest and a segment together"):
    repaired { (folder, files) =>
      Files.delete(folder.resolve("MANIFEST-a"))
      Files.delete(folder.resolve("MANIFEST-b"))
      flip(files(2), 5000)
    }((_, _) => ())

  test("the manifest and the first segment"):
    def damage(folder: Path, files: Vector[Path]) =
      Files.delete(folder.resolve("MANIFEST-a"))
      Files.delete(folder.resolve("MANIFEST-b"))
      Files.delete(files.head)
    // Nobody is left who knows that there was something before.
    repaired(damage, isAllNamed = false): (_, plan) =>
      assert(plan.steps.exists(_.isInstanceOf[RepairStep.ForgetRetired]), plan.steps.toString)

  test("what retention remembers"):
    for isThere <- Seq(true, false) do
      val steps = besides(journal => ok(journal.retain(RetentionRules(upTo = Offset(900)))): Unit): folder =>
        val file = folder.resolve("retired.idx")
        if isThere then flip(file, 100) else Files.delete(file)
      assertEquals(steps.map(_.productPrefix), Vector("ForgetRetired", "WriteManifest"))

  test("one slot of the manifest"):
    repaired((folder, _) => flip(folder.resolve("MANIFEST-a"), 70)): (folder, plan) =>
      assertEquals(plan.steps.size, 1)
      assertEquals(ok(Verification.of(folder)).notes, Vector.empty)

  test("a segment of another journal in the place of one"):
    repaired { (_, files) =>
      TemporaryFolder.use: other =>
        write(other)
        Files.write(files(1), Files.readAllBytes(segments(other)(1))): Unit
    }((_, plan) => assert(plan.steps.exists(_.isInstanceOf[RepairStep.SetAside])))

  /** Damages files besides segments, repairs that, and finds everything there. */
  private def besides(prepare: Journal => Unit)(damage: Path => Unit)(using munit.Location): Vector[RepairStep] =
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        append(journal, 1 to 2000)
        prepare(journal)
      finally journal.close()
      val all = records(folder)
      assertEquals(ok(Verification.of(folder)).damages, Vector.empty)
      damage(folder)
      assertEquals(ok(Verification.of(folder)).isSound, false)
      val plan = ok(Repair.plan(folder))
      assertEquals(ok(plan.perform()).damages, Vector.empty)
      assertEquals(records(folder), all)
      plan.steps

  private def files(folder: Path, ending: String): Vector[Path] =
    Files.list(folder).iterator.asScala.filter(_.getFileName.toString.endsWith(ending)).toVector.sorted

  test("an index is set aside, and made again when it is needed"):
    def fill(journal: Journal) =
      val all =
        for i <- 1 to 4000
        yield journal.append(s"a stream of its own with a long name, number $i", SiteEvent.Created("x"))
      // A segment may end at any append that is still in flight, and then has few streams.
      ok(all.last.await()): Unit
      journal.endSegment()
      ok(journal.append("last", SiteEvent.Created("x")).await()): Unit
    val large = small.copy(segmentSize = 1 << 20)
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, large)
      try fill(journal)
      finally journal.close()
      val again = Journal.open(folder, large)
      try ok(again.read[SiteEvent]("last").toVector): Unit
      finally again.close()
      val index = files(folder, ".idx").head
      assert(Files.size(index) > 20000)
      flip(index, Files.size(index) / 2)
      val found = ok(Verification.of(folder))
      assertEquals(found.damages.map(_.file), Vector(index))
      assertEquals(found.lost, 0L)
      val plan = ok(Repair.plan(folder))
      assertEquals(plan.steps.head, RepairStep.SetAside(index, found.damages.head.problem))
      assertEquals(ok(plan.perform()).damages, Vector.empty)
      assertEquals(records(folder).size, 4001)

  test("a snapshot is set aside"):
    val steps = besides(journal => assert(journal.snapshots.save("total", Offset(100), 42).isRight)): folder =>
      files(folder, ".snap").foreach(file => flip(file, Files.size(file) / 2))
    assert(
      steps.exists { case RepairStep.SetAside(file, _) => file.toString.endsWith(".snap"); case _ => false },
      steps.toString
    )

  test("after retention and compaction: sound, and repaired like any other"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        append(journal, 1 to 4000)
        ok(journal.compact(CompactionRules(name => name == "site-1", upTo = Offset(3000)))): Unit
        ok(journal.retain(RetentionRules(upTo = Offset(900)))): Unit
        assertEquals(ok(Verification.of(folder)).damages, Vector.empty)
      finally journal.close()
      val found = ok(Verification.of(folder))
      assertEquals(found.damages, Vector.empty)
      assert(found.first.sequence > 1)
      val all = records(folder)
      assertEquals(found.records, all.size.toLong)
      segments(folder).take(3).foreach(flip(_, 15000))
      val plan = ok(Repair.plan(folder))
      assertEquals(ok(plan.perform()).damages, Vector.empty)
      val left = records(folder).toSet
      assert(left.subsetOf(all.toSet) && left.size > 1000)

  test("a repair that is interrupted anywhere goes on"):
    TemporaryFolder.use: folder =>
      write(folder, 1200)
      flip(segments(folder)(1), 9000)
      flip(segments(folder).last, 5000)
      Files.delete(segments(folder).head)
      val damaged = contents(folder)
      var at      = 0
      var isDone  = false
      var first   = Option.empty[Vector[Long]]
      while !isDone do
        at += 1
        TemporaryFolder.use: copy =>
          damaged.foreach((name, bytes) => Files.write(copy.resolve(name), bytes.array))
          isDone = ok(Repair.plan(copy, storage = FailingStorage(at))).perform().isRight
          if !isDone then ok(ok(Repair.plan(copy)).perform()): Unit
          assertEquals(ok(Verification.of(copy)).damages, Vector.empty, s"after operation $at failed")
          val left = records(copy).map(_.offset.sequence)
          if first.isEmpty then first = Some(left)
          assertEquals(Some(left), first, s"after operation $at failed")
      assert(at > 20, at)

  test("bytes at random, again and again"):
    val random = scala.util.Random(5)
    for round <- 1 to 10 do
      repaired { (_, files) =>
        for _ <- 0 to round % 4 do
          val file  = files(random.nextInt(files.size))
          val bytes = Files.readAllBytes(file)
          val used  = bytes.lastIndexWhere(_ != 0)
          val from  = random.nextInt(used)
          random.nextInt(3) match
            case 0 =>
              (from until math.min(from + random.nextInt(2000) + 60, used)).foreach(bytes(_) = random.nextInt().toByte)
            case 1 => java.util.Arrays.fill(bytes, from & ~511, math.min((from & ~511) + 512, bytes.length), 0: Byte)
            case _ => java.util.Arrays.fill(bytes, from & ~4095, math.min((from & ~4095) + 4096, bytes.length), 0: Byte)
          Files.write(file, bytes): Unit
      }((_, _) => ())

  test("nothing is changed while somebody writes"):
    TemporaryFolder.use: folder =>
      write(folder)
      flip(segments(folder)(1), 9000)
      val plan = ok(Repair.plan(folder))
      val lock = brine.journal.storage.Storage.disk.lock(folder.resolve("LOCK")).get
      try
        val before = contents(folder)
        assert(plan.perform().left.exists(_.isInstanceOf[OpenError.Locked]))
        assertEquals(contents(folder), before)
      finally lock.close()
