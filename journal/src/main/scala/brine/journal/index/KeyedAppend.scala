package brine.journal.index

/** An append that had an idempotency key: its first and last sequence, and the version of its last stream after it. */
private[journal] final case class KeyedAppend(first: Long, last: Long, version: Long)
