package brine.journal

/** What compaction may leave out: of the streams named, all records but the last one of those that have ended up to an offset.
  *
  * Streams whose state is the fold of their events must not be named, unless a snapshot holds it.
  *
  * @param streams
  *   whether a stream is compacted
  * @param upTo
  *   segments with later records stay as they are, and what is in them replaces nothing
  * @param leastGain
  *   a segment stays as it is unless it loses this part of its bytes, 0 to 1
  */
final case class CompactionRules(
    streams: String => Boolean = _ => true,
    upTo: Offset = Offset(Long.MaxValue),
    leastGain: Double = 0.1
):
  require(leastGain >= 0 && leastGain <= 1, s"the least gain is a part from 0 to 1, not $leastGain")
