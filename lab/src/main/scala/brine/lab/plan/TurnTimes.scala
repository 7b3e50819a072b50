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
  * @param mostTogether
  *   milliseconds after which a JVM with few cases gives up those that are not steady: their common code takes as long
  *   to compile as that of many
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
    mostTogether: Int = 0,
    silence: Int = 60,
    lookMillis: Int = 0,
    opening: Double = 0.4
):
  /** Milliseconds of warm-up that each case gets at least in a JVM with this number of cases, which share code. */
  def leastWarmUpOf(cases: Int): Int = if cases < TurnTimes.many then leastWarmUp else leastWarmUp * 3 / 5

  /** Milliseconds after which a case that is not steady is given up, in a JVM with this number of cases. */
  def mostWarmUpOf(cases: Int): Int = mostWarmUp.max(mostTogether / cases.max(1))

  /** Seconds that a start is expected to take.
    *
    * @param turns
    *   number of different turns, over all contenders
    */
  def seconds(turns: Int, contenders: Int): Double =
    val warmUp = leastWarmUpOf(turns / contenders.max(1)) / 1000.0
    // A turn has its lead-in. Two children warm up at a time, and a case takes about twice its least warm-up.
    turns * (rounds * (turnMillis + lookMillis + 5) / 1000.0 + warmUp) + contenders * opening

object TurnTimes:
  /** A JVM with this number of cases has warmed their common code before any of them has had its own time. */
  private val many = 8
