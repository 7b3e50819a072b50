package brine.entity.boundary.search

import brine.entity.boundary.{Campus, CampusEvent}
import brine.entity.search.FlakyLog
import brine.journal.{EncodedAppend, EventLog, ExpectedVersion}
import java.util.concurrent.atomic.AtomicLong

/** A log that fails at random, before which others sometimes append what decisions depend on. */
final class FlakyCampus(log: EventLog, seed: Long, every: Int) extends FlakyLog(log, seed, every):
  private val noted = AtomicLong()

  override protected def anotherWriter(append: EncodedAppend): Unit =
    for _ <- 0 to next(2) do
      val course             = next(CampusClient.Courses)
      val event: CampusEvent = CampusEvent.Noted(course, noted.decrementAndGet())
      log.tryAppend("notes", ExpectedVersion.Any, Seq(event), tags = Campus.tags(event)): Unit
