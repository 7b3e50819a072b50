package brine.journal.file

import brine.codec.Schema

/** What is known of a segment without reading it through: its dictionary, and where what is. Safe for use by several threads. */
private[journal] trait IndexedSegment:
  /** The salt of the file that it was made of: compaction makes another file of the segment. */
  def salt: Long

  def streamName(number: Int): String

  /** The stream's version before the segment. */
  def versionBefore(number: Int): Long
  def schema(number: Int): Schema
  def tag(number: Int): String

  /** Number of a stream; -1 if it has no events here. */
  def streamNumber(name: String): Int

  /** Version after the stream's last event here; -1 if it has none. */
  def lastVersion(name: String): Long

  /** Offsets of the units with events of a stream, in order. */
  def streamUnits(name: String): Array[Long]

  /** Offsets of the units with events with a tag, in order. */
  def tagUnits(tag: String): Array[Long]

  /** Offset of a unit from which on the event after this sequence is found. */
  def offsetBefore(sequence: Long): Long

  /** Offset of a unit from which on the first event at or after this time, in microseconds since 1970, is found. */
  def offsetAt(time: Long): Long

  /** The append with an idempotency key; null if there is none here. */
  def key(high: Long, low: Long): KeyedAppend | Null
