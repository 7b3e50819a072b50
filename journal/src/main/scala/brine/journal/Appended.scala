package brine.journal

/** Where events are after an append.
  *
  * @param first
  *   of the first event
  * @param last
  *   of the last one; those between are of the same append
  * @param version
  *   of the stream after it; of the last stream, if it was to several
  * @param level
  *   what it survives: the level asked for
  */
final case class Appended(first: Offset, last: Offset, version: Long, level: Level)
