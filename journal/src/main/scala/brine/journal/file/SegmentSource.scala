package brine.journal.file

import brine.journal.format.{SegmentEnd, Watermark}

/** What the writer needs of the rest of the journal's files. */
private[journal] trait SegmentSource:
  /** Makes the next segment: header and name are safe when this returns. Null if there is no space for it now.
    *
    * @param end
    *   of the one before
    * @param time
    *   of the last record
    */
  def next(previous: ActiveSegment, end: SegmentEnd, time: Long): ActiveSegment | Null

  /** Has the next segment made ready, because it will soon be needed. */
  def prepareNext(): Unit

  /** Why [[next]] gave nothing. */
  def problem: String

  /** Takes note that a segment has ended and another has begun. */
  def ended(segment: ActiveSegment, lastSequence: Long): Unit

  /** The journal's folder, for errors. */
  def folder: java.nio.file.Path

  /** An append with this key in a segment after this one that the writer itself does not remember; null if there is none. */
  def findKey(high: Long, low: Long, afterSegment: Long): KeyedAppend | Null

  /** Whether the manifest says that everything up to here is safe. */
  def isMarked(sequence: Long): Boolean

  /** Has the manifest say so, soon. */
  def mark(watermark: Watermark): Unit
