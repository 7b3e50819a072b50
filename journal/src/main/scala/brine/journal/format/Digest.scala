package brine.journal.format

/** A running digest of a segment's frames: FNV-1a over their checks, so that a frame that is missing, repeated or replaced by a valid one of
  * elsewhere shows at the segment's end.
  */
private[journal] object Digest:
  inline val Start = 0xcbf29ce484222325L

  def step(digest: Long, check: Int): Long = (digest ^ (check & 0xffffffffL)) * 0x100000001b3L
