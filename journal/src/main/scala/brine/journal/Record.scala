package brine.journal

import java.time.Instant
import java.util.UUID

/** An event as it was appended.
  *
  * @param offset
  *   the place after it, by its number among all records
  * @param stream
  *   what it was appended to
  * @param version
  *   its number in the stream, from 1
  * @param at
  *   when it was accepted, to the microsecond; never before that of an earlier record
  * @param key
  *   the idempotency key of its append; only the first event of an append has it
  * @param value
  *   the event
  */
final case class Record[+A](
    offset: Offset,
    stream: String,
    version: Long,
    at: Instant,
    tags: Set[String],
    key: Option[UUID],
    value: A
)
