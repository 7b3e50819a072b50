package brine.journal.appending

import brine.codec.{Codec, Compression, EncodeError}
import brine.journal.*
import brine.journal.storage.MemoryStorage
import java.lang.management.ManagementFactory
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.Semaphore
import java.util.concurrent.atomic.AtomicInteger
import java.util.{SplittableRandom, UUID}
import scala.collection.immutable.ArraySeq
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Appends whose payloads are written from lent memory, in all forms that an append has. */
final class LargeEventsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val folder   = Path.of("/journal").toAbsolutePath
  private val patience = Duration.ofSeconds(30)

  private def bytes(length: Int, seed: Long): Array[Byte] =
    val made = new Array[Byte](length)
    SplittableRandom(seed).nextBytes(made)
    made

  /** A way to append some events to a stream. */
  private type Way = (Journal, String, Vector[Array[Byte]]) => Either[AppendError, Appended]

  private val ways: Vector[(String, Way)] = Vector(
    (
      "one by one",
      (journal, stream, events) => events.map(event => journal.append(stream, event).await(patience)).last
    ),
    (
      "listener",
      (journal, stream, events) =>
        events
          .map: event =>
            val done = Completion(Level.Disk)
            journal.append(stream, event, Level.Disk, done, 0)
            done.await(patience)
          .last
    ),
    (
      "together, with a key and tags",
      (journal, stream, events) =>
        val key = Some(UUID.randomUUID)
        journal.append(stream, ExpectedVersion.Any, events, key, Set("a", "b")).await(patience)
    ),
    (
      "several streams",
      (journal, stream, events) =>
        val small = StreamAppend("small", ExpectedVersion.Any, Seq(bytes(10, 1), bytes(0, 1)))
        journal.appendAll(Seq(StreamAppend(stream, ExpectedVersion.Any, events), small)).await(patience)
    ),
    (
      "batch",
      (journal, stream, events) =>
        val batch = AppendBatch().to(stream)
        events.foreach(batch.add(_))
        journal.append(batch).await(patience)
    ),
    (
      "encoded",
      (journal, stream, events) =>
        val done   = Completion(Level.Disk)
        val append = EncodedAppend(Seq(StreamAppend(stream, ExpectedVersion.Any, events)))
        journal.appendEncoded(append, done, 0)
        done.await(patience)
    ),
    (
      "with a condition",
      (journal, stream, events) =>
        val none = AppendCondition(Query.tagged("never"), journal.durable)
        journal.appendAll(Seq(StreamAppend(stream, ExpectedVersion.Any, events)), unless = Seq(none)).await(patience)
    )
  )

  private def read(journal: Journal): Map[String, Vector[ArraySeq[Byte]]] =
    val found = Vector.newBuilder[(String, ArraySeq[Byte])]
    journal
      .readAll[Array[Byte]]()
      .foreach(record => found += record.stream -> ArraySeq.unsafeWrapArray(record.value)) match
      case Right(_)    => found.result().groupMap(_._1)(_._2)
      case Left(error) => fail(error.message)

  private val sizes = Vector(8191, 8192, 8193, 16384, 65535, 65536, 65537, 262100, 262144, 262145, 1 << 20, 3 << 20)

  private def everyWay(settings: JournalSettings)(using munit.Location): Unit =
    val storage = MemoryStorage()
    var wanted  = Map.empty[String, Vector[ArraySeq[Byte]]]
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      for (size, n) <- sizes.zipWithIndex; (name, way) <- ways do
        val events =
          if n % 3 == 2 then Vector(bytes(size, n), bytes(7, n), bytes(size / 2, n)) else Vector(bytes(size, n))
        val stream = s"$name $size"
        assert(way(journal, stream, events).isRight, clue(stream))
        wanted += stream -> events.map(ArraySeq.unsafeWrapArray(_))
      assertEquals(read(journal).removed("small"), wanted)
    for left <- Seq(storage.copy, storage.afterCrash(everything = false), storage.afterCrash(everything = true)) do
      Using.resource(Journal.open(folder, settings, left)): journal =>
        val found = read(journal)
        assertEquals(found.removed("small"), wanted)
        assertEquals(
          found("small"),
          Vector.fill(sizes.size)(Vector(ArraySeq.unsafeWrapArray(bytes(10, 1)), ArraySeq.empty[Byte])).flatten
        )

  private val settings = JournalSettings(segmentSize = 12 << 20, firstSegmentSize = 1 << 20)

  test("events of sizes around all limits, appended in every way"):
    everyWay(settings)

  test("events of sizes around all limits, appended in every way to a journal that compresses"):
    everyWay(settings.withCompression(Compression.Deflate))

  test("events of sizes around all limits, appended in every way where little may be lent"):
    everyWay(settings.withMaxPendingBytes(100000))

  test("the largest append has all its bytes, and a larger one is refused"):
    val storage = MemoryStorage()
    val small   = settings.withMaxAppendBytes(2_000_000)
    Using.resource(Journal.open(folder, small, storage)): journal =>
      // The length of an array takes four bytes.
      val largest = bytes(2_000_000 - 4, 3)
      assert(journal.append("s", largest).await(patience).isRight)
      assert(
        journal.append("s", bytes(2_000_000 - 3, 3)).await(patience).left.exists(_.isInstanceOf[AppendError.TooLarge])
      )
      assertEquals(read(journal)("s"), Vector(ArraySeq.unsafeWrapArray(largest)))

  test("units of events of the codec's cases are found by kind, also where the first bytes are lent"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      def unless(kind: String, after: Offset) = Seq(AppendCondition(Query.kinds(kind), after))
      def append(event: LargeEventsSuite.Kind, kind: String, after: Offset) =
        val part = StreamAppend("s", ExpectedVersion.Any, Seq(event))
        journal.appendAll(Seq(part), unless = unless(kind, after)).await(patience)
      val first = append(LargeEventsSuite.Kind.Other(1), "Large", Offset.Begin).toOption.get.last
      val large = append(LargeEventsSuite.Kind.Large(bytes(70000, 1)), "Large", first).toOption.get.last
      assertEquals(append(LargeEventsSuite.Kind.Other(2), "Other", first).map(_ => ()), Right(()))
      append(LargeEventsSuite.Kind.Other(3), "Large", first) match
        case Left(AppendError.Conflict(_, at)) => assertEquals(at, large)
        case other                             => fail(s"$other")

  test("a codec that fails midway, and an interrupt before or while appending, harm no other append"):
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder, settings)): journal =>
        val appended = AtomicInteger()
        val threads  = Vector.tabulate(4): number =>
          Thread
            .ofPlatform()
            .start: () =>
              for n <- 0 until 60 do
                if (n + number) % 5 == 0 then
                  val broken = Vector(bytes(20000, n), null)
                  intercept[EncodeError](journal.append("s", ExpectedVersion.Any, broken)): Unit
                  intercept[EncodeError](
                    journal.appendAll(
                      Seq(
                        StreamAppend("s", ExpectedVersion.Any, broken),
                        StreamAppend("t", ExpectedVersion.Any, broken)
                      )
                    )
                  ): Unit
                if (n + number) % 7 == 0 then Thread.currentThread.interrupt()
                val done = journal.append("s", bytes(9000 + n * 1000, n))
                Thread.interrupted(): Unit
                if done.await(patience).isRight then appended.incrementAndGet(): Unit
        threads.foreach(_.join())
        assertEquals(appended.get, 240)
        assertEquals(read(journal)("s").size, 240)

  test("an event that is lent memory allocates nothing, on neither thread"):
    val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
    val large   = JournalSettings(
      segmentSize = 64 << 20,
      firstSegmentSize = 64 << 20,
      maxPendingAppends = 16,
      linger = Duration.ofMillis(1)
    )
    Using.resource(Journal.open(Path.of("large"), large, MemoryStorage())): journal =>
      val writer = Thread.getAllStackTraces.keySet.asScala.find(_.getName == "brine-journal-writer-large").get.threadId
      def allocated() =
        threads.getThreadAllocatedBytes(Thread.currentThread.threadId) + threads.getThreadAllocatedBytes(writer)
      val done     = Semaphore(0)
      val listener = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = done.release()
        def rejected(context: Long, error: AppendError): Unit                                       = ()
      val event                    = bytes(10000, 1)
      def append(count: Int): Unit =
        var i = 0
        while i < count do
          journal.append("s", event, Level.Memory, listener, 7)
          i += 1
        done.acquire(count)
      append(3000)
      val costs = (1 to 5).map: _ =>
        val before = allocated()
        append(500)
        (allocated() - before) / 500.0
      // Groups of eight appends at least have one object or two.
      assert(costs.min < 32, s"bytes per append: ${costs.mkString(", ")}")

  test("appends while the journal is closed are there as a whole or refused"):
    for round <- 0 until 20 do
      val storage = MemoryStorage()
      val journal = Journal.open(folder, settings, storage)
      val there   = AtomicInteger()
      val threads = Vector.tabulate(3): number =>
        Thread
          .ofPlatform()
          .start: () =>
            var isOpen = true
            while isOpen do
              journal.append("s", bytes(8193 + number * 30000, round)).await(patience) match
                case Right(_)                       => there.incrementAndGet(): Unit
                case Left(AppendError.Closed(_, _)) => isOpen = false
                case Left(error)                    => throw AssertionError(error.message)
      while there.get < round do Thread.onSpinWait()
      journal.close()
      threads.foreach(_.join())
      Using.resource(Journal.open(folder, settings, storage.afterCrash(everything = false))): again =>
        val found = read(again).getOrElse("s", Vector.empty)
        assertEquals(found.size, there.get)
        for event <- found do assertEquals(event, ArraySeq.unsafeWrapArray(bytes(event.size, round)))

private object LargeEventsSuite:
  enum Kind derives Codec:
    case Large(bytes: Array[Byte])
    case Other(number: Int)
