package brine.journal

import java.util.function.Predicate

/** Selects what compaction removes: of each selected stream, all records but the last one, up to an offset. Of streams
  * that were deleted, it removes the records before the deletion, whether they are selected or not.
  *
  * {{{
  * CompactionRules(_.startsWith("position-"))                                       // Scala
  * CompactionRules.defaults().withStreams(name -> name.startsWith("position-")) // Java
  * }}}
  *
  * Do not select a stream whose state is the fold of its events, unless a snapshot holds that state.
  *
  * @param streams
  *   selects streams by name; all by default
  * @param upTo
  *   segments with records after this offset are not compacted, and their records do not make earlier ones superfluous
  * @param leastGain
  *   smallest part of its bytes, from 0 to 1, that a segment must lose; otherwise it is not rewritten
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the rule and the value
  */
final case class CompactionRules(
    streams: Predicate[String] = _ => true,
    upTo: Offset = Offset(Long.MaxValue),
    leastGain: Double = 0.1
):
  // Java sees offsets as plain numbers.
  require(upTo.sequence >= 0, s"upTo is ${upTo.sequence}: an offset must not be negative")
  require(leastGain >= 0 && leastGain <= 1, s"leastGain is $leastGain: it must be from 0 to 1")

  /** Returns the rules with this selection of [[streams]]. */
  def withStreams(streams: Predicate[String]): CompactionRules = copy(streams = streams)

  /** Returns the rules with this [[upTo]]. */
  def withUpTo(upTo: Offset): CompactionRules = copy(upTo = upTo)

  /** Returns the rules with this [[leastGain]]. */
  def withLeastGain(leastGain: Double): CompactionRules = copy(leastGain = leastGain)

object CompactionRules:
  /** Rules that select all streams. */
  val defaults: CompactionRules = CompactionRules()

  /** Rules that select no stream: only what is before the deletion of a stream is removed. */
  val deletions: CompactionRules = CompactionRules(_ => false)
