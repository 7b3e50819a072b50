package example.store

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** An event as a table has it. */
final case class Row(
    offset: Long,
    stream: String,
    version: Long,
    at: Instant,
    tags: Set[String],
    key: Option[UUID],
    schema: Schema,
    payload: Vector[Byte],
    kind: Option[String]
)
