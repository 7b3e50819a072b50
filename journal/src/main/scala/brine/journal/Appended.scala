package brine.journal

import java.time.Instant

/** The place of an append's events in the journal, and their time.
  *
  * @param first
  *   offset of the first event
  * @param last
  *   offset of the last event; the events between are of the same append
  * @param version
  *   version of the stream after the append; of its last stream, if the append was to several
  * @param at
  *   time at which the events were accepted, to the microsecond: that of their records
  * @param level
  *   the level that was asked for: what the events survive
  */
final case class Appended(first: Offset, last: Offset, version: Long, at: Instant, level: Level)
