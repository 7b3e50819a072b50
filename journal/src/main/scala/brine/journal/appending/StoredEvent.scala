package brine.journal.appending

import brine.codec.Schema

/** An event as another journal has stored it.
  *
  * @param version
  *   version of the event in its stream
  * @param bytes
  *   the event as the codec wrote it
  */
private[journal] final case class StoredEvent(
    stream: String,
    version: Long,
    schema: Schema,
    bytes: Array[Byte],
    tags: Set[String]
)
