package brine.journal.file

import brine.codec.Schema
import brine.journal.index.Places

/** Index of a segment, for reading it in part: its dictionary, and where its streams, tags, keys and times are. Safe
  * for use by several threads.
  */
private[journal] trait IndexedSegment:
  /** Salt of the file that the index describes. Compaction makes another file of the segment. */
  def salt: Long

  def streamName(number: Int): String

  /** The stream's version before the segment. */
  def versionBefore(number: Int): Long
  def schema(number: Int): Schema
  def tag(number: Int): String

  /** Number of a stream; -1 if it has no events in the segment. */
  def streamNumber(name: String): Int

  /** Version after the stream's last event in the segment; -1 if it has none. */
  def lastVersion(name: String): Long

  /** Offsets of the units with events of a stream, in order. */
  def streamUnits(name: String): Array[Long]

  /** Offsets of the units with events with a tag, in order. */
  def tagUnits(tag: String): Array[Long]

  /** The units with events of a stream, from this offset on. */
  def unitsOfStream(name: String, from: Long): UnitCursor = UnitCursor.of(streamNumber(name), streamUnits(name), from)

  /** The units with events with a tag, from this offset on. */
  def unitsOfTag(tag: String, from: Long): UnitCursor = UnitCursor.of(-1, tagUnits(tag), from)

  /** Closes its files. The index stays usable: from now on it opens them for each page that it reads. */
  def release(): Unit = ()

  /** The places of a stream's events; null if only their units are known. */
  def streamPlaces(name: String): Places | Null = null

  /** The places of events with a tag; null if only their units are known. */
  def tagPlaces(tag: String): Places | Null = null

  /** Whether the index is of an earlier format and a later one knows more. */
  def isOutdated: Boolean = false

  /** The hashes of all streams, tags or keys, sorted, unsigned.
    *
    * @param table
    *   one of [[brine.journal.index.MergedFormat]]
    */
  def hashes(table: Int): Array[Long]

  /** Offset of a unit at or before the one that contains the event after this sequence. */
  def offsetBefore(sequence: Long): Long

  /** Offset of a unit at or before the one that contains the first event at this time or later, in microseconds since
    * 1970.
    */
  def offsetAt(time: Long): Long

  /** The append with an idempotency key; null if the segment has none. */
  def key(high: Long, low: Long): KeyedAppend | Null
