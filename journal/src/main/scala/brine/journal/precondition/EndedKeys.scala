package brine.journal.precondition

import brine.journal.index.KeyedAppend

/** The idempotency keys of segments that have ended, for appends. Thread-safe. */
private[journal] trait EndedKeys:
  /** The last segment whose keys the writer does not remember: lookups of keys go up to it. */
  def lastForgotten: Long

  /** An append with this key in a segment after the first of these numbers, up to the second one, which is at most
    * [[lastForgotten]]; null if there is none.
    */
  def findKey(high: Long, low: Long, afterSegment: Long, until: Long): KeyedAppend | Null
