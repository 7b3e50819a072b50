package brine.journal.appending

import brine.effort.Effort
import brine.journal.*
import brine.journal.storage.GatedStorage
import java.nio.file.Path
import java.time.Duration
import java.util.UUID
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, CyclicBarrier}
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

final class KeyedAppendSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val settings = JournalSettings(segmentSize = 1 << 16)
  private val patience = Duration.ofSeconds(20)

  private def append(journal: Journal, stream: String, key: Option[UUID]): Completion =
    journal.append(stream, ExpectedVersion.Any, Seq("event"), key = key)

  /** A journal with several segments, whose indexes are not in memory. */
  private def older(folder: Path): Unit = Using.resource(Journal.open(folder, settings)): journal =>
    for segment <- 1 to 5 do
      assert(append(journal, "old", Some(UUID(1, segment))).await().isRight)
      journal.endSegment()
      // The end of a segment is a request: this append shows that it was met.
      while !append(journal, "known", None).await().exists(_ => journal.view.segments.size > segment) do Thread.sleep(1)
    append(journal, "known", None).await(): Unit

  test("a lookup of a key that waits for the disk delays no other append"):
    TemporaryFolder.use: folder =>
      older(folder)
      val storage = GatedStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        storage.waits = _.toString.endsWith(".idx")
        val results = ConcurrentLinkedQueue[Either[AppendError, Appended]]()
        val threads = Vector(UUID(2, 1), UUID(1, 1)).map: key =>
          Thread.ofPlatform().start(() => results.add(append(journal, "known", Some(key)).await()): Unit)
        storage.reached.await()
        try
          for _ <- 1 to 10 do assert(append(journal, "known", None).await(patience).isRight)
          assert(journal.tryAppend("known", ExpectedVersion.Any, Seq("event")).await(patience).isRight)
        finally storage.gate.countDown()
        threads.foreach(_.join())
        assertEquals(
          results.asScala.toVector.map(_.fold(error => error.productPrefix, _ => "")).sorted,
          Vector("", "Duplicate")
        )

  test("a lookup of a stream that waits for the disk delays no other append"):
    TemporaryFolder.use: folder =>
      older(folder)
      val storage = GatedStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        storage.waits = _.toString.endsWith(".idx")
        val parts =
          Seq(StreamAppend("known", ExpectedVersion.Any, Seq("event")), StreamAppend("old", ExpectedVersion(5), Seq(1)))
        val result = java.util.concurrent.CompletableFuture[Boolean]()
        val thread = Thread.ofPlatform().start(() => result.complete(journal.appendAll(parts).await().isRight): Unit)
        storage.reached.await()
        try assert(append(journal, "known", None).await(patience).isRight)
        finally storage.gate.countDown()
        thread.join()
        assert(result.get)
        assertEquals(journal.version("old"), Right(6L))

  test("each key is appended once, whoever appends it meanwhile: with rolls, retention, waiting and refused callers"):
    for seed <- 1 to 4 do
      TemporaryFolder.use: folder =>
        older(folder)
        val random   = Random(seed)
        val small    = settings.copy(maxPendingAppends = 4, maxPendingBytes = 8192)
        val keys     = Vector.fill(60)(UUID(random.nextLong(), random.nextLong()))
        val threads  = 6
        val barrier  = CyclicBarrier(threads)
        val accepted = keys.map(_ -> AtomicInteger()).toMap
        val firsts   = keys.map(_ -> ConcurrentLinkedQueue[Long]()).toMap
        val wrong    = ConcurrentLinkedQueue[String]()
        val isOver   = AtomicBoolean()
        Using.resource(Journal.open(folder, small)): journal =>
          val rolling = Thread
            .ofPlatform()
            .start: () =>
              while !isOver.get do
                journal.endSegment()
                Thread.`yield`()
          val retaining = Thread
            .ofPlatform()
            .start: () =>
              // All but the last thousand records: the keys of a round are younger.
              while !isOver.get do
                journal.retain(RetentionRules(upTo = Offset(math.max(journal.durable.sequence - 1000, 0)))): Unit
                Thread.sleep(1)
          val callers = Vector.tabulate(threads): number =>
            val own = Random(seed * 100 + number)
            Thread
              .ofPlatform()
              .start: () =>
                keys.foreach: key =>
                  barrier.await(): Unit
                  for _ <- 1 to 4 do
                    val events = Seq("x" * own.nextInt(6000))
                    val result =
                      if own.nextBoolean() then
                        journal.append("s", ExpectedVersion.Any, events, key = Some(key)).await()
                      else journal.tryAppend("s", ExpectedVersion.Any, events, key = Some(key)).await()
                    result match
                      case Right(appended) =>
                        accepted(key).incrementAndGet(): Unit
                        firsts(key).add(appended.first.sequence): Unit
                      case Left(AppendError.Duplicate(original)) => firsts(key).add(original.first.sequence): Unit
                      case Left(AppendError.Full)                => ()
                      case Left(error)                           => wrong.add(error.message): Unit
          callers.foreach(_.join())
          isOver.set(true)
          rolling.join()
          retaining.join()
        assertEquals(wrong.asScala.toVector, Vector.empty)
        keys.foreach: key =>
          assertEquals(accepted(key).get, 1, s"appends with key $key, seed $seed")
          assertEquals(firsts(key).asScala.toSet.size, 1, s"places of key $key, seed $seed")

  test("an append that closing overtakes is refused, and never forgotten"):
    for round <- 1 to Effort.overtakingCloses do
      TemporaryFolder.use: folder =>
        val journal = Journal.open(folder, settings)
        val start   = CyclicBarrier(3)
        val done    = CountDownLatch(2)
        val callers = Vector.fill(2):
          Thread
            .ofPlatform()
            .start: () =>
              start.await(): Unit
              var isOpen = true
              while isOpen do isOpen = append(journal, "s", None).await(patience).isRight
              done.countDown()
        start.await(): Unit
        if round % 2 == 0 then Thread.`yield`()
        journal.close()
        callers.foreach(_.join())
        assertEquals(done.getCount, 0L, s"round $round")
