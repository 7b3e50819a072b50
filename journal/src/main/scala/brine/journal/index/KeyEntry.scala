package brine.journal.index

/** An append with an idempotency key.
  *
  * @param stream
  *   number of the stream of its last event; of its first one if compaction has removed the last one
  * @param first
  *   sequence of its first event
  * @param last
  *   sequence of its last event
  * @param version
  *   version of that stream after it
  */
private[journal] final case class KeyEntry(stream: Int, first: Long, last: Long, version: Long)
