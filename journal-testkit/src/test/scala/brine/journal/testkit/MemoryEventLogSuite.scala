package brine.journal.testkit

import brine.codec.Codec
import brine.journal.*
import java.time.{Clock, Instant, ZoneId, ZoneOffset}
import java.util.concurrent.atomic.AtomicReference

object MemoryEventLogSuite:
  final case class Deposited(account: String, cents: Long) derives Codec
  final case class Withdrawn(account: String, cents: Long) derives Codec

/** What a log in memory does beyond the contract. */
class MemoryEventLogSuite extends munit.FunSuite:
  /** A clock that a test sets, or breaks. */
  private final class SetClock(start: Instant) extends Clock:
    val now: AtomicReference[Option[Instant]]  = AtomicReference(Some(start))
    def getZone: ZoneId                        = ZoneOffset.UTC
    override def withZone(zone: ZoneId): Clock = this
    override def instant: Instant              = now.get.getOrElse(throw IllegalStateException("the clock is broken"))

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  test("times come from the clock, to the microsecond, and do not go back"):
    val clock = SetClock(Instant.parse("2026-01-02T03:04:05.123456789Z"))
    val log   = MemoryEventLog(clock = clock)
    try
      ok(log.append("s", 1).await())
      clock.now.set(Some(Instant.EPOCH))
      ok(log.append("s", 2).await())
      assertEquals(
        ok(log.readAll[Int]().toVector).map(_.at).distinct,
        Vector(Instant.parse("2026-01-02T03:04:05.123456Z"))
      )
    finally log.close()

  test("a log without threads is done when a call returns, and after it was closed it refuses"):
    val clock = SetClock(Instant.EPOCH)
    val log   = MemoryEventLog.direct(clock)
    val first = log.append("s", 1)
    assert(clue(first.now).exists(_.isRight))
    assertEquals(log.durable, Offset(1))
    var isSaved = false
    // A future would complete on another thread.
    val listener = new brine.journal.state.SaveListener:
      def saved(context: Long): Unit                                               = isSaved = true
      def failed(context: Long, error: brine.journal.snapshot.SnapshotError): Unit = ()
    log.states.save("s", Offset(1), 7, Level.Memory, listener, 0, waits = true)
    assert(isSaved)
    assertEquals(log.states.load[Int]("s").map(_.map(_.state)), Right(Some(7)))
    log.close()
    assert(log.append("s", 2).now.exists(_.isLeft))
    val again = log.openAgain()
    assertEquals(ok(again.read[Int]("s").toVector).map(_.value), Vector(1))
    clock.now.set(None)
    assert(again.append("s", 2).now.exists(_.isLeft))
    again.close()

  test("records and states of another type with the same fields are errors"):
    val log = MemoryEventLog()
    try
      ok(log.append("s", MemoryEventLogSuite.Deposited("a", 5)).await())
      log.readAll[MemoryEventLogSuite.Withdrawn]().toVector match
        case Left(ReadError.Undecodable(offset, "s", cause)) =>
          assertEquals(offset, Offset(1))
          Seq("Deposited", "Withdrawn").foreach(name => assert(cause.problem.contains(name), cause.problem))
        case other => fail(s"$other")
      assert(log.snapshots.save("state", Offset(1), MemoryEventLogSuite.Deposited("a", 5)).isRight)
      assert(log.snapshots.latest[MemoryEventLogSuite.Withdrawn]("state").isLeft)
      assert(log.snapshots.latest[MemoryEventLogSuite.Deposited]("state").isRight)
    finally log.close()

  test("a snapshot has the length and the fingerprint that it has in files"):
    val folder = java.nio.file.Path.of("/journal")
    val logs   = Vector(MemoryEventLog(), Journal.open(folder, storage = FaultStorage(seed = 1)))
    try
      val sizes  = Vector(0, 1, 7, 8, 100, 127, 128, 16_000, 16_400, 65_515, 65_528, 70_000, 200_000)
      val states = sizes.map(size => Vector.tabulate(size)(_.toByte)).map(Vector(_)) :+
        Vector.tabulate(300)(i => Vector.fill(i)(i.toByte)) :+ Vector.empty
      logs.foreach(log =>
        log.append("a", ExpectedVersion.Any, states.map(_.size)).await().fold(e => fail(e.message), _ => ())
      )
      for (state, i) <- states.zipWithIndex do
        val infos =
          logs.map(_.snapshots.saveParts("state", Offset(i), state.iterator).fold(e => fail(e.message), identity))
        assertEquals(infos.map(info => (info.parts, info.bytes, info.fingerprint)).distinct.size, 1, s"$i: $infos")
    finally logs.foreach(_.close())

  test("a version counts an append as a whole, also while its events are added"):
    val log  = MemoryEventLog()
    val seen = java.util.concurrent.ConcurrentLinkedQueue[Long]()
    // Asks for the version whenever the log looks into the tags, which it does for each event.
    final class Watching extends scala.collection.immutable.AbstractSet[String]:
      def iterator: Iterator[String] =
        seen.add(ok(log.version("s"))): Unit
        Iterator("t")
      def contains(tag: String): Boolean               = tag == "t"
      def incl(tag: String): Set[String]               = Set("t", tag)
      def excl(tag: String): Set[String]               = Set("t") - tag
      override def foreach[U](body: String => U): Unit = iterator.foreach(body)
    try
      ok(log.append("s", ExpectedVersion.Any, Seq(1, 2, 3), tags = Watching()).await())
      assertEquals(seen.toArray.toSet[Any] - 3L, Set[Any](0L))
      assertEquals(log.version("s"), Right(3L))
    finally log.close()

  test("it opens again once it is closed, and only once"):
    val log = MemoryEventLog()
    intercept[IllegalStateException](log.openAgain())
    ok(log.append("s", 1).await())
    log.close()
    val again = log.openAgain()
    intercept[IllegalStateException](log.openAgain())
    assertEquals(ok(again.read[Int]("s").toVector).map(_.value), Vector(1))
    // Closing the first one does nothing to the second one.
    log.close()
    intercept[IllegalStateException](log.openAgain())
    assertEquals(ok(again.append("s", 2).await()).version, 2L)
    again.close()

  test("a log that fails refuses what is in flight and what comes, and nobody waits for ever"):
    val clock = SetClock(Instant.EPOCH)
    val log   = MemoryEventLog(maxPendingAppends = 4, clock = clock)
    ok(log.append("s", 1).await())
    clock.now.set(None)
    val results = (1 to 20).map(i => log.append("s", i).await())
    assert(
      results.forall(_.left.exists { case AppendError.Closed(why, Some(_)) => why.contains("clock"); case _ => false }),
      results
    )
    assertEquals(log.durable, Offset(1))
    log.close()
    intercept[IllegalStateException](log.openAgain()): Unit

  test("limits that are none are refused, and a large append is refused with its size"):
    intercept[IllegalArgumentException](MemoryEventLog(maxPendingAppends = 0))
    intercept[IllegalArgumentException](MemoryEventLog(maxAppendBytes = 0))
    val log = MemoryEventLog(maxAppendBytes = 10)
    try
      log.append("s", "x" * 100).await() match
        case Left(AppendError.TooLarge(bytes, 10)) => assert(bytes >= 100, bytes)
        case other                                 => fail(s"$other")
      assertEquals(ok(log.append("s", "x").await()).first, Offset(1))
    finally log.close()
