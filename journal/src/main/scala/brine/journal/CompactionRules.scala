package brine.journal

/** Selects what compaction removes: of each selected stream, all records but the last one, up to an offset.
  *
  * Do not select a stream whose state is the fold of its events, unless a snapshot holds that state.
  *
  * @param streams
  *   selects streams by name
  * @param upTo
  *   segments with records after this offset are not compacted, and their records do not make earlier ones superfluous
  * @param leastGain
  *   smallest part of its bytes, from 0 to 1, that a segment must lose; otherwise it is not rewritten
  */
final case class CompactionRules(
    streams: String => Boolean = _ => true,
    upTo: Offset = Offset(Long.MaxValue),
    leastGain: Double = 0.1
):
  require(leastGain >= 0 && leastGain <= 1, s"leastGain must be from 0 to 1, not $leastGain")
