package brine.journal.index

/** An append that had an idempotency key.
  *
  * @param first
  *   sequence of its first event, which compaction keeps as long as the key
  * @param last
  *   sequence of its last event
  * @param version
  *   version of its last stream after it
  * @param time
  *   time of its events, in microseconds since 1970; [[KeyedAppend.OfRecord]] if only the records say it
  */
private[journal] final case class KeyedAppend(first: Long, last: Long, version: Long, time: Long)

private[journal] object KeyedAppend:
  /** A time that an index does not have. */
  inline val OfRecord = Long.MinValue
