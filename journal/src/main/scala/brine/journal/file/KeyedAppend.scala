package brine.journal.file

/** An append that had an idempotency key. */
private[journal] final case class KeyedAppend(first: Long, last: Long, version: Long)
