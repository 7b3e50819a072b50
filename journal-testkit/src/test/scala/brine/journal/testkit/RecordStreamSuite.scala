package brine.journal.testkit

import brine.journal.*
import brine.journal.replication.*
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Streams of records: their ends, and records of any size. */
class RecordStreamSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = 5.minutes

  private val replica = Path.of("/replica")

  private def target(disk: FaultStorage) = ReplicaTarget.folder(replica, storage = disk)

  private def ended(follower: LogFollower)(using munit.Location): Option[FollowError] =
    assert(follower.awaitEnd(TimeUnit.MINUTES.toNanos(1)), follower.status)
    follower.failure

  private def texts(disk: FaultStorage): Vector[String] =
    Using.resource(JournalReader.open(replica, storage = disk))(
      _.readAll[String]().toVector.map(_.map(_.value)).getOrElse(Vector.empty)
    )

  private def right[A](result: Either[JournalError, A])(using munit.Location): A =
    result.fold(e => fail(e.message), identity)

  test("events of any size pass a stream, and a cut in one leaves what was before"):
    val source = MemoryEventLog(maxAppendBytes = 1L << 30)
    for size <- Vector(0, 1, 70_000, 20 << 20, 5) do
      assert(
        source.append("a", ExpectedVersion.Any, Seq("x" * size), key = Some(java.util.UUID(1, size))).await().isRight
      )
    val sent = ByteArrayOutputStream()
    assertEquals(RecordStream.write(source, None, sent, untilCaughtUp = true, () => false), Right(5L))
    for (length, there) <- Vector((sent.size, 5), (sent.size / 2, 3)) do
      val disk     = FaultStorage(1)
      val settings = JournalSettings(segmentSize = 256 << 20, maxAppendBytes = 64 << 20)
      val to       = ReplicaTarget.folder(replica, settings, disk)
      val failure  = ended(LogFollower.ofStream(ByteArrayInputStream(sent.toByteArray.take(length)), to))
      assertEquals(failure.isEmpty, length == sent.size, failure)
      assertEquals(texts(disk).size, there)

  test("a sender that is stopped says so, also within an append with a key"):
    val source = MemoryEventLog()
    right(source.append("a", ExpectedVersion.Any, Vector.fill(500)("event")).await()): Unit
    right(
      source.append("a", ExpectedVersion.Any, Vector.fill(500)("event"), key = Some(java.util.UUID(1, 2))).await()
    ): Unit
    for (asks, there) <- Vector((0, 0), (1, 0), (300, 0), (501, 500), (700, 500), (999, 500), (1001, 1000)) do
      val sent    = ByteArrayOutputStream()
      var asked   = 0
      val stopped = () =>
        asked += 1
        asked > asks
      val written = RecordStream.write(source, None, sent, untilCaughtUp = false, stopped)
      assertEquals(written, Right(math.min(asks, 1000).toLong))
      val disk = FaultStorage(1)
      ended(LogFollower.ofStream(ByteArrayInputStream(sent.toByteArray), target(disk))) match
        case Some(error: FollowError.Stopped) =>
          val all = if asks <= 500 then asks else there
          assertEquals(error.records, all.toLong)
          assertEquals(texts(disk).size, all)
          assert(error.message.contains("the sender was stopped"), error.message)
        case other => fail(s"$asks: $other")
