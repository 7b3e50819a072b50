package brine.journal.format

/** A running digest of a segment's frames: FNV-1a over their checks. It shows at the segment's end if a frame is
  * missing, repeated, or replaced by a valid one from elsewhere.
  */
private[journal] object Digest:
  inline val Start = 0xcbf29ce484222325L

  def step(digest: Long, check: Int): Long = (digest ^ (check & 0xffffffffL)) * 0x100000001b3L
