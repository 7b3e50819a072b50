package brine.journal.testkit.internal

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** An event in memory. */
private[testkit] final class MemoryEvent(
    val stream: String,
    val version: Long,
    val at: Instant,
    val tags: Set[String],
    val key: Option[UUID],
    val keyEvents: Int,
    val schema: Schema,
    val payload: Array[Byte]
):
  val kind: Option[String] = schema.cases.name(payload)
