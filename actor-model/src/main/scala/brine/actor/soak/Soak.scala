package brine.actor.soak

import java.util.logging.{Level, Logger}

/** Runs storm after storm until a bound is reached: random spawns, stops, failures, restarts, timers, asks, stashes,
  * suspensions and full mailboxes on real threads. After each storm the books must balance: sent = handled + dead
  * letters + refused.
  *
  * {{{
  * ./brine test --soak 60m
  * }}}
  */
object Soak:
  private final val PrintNanos = 10_000_000_000L

  /** How long a soak runs. */
  enum Bound:
    case Seconds(count: Long)
    case Storms(count: Long)

    private[soak] def isReached(storms: Long, nanos: Long): Boolean = this match
      case Seconds(count) => nanos >= count * 1_000_000_000L
      case Storms(count)  => storms >= count

    override def toString: String = this match
      case Seconds(count) => s"$count s"
      case Storms(count)  => s"$count storms"

  /** @param arguments
    *   `--seconds N`, `--seed S`; both optional
    */
  def main(arguments: Array[String]): Unit =
    val options = arguments.toList.grouped(2).collect { case List(name, value) => name -> value }.toMap
    val seconds = options.get("--seconds").map(_.toLong).getOrElse(60L)
    val seed    = options.get("--seed").map(_.toLong).getOrElse(System.nanoTime())
    System.exit(if run(Bound.Seconds(seconds), seed, println) then 0 else 1)

  /** True if nothing was wrong. */
  def run(bound: Bound, seed: Long, print: String => Unit): Boolean =
    val logger = Logger.getLogger("brine.actor")
    val before = logger.getLevel
    logger.setLevel(Level.OFF) // thousands of failures, each on purpose
    try storms(bound, seed, print)
    finally logger.setLevel(before)

  private def storms(bound: Bound, seed: Long, print: String => Unit): Boolean =
    val began    = System.nanoTime()
    val totals   = Totals()
    var printed  = began
    var problems = List.empty[String]
    var storm    = 0L
    print(s"soak: $bound, seed $seed")
    while problems.isEmpty && !bound.isReached(storm, System.nanoTime() - began) do
      val stormSeed = seed + storm
      val current   = Storm(stormSeed, messages = 20000)
      problems = current.run().map(problem => s"storm with seed $stormSeed: $problem")
      totals.add(current.ledger)
      storm += 1
      if System.nanoTime() - printed > PrintNanos then
        printed = System.nanoTime()
        print(s"soak: ${(printed - began) / 1_000_000_000L} s, $totals")
    problems.foreach(problem => print(s"soak: $problem"))
    print(
      s"soak: ${if problems.isEmpty then "passed" else "FAILED"} after ${(System.nanoTime() - began) / 1_000_000_000L} s, $totals"
    )
    problems.isEmpty

/** The sums of all storms. */
private final class Totals:
  private var storms                       = 0L
  private var sent, handled, dead, refused = 0L
  private var actors, asked, ticks, waited = 0L

  def add(ledger: Ledger): Unit =
    storms += 1
    sent += ledger.sent.sum
    handled += ledger.handled.sum
    dead += ledger.dead.sum
    refused += ledger.refused.sum
    actors += ledger.spawned.sum
    asked += ledger.asked.sum
    ticks += ledger.ticks.sum
    waited += ledger.suspended.sum

  override def toString: String =
    s"$storms storms: $sent sent = $handled handled + $dead dead + $refused refused; $actors actors, $asked asked, $ticks timers, $waited times suspended"
