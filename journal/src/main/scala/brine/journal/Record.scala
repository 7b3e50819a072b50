package brine.journal

import java.time.Instant
import java.util.UUID

/** An event as it was appended.
  *
  * @param offset
  *   offset of the record: its number among all records
  * @param stream
  *   name of its stream
  * @param version
  *   its number in the stream, from 1
  * @param at
  *   time at which it was accepted, to the microsecond; never before that of an earlier record
  * @param tags
  *   the tags of its append
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
