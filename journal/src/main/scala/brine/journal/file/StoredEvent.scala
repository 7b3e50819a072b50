package brine.journal.file

import brine.codec.Schema

/** An event as another journal has stored it.
  *
  * @param version
  *   of its stream after it
  * @param bytes
  *   as the codec wrote them
  */
private[journal] final case class StoredEvent(
    stream: String,
    version: Long,
    schema: Schema,
    bytes: Array[Byte],
    tags: Set[String]
)
