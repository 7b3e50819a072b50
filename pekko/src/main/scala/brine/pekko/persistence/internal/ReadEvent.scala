package brine.pekko.persistence.internal

import brine.journal.{Record, Stored}
import org.apache.pekko.persistence.PersistentRepr

/** An event that was read.
  *
  * @param tags
  *   its own tags: those of the record may belong to others of its atomic write
  */
private[persistence] final case class ReadEvent(record: Record[Stored], repr: PersistentRepr, tags: Set[String]):
  /** When the persistent actor made it, or else when the log accepted it, in milliseconds since 1970. */
  def millis: Long = if repr.timestamp == 0 then record.at.toEpochMilli else repr.timestamp
