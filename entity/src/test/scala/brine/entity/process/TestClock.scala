package brine.entity.process

import java.time.{Instant, InstantSource}
import java.util.concurrent.atomic.AtomicLong

/** A clock that stands until a test moves it. */
final class TestClock(start: Instant = Instant.parse("2026-01-01T00:00:00Z")) extends InstantSource:
  private val millis = AtomicLong(start.toEpochMilli)

  def instant: Instant = Instant.ofEpochMilli(millis.get)

  /** Moves it; also backward. */
  def move(millis: Long): Unit = this.millis.addAndGet(millis): Unit
