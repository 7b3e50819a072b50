package brine.jdbc.internal.appending

import brine.journal.EncodedEvents
import java.util.UUID

/** An event that a transaction inserts. */
private[jdbc] final class NewEvent(
    val seq: Long,
    val part: EncodedEvents,
    val payload: Array[Byte],
    val kind: Option[String],
    val version: Long,
    val micros: Long,
    val isDeletion: Boolean
):
  /** Of the first event of an append with a key. */
  var key: Option[UUID]   = None
  var appendLast: Long    = 0
  var appendVersion: Long = 0
