package brine.journal.appending

import brine.journal.format.{SegmentEnd, Watermark}

/** The journal's files, for the writer. */
private[journal] trait SegmentSource:
  /** Begins the next segment. Its header and name are durable when this returns. Null if there is no space for it now.
    *
    * @param end
    *   end of the segment before
    * @param time
    *   time of the last record
    * @param needed
    *   the least length of the file
    */
  def beginNext(previous: ActiveSegment, end: SegmentEnd, time: Long, needed: Long): ActiveSegment | Null

  /** Begins a segment in place of one that has no records, with a file of at least this length. Null if there is no
    * space for it now.
    */
  def beginLarger(empty: ActiveSegment, time: Long, needed: Long): ActiveSegment | Null

  /** Starts preparing the next segment, which will be needed soon. */
  def prepareNext(current: ActiveSegment): Unit

  /** Checks that the journal's files are still its own.
    *
    * @throws Fence.Fenced
    *   if they are not
    */
  def checkOwner(): Unit

  /** Whether they are known not to be. */
  def isFenced: Boolean

  /** Why [[beginNext]] returned null. */
  def problem: String

  /** Notes that a segment has ended and another has begun.
    *
    * @param hasKeys
    *   whether it, or one shortly before it, has idempotency keys
    */
  def ended(segment: ActiveSegment, lastSequence: Long, hasKeys: Boolean): Unit

  /** Whether the manifest says that everything up to this sequence is durable. */
  def isMarked(sequence: Long): Boolean

  /** Writes this watermark to the manifest, soon. */
  def mark(watermark: Watermark): Unit
