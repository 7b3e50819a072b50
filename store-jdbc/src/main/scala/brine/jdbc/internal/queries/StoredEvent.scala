package brine.jdbc.internal.queries

import brine.codec.Schema
import java.util.UUID

/** An event as it is read. */
private[jdbc] final class StoredEvent(
    val seq: Long,
    val stream: String,
    val version: Long,
    val micros: Long,
    val tags: Set[String],
    val key: Option[UUID],
    val keyEvents: Int,
    val schema: Schema,
    val payload: Array[Byte]
):
  def kind: Option[String] = schema.cases.name(payload)
