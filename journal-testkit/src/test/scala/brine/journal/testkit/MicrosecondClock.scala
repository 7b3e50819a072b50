package brine.journal.testkit

import java.time.{Clock, Instant, ZoneId, ZoneOffset}
import java.util.concurrent.atomic.AtomicLong

/** Begins in 1970, and is a microsecond later with each question. Thread-safe. */
final class MicrosecondClock extends Clock:
  private val asked                   = AtomicLong()
  def getZone: ZoneId                 = ZoneOffset.UTC
  override def withZone(zone: ZoneId) = this
  def instant: Instant                = Instant.EPOCH.plusNanos(asked.getAndIncrement() * 1000)
