package brine.journal.index

/** The entry of a stream or tag in a segment's index.
  *
  * @param name
  *   name of the stream or tag
  * @param number
  *   number that stands for the name in this segment
  * @param versionBefore
  *   version of the stream's last event before the segment; 0 for a tag, like all fields but the offsets
  * @param firstVersion
  *   version of its first event in the segment
  * @param lastVersion
  *   version of its last event in the segment; the version before the segment if it has none
  * @param firstSequence
  *   sequence of its first event in the segment
  * @param lastSequence
  *   sequence of its last event in the segment
  * @param offsets
  *   offsets of the units that contain its events, in order
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
  /** Whether the segment has events of the stream, and not only its definition. */
  def hasEvents: Boolean = lastVersion > versionBefore
