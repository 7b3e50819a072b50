package brine.journal.reading

import brine.journal.index.IndexedSegment

/** The index that a reader uses now. Its files stay open meanwhile, also if the segment is deleted. Owned by one thread
  * at a time.
  */
private[reading] final class IndexInUse extends AutoCloseable:
  private var index: IndexedSegment | Null = null
  // Whether a use of the index has begun and not ended.
  private var isUsed = false

  /** The index; it can be asked after [[close]], too. There must have been one. */
  def apply(): IndexedSegment = index.nn

  def is(other: IndexedSegment): Boolean = index eq other

  /** Continues by another index. */
  def take(other: IndexedSegment): Unit =
    other.beginUse()
    close()
    index = other
    isUsed = true

  /** Ends the use. */
  def close(): Unit =
    if isUsed then
      isUsed = false
      index.nn.endUse()
