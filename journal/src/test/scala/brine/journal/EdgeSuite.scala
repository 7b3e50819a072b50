package brine.journal

import brine.codec.{Codec, EncodeError, Shared}
import brine.journal.SiteEvent.{Created, PageAdded}
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Manifest, SegmentHeader}
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{READ, WRITE}
import java.nio.file.{Files, Path}
import java.time.{Clock, Instant, ZoneOffset}
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.zip.CRC32C

/** Bad input and bad luck: each gets an error that says what it is, and nothing is lost. */
class EdgeSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val small = JournalSettings(segmentSize = 1 << 16)

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def fill(folder: Path, events: Int): Unit =
    val journal = Journal.open(folder, small)
    try
      for i <- 1 to events do journal.append("s", PageAdded("/" + "x" * 200, i): SiteEvent)
      ok(journal.append("s", Created("last"): SiteEvent).await()): Unit
    finally journal.close()

  private def segments(folder: Path) = SegmentFiles.list(Storage.disk, folder).map(folder.resolve)

  private def change(file: Path, at: Long)(change: Byte => Byte): Unit =
    val channel = FileChannel.open(file, READ, WRITE)
    try
      val byte = ByteBuffer.allocate(1)
      channel.read(byte, at)
      byte.put(0, change(byte.get(0))).flip()
      channel.write(byte, at): Unit
    finally channel.close()

  private def openError(folder: Path): OpenError =
    Journal.tryOpen(folder, small) match
      case Left(error)    => error
      case Right(journal) =>
        journal.close()
        fail("it opens")

  test("a flipped bit in what was safe: refused, with file, offset and the records lost; nothing is changed"):
    TemporaryFolder.use: folder =>
      fill(folder, 20)
      val before = Files.readAllBytes(segments(folder).last)
      change(segments(folder).last, SegmentHeader.Length + 300)(byte => (byte ^ 4).toByte)
      val damaged = Files.readAllBytes(segments(folder).last)
      openError(folder) match
        case corrupt: OpenError.Corrupt =>
          assertEquals(corrupt.file, segments(folder).last)
          assert(corrupt.message.contains("21"), corrupt.message)
        case other => fail(other.message)
      assert(damaged.sameElements(Files.readAllBytes(segments(folder).last)))
      Files.write(segments(folder).last, before)
      Journal.open(folder, small).close()

  test("damage in a segment that ended is found by those who read it"):
    TemporaryFolder.use: folder =>
      fill(folder, 1000)
      change(segments(folder).head, SegmentHeader.Length + 5000)(byte => (byte ^ 4).toByte)
      val journal = Journal.open(folder, small)
      try
        journal.readAll[SiteEvent]().toVector match
          case Left(corrupt: ReadError.Corrupt) => assertEquals(corrupt.file, segments(folder).head)
          case other                            => fail(s"$other")
      finally journal.close()

  test("a missing segment, a renamed one, one of another journal"):
    TemporaryFolder.use: folder =>
      fill(folder, 1000)
      val middle = segments(folder)(1)
      val moved  = folder.resolve("elsewhere")
      Files.move(middle, moved)
      assert(openError(folder).message.contains("segment 2, which comes before it, is not there"))
      Files.move(moved, folder.resolve(SegmentFiles.name(99999)))
      assert(openError(folder).message.contains("renamed"), openError(folder).message)
      Files.move(folder.resolve(SegmentFiles.name(99999)), middle)
      val last    = segments(folder).last
      val content = Files.readAllBytes(last)
      Files.delete(last)
      assert(openError(folder).message.contains("number"), openError(folder).message)
      TemporaryFolder.use: other =>
        fill(other, 1000)
        Files.copy(segments(other).last, last)
        assert(openError(folder).message.contains("another journal"), openError(folder).message)
      Files.write(last, content)
      Journal.open(folder, small).close()

  test("a cut file, and one that is all zeros from somewhere on"):
    TemporaryFolder.use: folder =>
      fill(folder, 50)
      val last    = segments(folder).last
      val content = Files.readAllBytes(last)
      Files.write(last, content.take(SegmentHeader.Length + 2000))
      assert(openError(folder).isInstanceOf[OpenError.Corrupt])
      Files.write(last, content.take(SegmentHeader.Length + 2000).padTo(content.length, 0: Byte))
      assert(openError(folder).message.contains("durable"), openError(folder).message)
      Files.write(last, content)
      Journal.open(folder, small).close()

  test("both slots of the manifest gone or damaged"):
    TemporaryFolder.use: folder =>
      fill(folder, 50)
      Manifest.names.foreach(name => change(folder.resolve(name), 40)(byte => (byte ^ 1).toByte))
      assert(openError(folder).message.contains("both slots"), openError(folder).message)
      assert(JournalReader.tryOpen(folder).left.exists(_.isInstanceOf[OpenError.Corrupt]))
      Manifest.names.foreach(name => Files.delete(folder.resolve(name)))
      assert(openError(folder).message.contains("not there"), openError(folder).message)

  test("one damaged slot of the manifest is no loss"):
    TemporaryFolder.use: folder =>
      for slot <- Manifest.names do
        fill(folder, 20)
        change(folder.resolve(slot), 40)(byte => (byte ^ 1).toByte)
        Journal.open(folder, small).close()

  private def raiseVersion(file: Path): Unit =
    val bytes = Files.readAllBytes(file)
    bytes(8) = 7
    val crc = CRC32C()
    crc.update(bytes, 0, 4092)
    ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(4092, crc.getValue.toInt)
    Files.write(file, bytes): Unit

  test("a format version of the future, in a segment and in the manifest"):
    TemporaryFolder.use: folder =>
      fill(folder, 20)
      raiseVersion(segments(folder).last)
      openError(folder) match
        case OpenError.NewerFormat(file, 7) => assertEquals(file, segments(folder).last)
        case other                          => fail(other.message)
      assert(JournalReader.tryOpen(folder).left.exists(_.isInstanceOf[OpenError.NewerFormat]))
    TemporaryFolder.use: folder =>
      fill(folder, 20)
      Manifest.names.foreach(name => raiseVersion(folder.resolve(name)))
      assert(openError(folder).isInstanceOf[OpenError.NewerFormat])

  test("a folder that is none, and one without a journal"):
    TemporaryFolder.use: folder =>
      assert(JournalReader.tryOpen(folder).left.exists(_.isInstanceOf[OpenError.NotAJournal]))
      assert(JournalReader.tryOpen(folder.resolve("nothing")).left.exists(_.isInstanceOf[OpenError.NotAJournal]))
      val file = Files.write(folder.resolve("file"), Array[Byte](1))
      assert(openError(file).isInstanceOf[OpenError.Failed])

  test("an event of 100 MB is refused with its size, and the journal goes on"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder)
      try
        journal.append("s", Created("x" * 100_000_000): SiteEvent).await() match
          case Left(error @ AppendError.TooLarge(bytes, most)) =>
            assert(bytes >= 100_000_000 && most == (16 << 20), error.message)
          case other => fail(s"$other")
        assertEquals(ok(journal.append("s", Created("y"): SiteEvent).await()).first.sequence, 1L)
      finally journal.close()

  test("a clock that is set back does not set the journal's times back"):
    TemporaryFolder.use: folder =>
      val now   = AtomicReference(Instant.parse("2026-01-02T00:00:00Z"))
      val clock = new Clock:
        def getZone                                          = ZoneOffset.UTC
        override def withZone(zone: java.time.ZoneId): Clock = this
        override def instant                                 = now.get
      for _ <- 1 to 2 do
        val journal = Journal.open(folder, small.copy(clock = clock))
        try
          ok(journal.append("s", Created("a"): SiteEvent).await())
          now.set(Instant.parse("2025-01-01T00:00:00Z"))
          ok(journal.append("s", Created("b"): SiteEvent).await())
          val times = ok(journal.readAll[SiteEvent]().toVector).map(_.at)
          assertEquals(times, times.sorted)
          assertEquals(times.last, Instant.parse("2026-01-02T00:00:00Z"))
        finally journal.close()

  test("the offset at a time"):
    TemporaryFolder.use: folder =>
      val now   = AtomicReference(0L)
      val clock = new Clock:
        def getZone                                          = ZoneOffset.UTC
        override def withZone(zone: java.time.ZoneId): Clock = this
        override def instant                                 = Instant.ofEpochSecond(now.get)
      val journal = Journal.open(folder, small.copy(clock = clock))
      try
        for i <- 1 to 2000 do
          now.set(i * 10L)
          ok(journal.append("s", PageAdded("/" + "x" * 100, i): SiteEvent).await())
        for i <- Seq(1, 2, 500, 1234, 1999, 2000) do
          assertEquals(ok(journal.offsetAt(Instant.ofEpochSecond(i * 10L))).sequence, i.toLong)
          assertEquals(ok(journal.offsetAt(Instant.ofEpochSecond(i * 10L - 5))).sequence, i.toLong)
        assertEquals(ok(journal.offsetAt(Instant.EPOCH)).sequence, 1L)
        assertEquals(ok(journal.offsetAt(Instant.MAX)).sequence, 2001L)
      finally journal.close()

  test("the folder is removed while the journal is open: appends fail with what happened, and close ends"):
    TemporaryFolder.use: parent =>
      val folder  = parent.resolve("journal")
      val journal = Journal.open(folder, small)
      ok(journal.append("s", Created("a"): SiteEvent).await()): Unit
      // The journal may write how far it is safe meanwhile.
      while Files.exists(folder) do
        Files.list(folder).forEach(file => Files.deleteIfExists(file): Unit)
        try Files.delete(folder)
        catch case _: java.nio.file.DirectoryNotEmptyException => ()
      val results =
        (1 to 2000)
          .map(i => journal.append("s", PageAdded("x" * 300, i): SiteEvent))
          .map(_.await(java.time.Duration.ofSeconds(30)))
      assert(results.exists(_.left.exists {
        case AppendError.ReadOnly(reason)                          => reason.nonEmpty
        case _: AppendError.OutcomeUnknown | _: AppendError.Closed => true
        case _                                                     => false
      }))
      journal.close()

  test("a closed journal refuses appends"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      ok(journal.append("s", Created("a"): SiteEvent).await()): Unit
      journal.close()
      journal.close()
      assert(journal.append("s", Created("b"): SiteEvent).await().left.exists(_.isInstanceOf[AppendError.Closed]))
      assertEquals(journal.state, JournalState.Closed)

  test("closing writes what was appended, and ends subscriptions"):
    TemporaryFolder.use: folder =>
      val journal      = Journal.open(folder, small)
      val subscription = journal.subscribe[SiteEvent](Offset.Begin)(_ => ())
      val last         = (1 to 5000).map(i => journal.append("s", PageAdded("/", i): SiteEvent)).last
      journal.close()
      assertEquals(last.now.map(_.map(_.version)), Some(Right(5000L)))
      subscription.awaitEnd()
      assertEquals(subscription.failure, None)

  test("tryAppend says when there is no room; append waits for it"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small.copy(maxPendingAppends = 4))
      val gate    = CountDownLatch(1)
      val inside  = CountDownLatch(1)
      val blocker = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          inside.countDown()
          gate.await()
        def rejected(context: Long, error: AppendError): Unit = ()
      try
        journal.append("s", Created("x"): SiteEvent, Level.Disk, blocker, 0)
        inside.await()
        val tried = (1 to 10).map(_ => journal.tryAppend("s", ExpectedVersion.Any, Seq(Created("y"): SiteEvent)))
        assert(tried.exists(_.now.contains(Left(AppendError.Full))))
        val waits = java.util.concurrent.CompletableFuture.supplyAsync: () =>
          journal.append("s", Created("z"): SiteEvent).await()
        intercept[java.util.concurrent.TimeoutException](waits.get(100, TimeUnit.MILLISECONDS)): Unit
        gate.countDown()
        ok(waits.get(30, TimeUnit.SECONDS)): Unit
      finally
        gate.countDown()
        journal.close()

  test("a codec that throws, and one whose value holds a null, leave the journal as it was"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        val broken = Codec.of[String]("broken", 1)((_, _) => throw IllegalStateException("no"))(_ => "")
        intercept[IllegalStateException](journal.append("s", "x")(using broken)): Unit
        intercept[EncodeError](journal.append("s", Created(null): SiteEvent)): Unit
        intercept[IllegalArgumentException](journal.append("", Created("a"): SiteEvent)): Unit
        intercept[IllegalArgumentException](journal.append("s", ExpectedVersion.Any, Seq.empty[SiteEvent])): Unit
        assertEquals(ok(journal.append("s", Created("a"): SiteEvent).await()).first.sequence, 1L)
      finally journal.close()

  test("who waits may be interrupted; the append goes on"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small.copy(linger = java.time.Duration.ofMillis(300)))
      try
        val done    = journal.append("s", Created("a"): SiteEvent)
        val outcome = AtomicReference[Any]()
        val waiter  = Thread.ofPlatform.start(() =>
          outcome.set(
            try done.await()
            catch case error: InterruptedException => error
          )
        )
        waiter.interrupt()
        waiter.join()
        assert(outcome.get.toString.contains("Interrupted") || done.isComplete, outcome.get.toString)
        ok(done.await()): Unit
      finally journal.close()

  test("a listener that throws harms nobody else"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      val seen    = AtomicReference[Throwable]()
      Thread.getAllStackTraces.keySet.stream
        .filter(_.getName.startsWith("brine-journal-writer"))
        .forEach(_.setUncaughtExceptionHandler((_, error) => seen.set(error)))
      val bad = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          throw IllegalStateException("bad")
        def rejected(context: Long, error: AppendError): Unit = ()
      try
        journal.append("s", Created("a"): SiteEvent, Level.Disk, bad, 0)
        assertEquals(ok(journal.append("s", Created("b"): SiteEvent).await()).version, 2L)
        assertEquals(Option(seen.get).map(_.getMessage), Some("bad"))
      finally journal.close()

  test("when it rests, the manifest says how far it is safe"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        ok(journal.append("s", Created("a"): SiteEvent).await()): Unit
        val until = System.nanoTime + 10_000_000_000L
        def mark  = brine.journal.folders.ManifestStore.read(Storage.disk, folder)._1.map(_.watermark.sequence)
        while !mark.contains(1L) && System.nanoTime < until do Thread.sleep(1)
        assertEquals(mark, Some(1L))
      finally journal.close()

  test("events of one append are each read alone, also those that refer to others in one message"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        val first  = Instant.parse("2026-11-21T21:00:00Z")
        val events = (0 until 4).map(i => Visit(first.plusSeconds(i * 60L), Shared("same page")))
        ok(journal.append("s", ExpectedVersion.Any, events).await())
        ok(journal.appendAll(Seq(StreamAppend("t", ExpectedVersion.Any, events))).await())
        assertEquals(ok(journal.readAll[Visit]().toVector).map(_.value.at), (events ++ events).map(_.at).toVector)
        assertEquals(ok(journal.readAll[Visit]().toVector).map(_.value.page.value).toSet, Set("same page"))
      finally journal.close()

  test("names that files cannot hold are refused"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        for name <- Seq("a\ud800", "\udc00b", "") do
          intercept[IllegalArgumentException](journal.append(name, 1))
          intercept[IllegalArgumentException](journal.append("s", ExpectedVersion.Any, Seq(1), tags = Set(name)))
        assertEquals(journal.version("a\ud800"), Right(0L))
        intercept[IllegalArgumentException](journal.append("a\ud800", 1))
        ok(journal.append("a\ud83d\ude00", 1).await())
        assertEquals(ok(journal.readAll[Int]().toVector).map(_.stream), Vector("a\ud83d\ude00"))
      finally journal.close()

/** An event with what a message writes relative to the events before it. */
private final case class Visit(at: Instant, page: Shared[String]) derives Codec
