package example.store

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** An event as a table has it. The first one of an append with a key has the key, and how many events it had. */
final case class Row(
    offset: Long,
    stream: String,
    version: Long,
    at: Instant,
    tags: Set[String],
    key: Option[UUID],
    keyEvents: Int,
    schema: Schema,
    payload: Vector[Byte],
    kind: Option[String]
)
