package brine.lab.plan

/** How long the JVMs of a start are warmed and measured.
  *
  * @param rounds
  *   turns of each contender in each case
  * @param turnMillis
  *   length of a turn
  * @param leastWarmUp
  *   milliseconds of warm-up of each case, even if it is steady before
  * @param mostWarmUp
  *   milliseconds after which a case that is not steady is given up
  * @param silence
  *   seconds after which a silent child counts as hung
  * @param lookMillis
  *   length of a look at the machine's limits, before and after each turn; 0 for a study without limits
  * @param opening
  *   seconds that a contender takes to start and to end, on average
  */
final case class TurnTimes(
    rounds: Int = 10,
    turnMillis: Int = 25,
    leastWarmUp: Int = 500,
    mostWarmUp: Int = 5000,
    silence: Int = 60,
    lookMillis: Int = 0,
    opening: Double = 0.4
):
  /** Seconds that a start is expected to take.
    *
    * @param turns
    *   number of different turns, over all contenders
    */
  def seconds(turns: Int, contenders: Int): Double =
    // A turn has its lead-in. Two children warm up at a time, and a case takes less than twice its least warm-up.
    turns * (rounds * (turnMillis + lookMillis + 5) / 1000.0 + 0.8 * leastWarmUp / 1000.0) + contenders * opening
