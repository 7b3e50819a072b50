package brine.journal.testkit

import brine.journal.*
import java.time.{Clock, Instant, ZoneId, ZoneOffset}
import java.util.concurrent.atomic.AtomicReference

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
      results.forall(_.left.exists { case AppendError.Closed(why) => why.contains("clock"); case _ => false }),
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
