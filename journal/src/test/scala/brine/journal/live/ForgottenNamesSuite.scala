package brine.journal.live

import brine.effort.Effort
import brine.journal.*
import brine.journal.storage.{MemoryStorage, Storage}
import java.nio.file.Path
import java.util.UUID
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicBoolean
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** Journals that remember few streams and tags. */
class ForgottenNamesSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private val folder   = Path.of("/journal")
  private val settings = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16, maxCachedNames = 4)

  private def opened(storage: Storage, settings: JournalSettings = settings): FileJournal =
    Journal.open(folder, settings, storage) match
      case files: FileJournal => files
      case other              => fail(s"not in files: $other")

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  /** Waits for what the journal does in the background. */
  private def eventually(what: String)(condition: => Boolean): Unit =
    val until = System.nanoTime + 60_000_000_000L
    while !condition do
      assert(System.nanoTime < until, what)
      Thread.sleep(1)

  private def next(journal: Journal, stream: String, tags: Set[String] = Set.empty): Unit =
    val version = ok(journal.version(stream))
    val done    = journal.append(stream, ExpectedVersion(version), Seq(s"event of $stream"), tags = tags).await()
    assertEquals(ok(done).version, version + 1)

  test("as many streams and tags as it may are in memory, and those of the current segment; others are found again"):
    val storage                         = MemoryStorage()
    val count                           = math.min(Effort.manyStreams, 200_000)
    def name(n: Int)                    = s"stream-$n"
    def most(journal: FileJournal): Int =
      val segment = journal.view.segments.last
      // Every record of the segment may be of another stream.
      (journal.durable.sequence - segment.firstSequence + 1).toInt
    Using.resource(opened(storage)): journal =>
      val all = (1 to count).map: n =>
        journal.append(name(n), ExpectedVersion.NoStream, Seq(n), tags = Set(s"tag-$n"), level = Level.Memory)
      all.foreach(one => assert(one.await().isRight))
      journal.endSegment()
      eventually("streams of ended segments are forgotten")(journal.names.streamCount <= 4)
      eventually("tags of ended segments are forgotten")(journal.names.tagCount <= 4)
      val random = Random(1)
      for _ <- 1 to 300 do
        next(journal, name(1 + random.nextInt(count)))
        assert(journal.names.streamCount <= 5 + most(journal), journal.names.streamCount)
      assertEquals(journal.version("absent"), Right(0L))
    Using.resource(opened(storage)): journal =>
      val random = Random(1)
      val seen   = collection.mutable.HashMap.empty[String, Long].withDefaultValue(1L)
      for _ <- 1 to 300 do seen(name(1 + random.nextInt(count))) += 1
      seen.foreach((stream, version) => assertEquals(journal.version(stream), Right(version), stream))
      (1 to 100).foreach(n => next(journal, name(n * (count / 100))))
      val tagged = ok(journal.readTagged[Int]("tag-7").toVector).map(_.value)
      assertEquals(tagged, Vector(7))
      assertEquals(ok(journal.readTagged[Int]("no such tag").toVector), Vector.empty)

  test("a segment with as many streams or tags as may be in memory ends"):
    val large = settings.copy(segmentSize = 8 << 20, firstSegmentSize = 8 << 20)
    for tags <- List(false, true) do
      Using.resource(opened(MemoryStorage(), large)): journal =>
        val all = (1 to 10_000).map: n =>
          val level = if n < 10_000 then Level.Memory else Level.Disk
          if tags then journal.append("a", ExpectedVersion.Any, Seq(n), tags = Set(s"tag-$n"), level = level)
          else journal.append(s"stream-$n", ExpectedVersion.Any, Seq(n), level = level)
        all.foreach(one => assert(one.await().isRight))
        val ends = journal.view.segments.map(_.firstSequence)
        assertEquals(ends, Vector(1L, 4097L, 8193L), s"tags: $tags")
        val last = if tags then journal.readTagged[Int]("tag-10000") else journal.read[Int]("stream-10000")
        assertEquals(last.toVector.map(_.map(_.value)), Right(Vector(10_000)))

  test("asking for streams that do not exist, and conditions on what no event has, take no more memory than they may"):
    Using.resource(opened(MemoryStorage())): journal =>
      next(journal, "a", Set("known"))
      for n <- 1 to 500 do
        assertEquals(journal.version(s"absent-$n"), Right(0L))
        assertEquals(ok(journal.readTagged[String](s"absent-$n").toVector), Vector.empty)
        val condition = AppendCondition(
          (Query.tagged("known") or Query.tagged(s"tag-$n")) and (Query.kinds("String") or Query.kinds(s"kind-$n")),
          Offset.Begin
        )
        journal.appendAll(Seq(StreamAppend("a", ExpectedVersion.Any, Seq("b"))), unless = Seq(condition)).await(): Unit
      assert(journal.names.streamCount <= 6, journal.names.streamCount)
      // Those of the last conditions may be needed by appends in flight.
      assert(journal.names.tagCount <= 10, journal.names.tagCount)
      assert(journal.names.kindCount <= 10, journal.names.kindCount)

  test("a condition on a tag that was forgotten finds its events"):
    Using.resource(opened(MemoryStorage())): journal =>
      def unless(tag: String, after: Offset) =
        val part = StreamAppend(s"of-$tag", ExpectedVersion.Any, Seq("once"), Set(tag))
        journal.appendAll(Seq(part), unless = Seq(AppendCondition(Query.tagged(tag), after))).await()
      val offsets = (1 to 300).map(n => ok(unless(s"tag-$n", Offset.Begin)).first)
      for n <- 1 to 300 do
        assertEquals(unless(s"tag-$n", Offset.Begin).left.map(_.productPrefix), Left("Conflict"), s"tag-$n")
        assert(unless(s"tag-$n", Offset(offsets(n - 1).sequence - 1)).isLeft, s"tag-$n")

  test("a reused batch appends with the tags it has, also if they were forgotten since"):
    Using.resource(opened(MemoryStorage())): journal =>
      val batch = AppendBatch()
      for round <- 1 to 20 do
        batch.clear().to("batched", ExpectedVersion(round - 1), Set("x", "y")).add(round).add(round).clear()
        batch.to("batched", ExpectedVersion.Any, Set("x", "y")).add(round)
        ok(journal.append(batch).await()): Unit
        journal.endSegment()
        (1 to 20).foreach(n => next(journal, s"other-$n", Set(s"tag-$n")))
        journal.endSegment()
      assertEquals(ok(journal.readTagged[Int]("y").toVector).map(_.value), (1 to 20).toVector)
      assertEquals(journal.version("batched"), Right(20L))

  test("after a crash, streams of the last segment are found, however few are remembered"):
    var storage  = MemoryStorage()
    var versions = Map.empty[String, Long].withDefaultValue(0L)
    for round <- 1 to 6 do
      val journal = opened(storage)
      for n <- 1 to 200 do
        val stream = s"stream-${n * round % 97}"
        assertEquals(journal.version(stream), Right(versions(stream)))
        next(journal, stream, Set(s"tag-${n % 31}"))
        versions += stream -> (versions(stream) + 1)
      storage = storage.afterCrash(everything = round % 2 == 0)
      journal.close()
    Using.resource(opened(storage))(journal =>
      versions.foreach((stream, version) => assertEquals(journal.version(stream), Right(version)))
    )

  // ---- Races ---------------------------------------------------------------------------------------------------------

  private final class Race(seed: Int, maintains: Boolean):
    private val storage = MemoryStorage()
    private val random  = Random(seed)
    private val journal = opened(
      storage,
      settings.copy(maxCachedNames = 1 + random.nextInt(3), maxPendingAppends = 1 << random.nextInt(4))
    )
    private val streams  = 10
    private val errors   = ConcurrentLinkedQueue[Throwable]()
    private val appended = ConcurrentLinkedQueue[(String, Long, Int)]() // stream, last version, events
    private val onceOf   = ConcurrentLinkedQueue[String]()
    private val keyed    = ConcurrentLinkedQueue[UUID]()
    private val isOver   = AtomicBoolean()

    private def text(random: Random) = "t" * random.nextInt(2500)

    private def caller(number: Int)(random: Random): Unit =
      val batch = AppendBatch()
      for n <- 1 to Effort.forgottenStreams do
        val stream = s"s${random.nextInt(streams)}"
        val tags   = Set(s"x${random.nextInt(5)}", s"y${random.nextInt(5)}").take(random.nextInt(3))
        random.nextInt(7) match
          case 0 =>
            val version = ok(journal.version(stream))
            journal.append(stream, ExpectedVersion(version), Seq(text(random)), tags = tags).await() match
              case Right(done) =>
                assertEquals(done.version, version + 1)
                appended.add((stream, done.version, 1))
              case Left(AppendError.WrongVersion(_, _, actual)) => assert(actual > version, s"$actual after $version")
              case Left(error)                                  => fail(error.message)
          case 1 =>
            val other   = s"t${random.nextInt(streams)}"
            val parts   = Seq(stream, other).map(StreamAppend(_, ExpectedVersion.Any, Seq(text(random), "b"), tags))
            val version = ok(journal.appendAll(parts).await()).version
            appended.add((other, version, 2))
            appended.add((stream, -1, 2))
          case 2 =>
            batch.clear().to(stream, ExpectedVersion.Any, tags).add(text(random)).add("b").add("c")
            appended.add((stream, ok(journal.append(batch).await()).version, 3))
          case 3 =>
            val tag       = s"once-$n"
            val condition = AppendCondition(Query.tagged(tag) and Query.kinds("String"), Offset.Begin)
            val part      = StreamAppend(stream, ExpectedVersion.Any, Seq(text(random)), Set(tag))
            journal.appendAll(Seq(part), unless = Seq(condition)).await() match
              case Right(done) =>
                onceOf.add(tag)
                appended.add((stream, done.version, 1))
              case Left(AppendError.Conflict(_, _)) => ()
              case Left(error)                      => fail(error.message)
          case 4 =>
            val key = UUID(seed, n)
            journal.append(stream, ExpectedVersion.Any, Seq(text(random)), key = Some(key), tags = tags).await() match
              case Right(done) =>
                keyed.add(key)
                appended.add((stream, done.version, 1))
              case Left(AppendError.Duplicate(_)) => ()
              case Left(error)                    => fail(error.message)
          case 5 =>
            val completion = Completion(Level.OsCache)
            journal.append(stream, text(random), Level.OsCache, completion, number)
            appended.add((stream, ok(completion.await()).version, 1))
          case _ =>
            journal.tryAppend(stream, ExpectedVersion.Any, Seq(text(random)), tags = tags).await() match
              case Right(done)            => appended.add((stream, done.version, 1))
              case Left(AppendError.Full) => ()
              case Left(error)            => fail(error.message)

    private def maintain(random: Random): Unit =
      while !isOver.get do
        random.nextInt(3) match
          case 0 => ok(journal.retain(RetentionRules(upTo = Offset(journal.durable.sequence / 2)))): Unit
          case 1 => ok(journal.compact(CompactionRules(_.startsWith("t"), leastGain = 0))): Unit
          case _ => journal.mergeIndexes()
        Thread.sleep(2)

    private def started(body: => Unit): Thread = Thread
      .ofPlatform()
      .start: () =>
        try body
        catch case error: Throwable => errors.add(error): Unit

    def run(): Unit =
      try
        val callers    = (1 to 6).map(n => started(caller(n)(Random(seed * 100 + n))))
        val maintainer = started(if maintains then maintain(Random(seed)))
        callers.foreach(_.join())
        isOver.set(true)
        maintainer.join()
        errors.asScala.headOption.foreach(throw _)
        check()
      finally journal.close()
      Using.resource(opened(storage))(checkVersions)

    private def count(stream: String) =
      appended.asScala.iterator.filter(_._1 == stream).map(_._3.toLong).sum

    private def checkVersions(journal: Journal): Unit =
      (0 until streams)
        .flatMap(n => Seq(s"s$n", s"t$n"))
        .foreach(stream => assertEquals(journal.version(stream), Right(count(stream)), s"seed $seed, $stream"))

    private def check(): Unit =
      checkVersions(journal)
      // Readers see what is durable, and some appends were acknowledged before.
      val all = appended.asScala.iterator.map(_._3.toLong).sum
      eventually("all events are durable")(journal.durable.sequence >= all)
      val results = appended.asScala.toVector.filter(_._2 >= 0)
      assertEquals(results.map(result => (result._1, result._2)).distinct.size, results.size, s"seed $seed")
      val first = ok(journal.readAll[String]().toVector)
      assertEquals(first.map(_.offset.sequence).distinct.size, first.size)
      if !maintains then
        for (stream, records) <- first.groupBy(_.stream) do
          assertEquals(records.map(_.version), (1L to count(stream)).toVector, s"seed $seed, $stream")
        assertEquals(onceOf.asScala.toVector.distinct.size, onceOf.size, s"seed $seed")
        assertEquals(keyed.asScala.toVector.distinct.size, keyed.size, s"seed $seed")
        for stream <- (0 until streams).map(n => s"s$n") do
          val read = ok(journal.read[String](stream).toVector)
          assertEquals(read.map(_.version), (1L to count(stream)).toVector, s"seed $seed, $stream")
        for tag <- (0 until 5).map(n => s"x$n") do
          assertEquals(
            ok(journal.readTagged[String](tag).toVector).map(_.offset),
            first.filter(_.tags(tag)).map(_.offset),
            s"seed $seed, $tag"
          )

  test("versions, keys and conditions are exact whatever is forgotten meanwhile"):
    for seed <- 1 to 2 do Race(seed, maintains = false).run()

  test("versions are exact whatever is forgotten, deleted and compacted meanwhile"):
    for seed <- 3 to 4 do Race(seed, maintains = true).run()
