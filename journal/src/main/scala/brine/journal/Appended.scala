package brine.journal

/** The place of an append's events in the journal.
  *
  * @param first
  *   offset of the first event
  * @param last
  *   offset of the last event; the events between are of the same append
  * @param version
  *   version of the stream after the append; of its last stream, if the append was to several
  * @param level
  *   the level that was asked for: what the events survive
  */
final case class Appended(first: Offset, last: Offset, version: Long, level: Level)
