package brine.journal.tools

import brine.journal.appending.StoredEvent
import java.util.UUID
import scala.collection.mutable

/** Gathers the records of one append: those of an append with a key, or as many others of one time as are worth it. For
  * one thread.
  *
  * @param most
  *   bytes of an append without a key at most, with all that it may define, unless it is a single record
  */
private[tools] final class ImportGroup(most: Long):
  private val gathered   = mutable.ArrayBuffer.empty[StoredEvent]
  private var bytes      = 0L
  private var lastOffset = 0L
  // Offset after the records of the append with the key
  private var until   = 0L
  private var ofKey   = Option.empty[UUID]
  private var ofTime  = 0L
  private var ofFirst = 0L

  def isEmpty: Boolean            = gathered.isEmpty
  def size: Int                   = gathered.size
  def events: Vector[StoredEvent] = gathered.toVector
  def key: Option[UUID]           = ofKey

  /** Time of the records, in microseconds since 1970. */
  def time: Long = ofTime

  /** Number of the first record, for errors. */
  def at: Long = ofFirst

  /** Whether it has events of a stream. */
  def has(stream: String): Boolean = gathered.exists(_.stream == stream)

  /** Whether records of the append with the key may be missing. */
  def isTorn: Boolean = ofKey.isDefined && lastOffset + 1 < until

  /** Whether a record with this offset is of the append with the key. */
  def isOfKey(offset: Long): Boolean = ofKey.isDefined && offset > lastOffset && offset < until

  /** Whether the record belongs to the append. It must be the next one of its stream. */
  def takes(exported: ExportedRecord, event: StoredEvent, time: Long): Boolean =
    !isEmpty && time == ofTime && exported.record.key.isEmpty && {
      if ofKey.isDefined then isOfKey(exported.record.offset.sequence)
      else size < ImportGroup.MostEvents && bytes + bytesOf(event) <= most
    }

  /** Adds a record, or begins with it.
    *
    * @param number
    *   its number, for errors
    */
  def add(exported: ExportedRecord, event: StoredEvent, time: Long, number: Long): Unit =
    lastOffset = exported.record.offset.sequence
    if isEmpty then
      ofKey = exported.record.key
      until = lastOffset + math.max(exported.keyEvents, 1)
      ofTime = time
      ofFirst = number
    bytes += bytesOf(event)
    gathered += event

  private def bytesOf(event: StoredEvent): Long =
    event.mostBytes(isFirst = !gathered.lastOption.exists(event.continues))

  /** Begins the next append. */
  def clear(): Unit =
    gathered.clear()
    bytes = 0
    ofKey = None

private object ImportGroup:
  private inline val MostEvents = 1000
