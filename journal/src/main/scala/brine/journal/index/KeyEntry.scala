package brine.journal.index

/** An append with an idempotency key.
  *
  * @param stream
  *   number of the stream of its last event
  * @param version
  *   of that stream after it
  */
private[journal] final case class KeyEntry(stream: Int, first: Long, last: Long, version: Long)
