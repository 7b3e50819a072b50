package brine.journal.index

/** Walks the offsets of the units that a segment's index lists for a stream or tag, in order. In the current segment,
  * new units show up as they become durable. Owned by one thread.
  */
private[journal] trait UnitCursor:
  /** Number of the stream or tag in the segment; -1 if it is not known to be there. */
  def number: Int

  /** The offset of the next unit; -1 if there is none now. */
  def next(): Long

private[journal] object UnitCursor:
  /** Walks the offsets, from this one on. */
  def of(number: Int, offsets: Array[Long], from: Long): UnitCursor = Listed(number, offsets, from)

  private final class Listed(val number: Int, offsets: Array[Long], from: Long) extends UnitCursor:
    private var at =
      val place = java.util.Arrays.binarySearch(offsets, from)
      if place < 0 then -place - 1 else place

    def next(): Long =
      if at == offsets.length then -1
      else
        at += 1
        offsets(at - 1)
