package brine.journal.index

import brine.codec.Schema
import scala.annotation.unused

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

  /** Number of a tag; -1 if no event in the segment has it. */
  def tagNumber(tag: String): Int

  /** Offsets of the units with events of a stream, in order. */
  def streamUnits(name: String): Array[Long]

  /** Offsets of the units with events with a tag, in order. */
  def tagUnits(tag: String): Array[Long]

  /** About how many units have events with a tag: which tag of several to walk. */
  def unitCountOfTag(tag: String): Int = tagUnits(tag).length

  /** The units with events of a stream, from this offset on. */
  def unitsOfStream(name: String, from: Long): UnitCursor = UnitCursor.of(streamNumber(name), streamUnits(name), from)

  /** The offset of a unit of a stream, near the last one for which a condition holds and not after it; 0 if none.
    * Once the condition does not hold, it must not hold for later units.
    */
  def unitOfStream(@unused name: String)(@unused holds: Long => Boolean): Long = 0

  /** The units with events with a tag, from this offset on. */
  def unitsOfTag(tag: String, from: Long): UnitCursor = UnitCursor.of(-1, tagUnits(tag), from)

  /** Begins a use of several calls, during which its files stay open, also if the segment is deleted. */
  def beginUse(): Unit = ()
  def endUse(): Unit   = ()

  /** Closes its files once all uses have ended, since the segment was deleted or replaced. Returns whether they are
    * closed.
    */
  def retire(): Boolean = true

  /** Closes its files. The index stays usable: from now on it opens them for each page that it reads. */
  def release(): Unit = ()

  /** The places of a stream's events; null if only their units are known. */
  def streamPlaces(name: String): Places | Null = null

  /** The places of events with a tag; null if only their units are known. */
  def tagPlaces(tag: String): Places | Null = null

  /** The places that may have events of a stream, if it is not null, with all of these tags; null if only units are
    * known. There is a stream or a tag. The first tag should be the rarest one.
    */
  def placesOf(stream: String | Null, tags: Vector[String]): Places | Null =
    if stream != null then streamPlaces(stream) else tagPlaces(tags.head)

  /** What readers remember of units whose places are not in an index; null if nothing. */
  def knownUnits: KnownUnits | Null = null

  /** Whether the index is of an earlier format and a later one knows more. */
  def isOutdated: Boolean = false

  /** How many streams, tags or keys it has.
    *
    * @param table
    *   one of [[brine.journal.index.MergedFormat]]
    */
  def nameCount(table: Int): Int

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
