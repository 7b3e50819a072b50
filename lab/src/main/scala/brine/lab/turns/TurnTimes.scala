package brine.lab.turns

/** How long a start of a study lasts.
  *
  * @param rounds
  *   turns of each contender in each cell
  * @param turnMillis
  *   length of a turn
  * @param leastWarmUp
  *   milliseconds of warm-up of each cell, even if it is steady before
  * @param mostWarmUp
  *   milliseconds after which a cell that is not steady is given up
  * @param silence
  *   seconds after which a silent child counts as hung
  */
final case class TurnTimes(rounds: Int, turnMillis: Int, leastWarmUp: Int, mostWarmUp: Int, silence: Int = 60)
