package brine.journal

import brine.effort.Effort
import brine.journal.tools.{JournalExport, JournalInfo, Statistics, Verification}
import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** Threads of a program that are interrupted: an interrupt harms no more than the call that it hits. */
class InterruptSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private val settings                          = JournalSettings(segmentSize = 1 << 16)
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private def append(journal: Journal, count: Int, stream: String = "s"): Unit =
    (1 to count)
      .map(i => journal.append(stream, ExpectedVersion.Any, Seq("x" * (i % 300)), tags = Set("t")))
      .foreach(done => ok(done.await()))

  /** Runs a body on an interrupted thread; the flag must be set afterwards. */
  private def interrupted[A](body: => A): A =
    Thread.currentThread.interrupt()
    try body
    finally assert(Thread.interrupted(), "the thread's flag was lost")

  test("reading ignores interrupts, in the writer's process and in another one"):
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder, settings)): journal =>
        append(journal, 1000)
        Using.resource(JournalReader.open(folder, settings)): reader =>
          for open <- Seq[JournalReader](journal, reader) do
            val last = journal.durable
            while reader.durable != last do Thread.sleep(1)
            interrupted:
              assertEquals(ok(open.readAll[String]().toVector).size, 1000)
              assertEquals(ok(open.read[String]("s").toVector).size, 1000)
              assertEquals(ok(open.readTaggedAfter[String]("t", Offset(500)).toVector).size, 500)
              assertEquals(ok(open.version("s")), 1000L)
              assertEquals(open.durable, last)
              assertEquals(ok(open.offsetAt(java.time.Instant.MAX)), Offset(last.sequence + 1))
          append(journal, 1000)
          while reader.durable != journal.durable do Thread.sleep(1)
          assertEquals(ok(reader.readAll[String]().toVector).size, 2000)

  test("a listener that interrupts the writer's thread, then or later, harms nothing"):
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder, settings)): journal =>
        @volatile var writer: Thread = Thread.currentThread
        val known                    = CountDownLatch(1)
        val listener                 = new AppendListener:
          def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
            writer = Thread.currentThread
            known.countDown()
            Thread.currentThread.interrupt()
          def rejected(context: Long, error: AppendError): Unit = ()
        journal.append("s", "first", Level.Disk, listener, 0)
        known.await()
        for _ <- 1 to 100 do
          writer.interrupt()
          append(journal, 10)
          val others = Thread.getAllStackTraces.keySet.asScala.filter(_.getName.startsWith("brine-journal-"))
          assert(others.nonEmpty)
          others.foreach(_.interrupt())
        assertEquals(journal.state, JournalState.Healthy)
        assertEquals(ok(journal.readAll[String]().toVector).size, 1001)

  test("closing subscriptions harms no other one, nor the reader"):
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder, settings)): journal =>
        append(journal, 10)
        Using.resource(JournalReader.open(folder, settings)): reader =>
          for open <- Seq[JournalReader](reader, journal) do
            val seen  = java.util.concurrent.ConcurrentLinkedQueue[Long]()
            val stays = open.subscribe[String](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
            for i <- 1 to Effort.interrupts do
              val subscription = open.subscribe[String](Offset.Begin, Filter.Tagged("t"))(_ => ())
              if i % 3 == 0 then append(journal, 2)
              subscription.close()
              subscription.awaitEnd()
              assertEquals(subscription.failure, None)
            append(journal, 1)
            val last = journal.durable
            while stays.offset != last && !stays.isEnded do Thread.sleep(1)
            assertEquals(stays.failure, None)
            assertEquals(seen.asScala.toVector, (1L to last.sequence).toVector)
            stays.close()
            assertEquals(ok(open.readAll[String]().toVector).size.toLong, last.sequence)

  /** A call that a program makes, and whether it may fail because it was interrupted: it waits, or it writes. */
  private final case class Call(name: String, mayFail: Boolean)(val make: () => Unit)

  private def calls(journal: Journal, reader: JournalReader, folder: Path): Vector[Call] =
    def of(name: String, mayFail: Boolean)(result: => Any): Call = Call(name, mayFail): () =>
      result match
        case Left(error) => throw Refused(error.toString)
        case _           => ()
    def reading(open: JournalReader, who: String) = Vector(
      of(s"$who.read", false)(open.read[String]("s", 5).toVector),
      of(s"$who.readAll", false)(open.readAllAfter[String](Offset(300)).toVector),
      of(s"$who.readTagged", false)(open.readTaggedAfter[String]("t", Offset(300)).toVector),
      of(s"$who.version", false)(open.version("s")),
      of(s"$who.version of a cold stream", false)(open.version(s"none-${Random.nextInt()}")),
      of(s"$who.durable", false)(open.durable),
      of(s"$who.offsetAt", false)(open.offsetAt(java.time.Instant.now)),
      of(s"$who.subscribe", false):
        val subscription = open.subscribe[String](Offset.Begin)(_ => ())
        subscription.close()
    )
    val spare = folder.resolveSibling("backups")
    reading(journal, "journal") ++ reading(reader, "reader") ++ Vector(
      of("append", true)(journal.append("s", ExpectedVersion.Any, Seq("y")).await()),
      of("append of one event", true)(journal.append("t", "y").await(java.time.Duration.ofMinutes(1))),
      of("tryAppend", true)(journal.tryAppend("s", ExpectedVersion.Any, Seq("y")).await()),
      of("append with a key", true):
        journal.append("s", ExpectedVersion.Any, Seq("y"), key = Some(java.util.UUID.randomUUID())).await()
      ,
      of("appendAll", true):
        journal
          .appendAll(
            Seq(StreamAppend("a", ExpectedVersion.Any, Seq("y")), StreamAppend("b", ExpectedVersion.Any, Seq("y")))
          )
          .await()
      ,
      of("endSegment", false)(journal.endSegment()),
      of("state", false)(journal.state),
      of("retain", true)(journal.retain(RetentionRules(upTo = Offset(100)))),
      of("compact", true)(journal.compact(CompactionRules(_ == "a", leastGain = 0))),
      of("backup", true)(journal.backup(spare.resolve(s"b${Random.nextInt(4)}"))),
      of("snapshots.save", true)(journal.snapshots.save("totals", Offset(10 + Random.nextInt(10)), "state")),
      of("snapshots.saveParts", true)(
        journal.snapshots.saveParts("parts", Offset(10 + Random.nextInt(10)), Iterator("a", "b"))
      ),
      of("snapshots.latest", false)(journal.snapshots.latest[String]("totals")),
      of("snapshots.loadParts", false)(journal.snapshots.loadParts[String, Int]("parts")(0)((n, _) => n + 1)),
      of("snapshots.offsets", false)(journal.snapshots.offsets("totals")),
      of("JournalReader.open", true)(JournalReader.tryOpen(folder, settings).map(_.close())),
      of("Verification", true)(Verification.of(folder, settings)),
      of("Statistics", true)(Statistics.of(folder, settings = settings)),
      of("JournalInfo", true)(JournalInfo.of(folder)),
      of("JournalExport", false)(JournalExport.of(reader, Offset(300))(_ => ()))
    )

  private final class Refused(what: String) extends Exception(what)

  test("every call, interrupted at a random place, harms nothing else"):
    TemporaryFolder.use: parent =>
      val folder = parent.resolve("journal")
      Files.createDirectory(parent.resolve("backups"))
      Using.resource(Journal.open(folder, settings)): journal =>
        append(journal, 600)
        append(journal, 100, "a")
        journal.endSegment()
        append(journal, 300)
        ok(journal.snapshots.save("totals", Offset(5), "state")): Unit
        ok(journal.snapshots.saveParts("parts", Offset(5), Iterator("a", "b"))): Unit
        Using.resource(JournalReader.open(folder, settings)): reader =>
          val begin         = journal.durable
          val seen          = java.util.concurrent.ConcurrentLinkedQueue[Long]()
          val subscriptions = Seq[JournalReader](journal, reader).map: open =>
            open.subscribeAfter[String](begin)(record => seen.add(record.offset.sequence): Unit)
          val random = Random(16)
          var failed = 0
          for call <- calls(journal, reader, folder) do
            for i <- 1 to Effort.interrupts do
              var problem: Option[Throwable] = None
              val begun                      = CountDownLatch(1)
              val caller                     = Thread: () =>
                begun.countDown()
                try call.make()
                catch case error: Throwable => problem = Some(error)
              if i % 10 == 0 then caller.interrupt()
              caller.start()
              begun.await()
              var spins = random.nextInt(1 << random.nextInt(17))
              while spins > 0 do
                Thread.onSpinWait()
                spins -= 1
              caller.interrupt()
              caller.join()
              problem.foreach:
                case _: (Refused | InterruptedException) if call.mayFail => failed += 1
                case error                                               => fail(s"${call.name}: $error", error)
            assertEquals(journal.state, JournalState.Healthy, call.name)
            assert(subscriptions.forall(!_.isEnded), call.name)
            append(journal, 1)
          println(s"calls interrupted: ${calls(journal, reader, folder).size * Effort.interrupts}, $failed reported it")
          append(journal, 1)
          val last = journal.durable
          for subscription <- subscriptions do
            while subscription.offset != last && !subscription.isEnded do Thread.sleep(1)
            assertEquals(subscription.failure, None)
          assertEquals(
            seen.asScala.toVector.sorted,
            ((begin.sequence + 1) to last.sequence).flatMap(i => Seq(i, i)).toVector
          )
      assertEquals(ok(Verification.of(folder, settings)).damages, Vector.empty)
