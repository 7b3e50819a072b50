package brine.journal.index

/** What a segment has of a stream.
  *
  * @param number
  *   that its events have instead of its name
  * @param versionBefore
  *   of its last event before the segment; 0, as everything else but the offsets, for a tag
  * @param firstVersion
  *   of its first event in the segment
  * @param lastVersion
  *   of its last one; that before the segment if it has none
  * @param firstSequence
  *   of its first event in the segment
  * @param lastSequence
  *   of its last one
  * @param offsets
  *   where the units start that have events of it, in order
  */
private[journal] final case class StreamEntry(
    name: String,
    number: Int,
    versionBefore: Long,
    firstVersion: Long,
    lastVersion: Long,
    firstSequence: Long,
    lastSequence: Long,
    offsets: Array[Long]
):
  /** Whether the segment has events of it, and not its definition alone. */
  def hasEvents: Boolean = lastVersion > versionBefore
