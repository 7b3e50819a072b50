package brine.jdbc

import java.util.UUID

/** A row of an [[EventTable]].
  *
  * @param id
  *   its key
  * @param timestamp
  *   its time, in the unit of the program that writes the table, which is often milliseconds
  * @param eventType
  *   a number of the program for the type of the event
  * @param digest
  *   the event as the program encodes it. Nobody changes it
  */
final class EventRow(val id: UUID, val timestamp: Long, val eventType: Int, val digest: Array[Byte]):
  /** Whether the other one is a row with the same values and bytes. */
  override def equals(other: Any): Boolean = other match
    case row: EventRow =>
      id == row.id && timestamp == row.timestamp && eventType == row.eventType &&
      java.util.Arrays.equals(digest, row.digest)
    case _ => false

  override def hashCode: Int = id.hashCode

  override def toString: String = s"event $id of type $eventType at $timestamp, ${digest.length} bytes"
