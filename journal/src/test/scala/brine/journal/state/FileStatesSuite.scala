package brine.journal.state

import brine.effort.Effort
import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.storage.MemoryStorage
import brine.journal.tools.{JournalInfo, Repair, Verification}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path, StandardCopyOption}
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{CompletableFuture, LinkedBlockingQueue, TimeUnit}
import scala.jdk.CollectionConverters.*

class FileStatesSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val small = JournalSettings(segmentSize = 1 << 16)

  private def right[A](result: Either[SnapshotError, A]): A = result.fold(error => fail(error.message), identity)

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def done(future: CompletableFuture[Either[SnapshotError, Unit]]) = future.get(2, TimeUnit.MINUTES)

  private def using[A](folder: Path, settings: JournalSettings = small)(body: Journal => A): A =
    val journal = Journal.open(folder, settings)
    try body(journal)
    finally journal.close()

  private def filesOf(journal: Journal): FileStates = journal.states.asInstanceOf[FileStates]

  private def append(journal: Journal, events: Int): Unit =
    ok(journal.append("events", ExpectedVersion.Any, (1 to events).map(i => s"event $i")).await()): Unit

  private def bytes(folder: Path): Long =
    scala.util.Using.resource(Files.walk(folder))(_.iterator.asScala.filter(Files.isRegularFile(_)).map(Files.size).sum)

  private def isSaved(states: StateRecords, key: String, state: String): Unit =
    assertEquals(right(states.load[String](key)).map(_.state), Some(state), key)

  test("a journal without states has no folder for them"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 1)
        assertEquals(journal.states.load[String]("a"), Right(None))
        assertEquals(done(journal.states.delete("a")), Right(()))
        assertEquals(
          done(journal.states.save("a", Offset(2), "ahead")).left.map(_.getClass.getSimpleName),
          Left("NotDurable")
        )
      assert(!Files.exists(folder.resolve("states")))

  test("a state may be as large as an append"):
    for settings <- Seq(JournalSettings.defaults, small) do
      val journal = Journal.open(Path.of("data"), settings, MemoryStorage())
      try
        // With its own length.
        val largest = Array.fill[Byte]((settings.mostAppendBytes - 5).toInt)(7)
        def larger  = Array.fill[Byte]((settings.mostAppendBytes + 100).toInt)(1)
        ok(journal.append("events", largest).await())
        right(done(journal.states.save("a", Offset(1), largest, Level.Disk)))
        assert(right(journal.states.load[Array[Byte]]("a")).exists(_.state.sameElements(largest)))
        done(journal.states.save("a", Offset(1), larger)) match
          case Left(SnapshotError.NotSaved(_: AppendError.TooLarge)) => ()
          case other                                                 => fail(s"$other")
      finally journal.close()

  test("who deletes the stream of a key in the journal of the states deletes the state"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 1)
        for key <- Seq("a", "b") do right(done(journal.states.save(key, Offset(1), s"state of $key", Level.Disk)))
      // As `brine journal delete` does
      using(folder.resolve("states")): states =>
        ok(states.delete("a").await())
        states.endSegment()
      using(folder): journal =>
        def check() =
          assertEquals(journal.states.load[String]("a"), Right(None))
          isSaved(journal.states, "b", "state of b")
        check()
        filesOf(journal).clean(all = true)
        check()
        right(done(journal.states.save("a", Offset(1), "again", Level.Disk)))
        isSaved(journal.states, "a", "again")

  test("a closed journal says that it is closed"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      append(journal, 1)
      right(done(journal.states.save("a", Offset(1), "state")))
      journal.close()
      val calls = Seq(
        journal.states.load[String]("a").map(_ => ()),
        done(journal.states.save("a", Offset(1), "late")),
        done(journal.states.delete("a"))
      )
      for call <- calls do
        val message = call.fold(_.message, _ => fail("it was done"))
        assertEquals(message, s"${journal.states.place}: the journal is closed: open it again to save and load states")

  test("states are there after opening again, of any level"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 1)
        for level <- Level.values do right(done(journal.states.save(s"$level", Offset(1), s"at $level", level)))
      using(folder): journal =>
        for level <- Level.values do isSaved(journal.states, s"$level", s"at $level")

  test("states of another journal are refused, and so are those of records that an older copy does not have"):
    TemporaryFolder.use: parent =>
      val (folder, other, older) = (parent.resolve("a"), parent.resolve("b"), parent.resolve("c"))
      using(folder): journal =>
        append(journal, 5)
        ok(journal.backup(parent.resolve("backup")))
        append(journal, 5)
        right(done(journal.states.save("key", Offset(10), "state", Level.Disk)))
      using(other)(append(_, 20))
      ok(Journal.restore(parent.resolve("backup"), older))
      for target <- Seq(other, older) do
        Files.createDirectory(target.resolve("states"))
        scala.util.Using.resource(Files.list(folder.resolve("states"))):
          _.iterator.asScala.foreach: file =>
            Files.copy(file, target.resolve("states").resolve(file.getFileName), StandardCopyOption.REPLACE_EXISTING)
      using(other): journal =>
        for result <- Seq(journal.states.load[String]("key"), done(journal.states.save("key", Offset(1), "late"))) do
          assert(result.left.exists { case _: SnapshotError.Foreign => true; case _ => false }, result)
      using(older): journal =>
        append(journal, 10) // other records at these offsets
        val result = journal.states.load[String]("key")
        assert(result.left.exists { case _: SnapshotError.Damaged => true; case _ => false }, result)
      // Without them, all is as before.
      scala.util.Using.resource(Files.list(older.resolve("states")))(_.iterator.asScala.toVector.foreach(Files.delete))
      using(older)(journal => assertEquals(journal.states.load[String]("key"), Right(None)))

  test("a state that is not durable yet does not hide the one before"):
    TemporaryFolder.use: folder =>
      val lazily = small.copy(idleAfter = Duration.ofHours(1), forceWithin = Duration.ofHours(1))
      using(folder, lazily): journal =>
        append(journal, 1)
        right(done(journal.states.save("a", Offset(0), "first", Level.Disk)))
        for i <- 1 to 100 do right(done(journal.states.save("a", Offset(1), s"$i", Level.Memory)))
        isSaved(journal.states, "a", "first")
        right(done(journal.states.save("b", Offset(1), "other", Level.Disk)))
        isSaved(journal.states, "a", "100")
        right(done(journal.states.delete("a", Level.Memory)))
        isSaved(journal.states, "a", "100")

  test("a listener on the writer's thread may be the first to save, also where that fails"):
    TemporaryFolder.use: folder =>
      for round <- 1 to 2 do
        using(folder): journal =>
          val results = LinkedBlockingQueue[Option[SnapshotError]]()
          val saving  = new SaveListener:
            def saved(context: Long): Unit                        = results.add(None): Unit
            def failed(context: Long, error: SnapshotError): Unit = results.add(Some(error)): Unit
          val listener = new AppendListener:
            def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              journal.states.save("a", last, "a", Level.Disk, saving, context, waits = true)
            def rejected(context: Long, error: AppendError): Unit = fail(error.message)
          journal.append("events", "event", Level.Disk, listener, 1)
          val result = results.poll(2, TimeUnit.MINUTES)
          assertEquals(result.isDefined, round == 2, result)
          // What was opened in vain is closed.
          if round == 2 then Journal.open(folder.resolve("states")).close()
        if round == 1 then
          scala.util.Using.resource(Files.list(folder.resolve("states"))):
            _.iterator.asScala.filter(_.toString.endsWith(".snap")).toVector.foreach(Files.delete)

  test("a folder that cannot be opened is an error, until it can"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        val held = Journal.open(folder.resolve("states"))
        assert(journal.states.load[String]("a").left.exists(_.message.contains("open for writing already")))
        assert(done(journal.states.save("a", Offset(0), "a")).isLeft)
        held.close()
        right(done(journal.states.save("a", Offset(0), "a", Level.Disk)))
        isSaved(journal.states, "a", "a")

  test("the tools take a journal with states for what it is"):
    TemporaryFolder.use: parent =>
      val folder = parent.resolve("journal")
      using(folder): journal =>
        append(journal, 3)
        for i <- 1 to 500 do right(done(journal.states.save(s"key $i", Offset(3), "x" * 200)))
        ok(journal.backup(parent.resolve("backup")))
      for path <- Seq(folder, folder.resolve("states"), parent.resolve("backup")) do
        assertEquals(ok(Verification.of(path)).damages, Vector.empty, path)
      ok(JournalInfo.of(folder)): Unit
      assertEquals(ok(Repair.plan(folder)).steps.size, 0)
      ok(Journal.restore(parent.resolve("backup"), parent.resolve("restored"))): Unit
      ok(Journal.restore(folder, parent.resolve("copied"))): Unit
      for path <- Seq(parent.resolve("restored"), parent.resolve("copied")) do
        using(path): journal =>
          assertEquals(journal.durable, Offset(3))
          assertEquals(journal.states.load[String]("key 1"), Right(None))

  test("states are readable events of a journal in the folder"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 3)
        right(done(journal.states.save("key", Offset(3), "state", Level.Disk)))
        right(done(journal.states.delete("key", Level.Disk)))
      val reader = JournalReader.open(folder.resolve("states"))
      try
        val events = ok(reader.read[Stored]("key").toVector).map(_.value)
        assertEquals(events.map(event => event.schema.cases.name(event.bytes)), Vector(Some("Saved"), Some("Deleted")))
        val saved = ok(reader.read[StateEvent[String]]("key").next()).get.value
        assertEquals(saved, StateEvent.Saved(3, "state"))
      finally reader.close()

  test("after many changes, the files are at most three times as long as the states"):
    TemporaryFolder.use: folder =>
      val random = SplittableRandom(5)
      val keys   = 1_500
      val states = scala.collection.mutable.HashMap.empty[String, String]
      using(folder): journal =>
        append(journal, 1)
        // Most changes are of few keys, and some keys are never changed again.
        for i <- 1 to 25_000 do
          val key   = s"key ${if i <= keys then i else random.nextInt(1 + random.nextInt(keys / 2))}"
          val state = s"$i ".padTo(50 + random.nextInt(500), 'x')
          states(key) = state
          journal.states.save(key, Offset(1), state): Unit
        right(done(journal.states.save("last", Offset(1), "last", Level.Disk)))
        filesOf(journal).clean()
        val live  = states.iterator.map((key, state) => key.length + state.length + 24).sum
        val files = bytes(folder.resolve("states"))
        val least = 4 * small.segmentSize
        assert(files <= 3 * live + least, s"$files bytes of files for $live of states")
        states.foreach((key, state) => isSaved(journal.states, key, state))
      using(folder)(journal => states.foreach((key, state) => isSaved(journal.states, key, state)))

  test("a save allocates a few bytes on the caller's thread"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 1)
        val threads  = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
        val listener = new SaveListener:
          def saved(context: Long): Unit                        = ()
          def failed(context: Long, error: SnapshotError): Unit = ()
        val keys         = Vector.tabulate(100)(i => s"key $i")
        def save(): Unit =
          keys.foreach(journal.states.save(_, Offset(1), "x", Level.OsCache, listener, 1, waits = true))
        def allocated(): Long =
          val before = threads.getCurrentThreadAllocatedBytes
          for _ <- 1 to 100 do save()
          (threads.getCurrentThreadAllocatedBytes - before) / (100 * keys.size)
        // Once compiled; other threads' work, such as a segment that ends, may show up in one round.
        val least = (1 to 20).map(_ => allocated()).min
        assert(least <= 100, s"$least bytes for each save")

  test("a load allocates little, also of states that were saved together with many others"):
    val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
    TemporaryFolder.use: folder =>
      using(folder, JournalSettings(firstSegmentSize = 16 << 20)): journal =>
        append(journal, 1)
        val keys   = Vector.tabulate(4000)(i => s"account-$i")
        val saving = keys.map(key => journal.states.save(key, Offset(1), key.padTo(250, 'x'), Level.Disk))
        saving.foreach(done)
        assertEquals(filesOf(journal).log.get.ended.size, 0, "all are in the current segment")
        def allocated(key: String): Long =
          val before = threads.getCurrentThreadAllocatedBytes
          isSaved(journal.states, key, key.padTo(250, 'x'))
          threads.getCurrentThreadAllocatedBytes - before
        keys.take(100).foreach(allocated) // until classes are loaded
        val most = keys.map(allocated).sorted.apply(keys.size * 99 / 100)
        println(s"the 99th percentile of loads from the current segment allocates $most bytes")
        assert(most <= 60_000, s"$most bytes")
        // Once their units are known, they are read alone. Small units are read whole; how large they are depends on
        // how many saves the writer finds waiting.
        for _ <- 1 to 3 do keys.foreach(allocated)
        val again = keys.map(allocated).sorted.apply(keys.size * 99 / 100)
        println(s"and $again bytes later")
        assert(again <= 24_000, s"$again bytes")

  test("keys that were deleted take no space"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 1)
        right(done(journal.states.save("kept", Offset(1), "kept", Level.Disk)))
        for i <- 1 to 10_000 do
          journal.states.save(s"a key with a long name $i", Offset(1), "x" * 50): Unit
          journal.states.delete(s"a key with a long name $i"): Unit
        right(done(journal.states.save("last", Offset(1), "last", Level.Disk)))
        val states = filesOf(journal)
        states.log.get.endSegment()
        states.clean(all = true)
        states.log.get.endSegment()
        states.clean(all = true)
        val files = bytes(folder.resolve("states"))
        assert(files < 4 * small.segmentSize, s"$files bytes")
        isSaved(journal.states, "kept", "kept")
        // Such a key begins again.
        assertEquals(journal.states.load[String]("a key with a long name 5"), Right(None))
        right(done(journal.states.save("a key with a long name 5", Offset(1), "again", Level.Disk)))
        isSaved(journal.states, "a key with a long name 5", "again")
      using(folder): journal =>
        isSaved(journal.states, "a key with a long name 5", "again")
        right(done(journal.states.save("a key with a long name 6", Offset(1), "again", Level.Disk)))
        isSaved(journal.states, "a key with a long name 6", "again")
      assertEquals(ok(Verification.of(folder.resolve("states"))).damages, Vector.empty)

  test("loads find their states while segments are emptied, and saves count that come meanwhile"):
    TemporaryFolder.use: folder =>
      using(folder): journal =>
        append(journal, 100)
        val states = filesOf(journal)
        for i <- 0 until 50 do right(done(states.save(s"still $i", Offset(1), s"$i", Level.Disk)))
        right(done(states.save("hot", Offset(0), "0", Level.Disk)))
        val isOver  = AtomicBoolean()
        val cleaner = started:
          while !isOver.get do
            states.log.get.endSegment()
            states.clean(all = true)
        val loaders = Vector.fill(2):
          started:
            var last   = 0
            val random = SplittableRandom()
            while !isOver.get do
              val i = random.nextInt(50)
              assertEquals(states.load[String](s"still $i").map(_.map(_.state)), Right(Some(s"$i")))
              val hot = right(states.load[String]("hot")).get.state.toInt
              assert(hot >= last, s"$hot after $last")
              last = hot
        try
          for i <- 1 to Effort.stateRounds do
            right(done(states.save("hot", Offset(i % 100), s"$i", if i % 2 == 0 then Level.Disk else Level.OsCache)))
            if i % 2 == 0 then isSaved(states, "hot", s"$i")
        finally isOver.set(true)
        (cleaner +: loaders).foreach(_.get(2, TimeUnit.MINUTES))

  private def started(body: => Unit): CompletableFuture[Unit] =
    CompletableFuture.supplyAsync(() => body, task => Thread.ofPlatform.daemon.start(task): Unit)

  test("a journal that an interrupted thread closes keeps its states"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      append(journal, 1)
      journal.states.save("a", Offset(1), "a", Level.Memory): Unit
      Thread.currentThread.interrupt()
      journal.close()
      assert(Thread.interrupted())
      using(folder)(journal => isSaved(journal.states, "a", "a"))

  test("a log of states without its mark is refused"):
    TemporaryFolder.use: folder =>
      using(folder)(journal => right(done(journal.states.save("a", Offset(0), "a", Level.Disk))))
      scala.util.Using.resource(Files.list(folder.resolve("states"))):
        _.iterator.asScala.filter(_.toString.endsWith(".snap")).toVector.foreach(Files.delete)
      using(folder): journal =>
        val result = journal.states.load[String]("a")
        assert(result.left.exists { case _: SnapshotError.Damaged => true; case _ => false }, result)
