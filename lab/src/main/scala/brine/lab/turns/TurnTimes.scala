package brine.lab.turns

/** How long the JVMs of a start are warmed and measured.
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
final case class TurnTimes(
    rounds: Int = 10,
    turnMillis: Int = 25,
    leastWarmUp: Int = 500,
    mostWarmUp: Int = 5000,
    silence: Int = 60
):
  /** Seconds that a start with this number of cells, over all contenders, is expected to take. */
  def seconds(cells: Int, contenders: Int): Double =
    // A turn has its lead-in. Two children warm up at a time, and a case takes less than twice its least warm-up.
    cells * (rounds * (turnMillis + 5) / 1000.0 + 0.8 * leastWarmUp / 1000.0) + contenders * 0.4
