package brine.entity.testkit

import scala.collection.mutable

/** Makes a failing run smaller while it violates the same: fewer commands, then fewer faults and changes of order.
  *
  * No run is executed that is known to lead to what an earlier one has led to. Some programs fail in any order, such as
  * those with a view that fails at its tenth record. Others need the order that they have, so that one must be searched
  * for fewer commands. Each search that finds nothing leaves less for later ones.
  *
  * @param attempt
  *   runs with these commands and choices
  * @param mostRuns
  *   number of runs, at most
  * @param mostSteps
  *   number of steps of all runs after which no further one begins
  */
private[testkit] final class Shrinking(
    attempt: (Vector[(Int, Int)], Choices) => Shrinking.Attempt,
    mostRuns: Int,
    mostSteps: Long
):
  import Shrinking.*
  private val known     = KnownRuns()
  private val reordered = mutable.HashSet.empty[Vector[(Int, Int)]]
  private var runs      = 0
  private var steps     = 0L
  private var orders    = FirstOrders // how many random ones may be tried

  private def mayRun = runs < mostRuns && steps < mostSteps

  /** The smallest run that is found.
    *
    * @param failed
    *   what an attempt has led to
    */
  def smallest(failed: FailedRun): FailedRun =
    // If it fails without faults, in the order in which everything became possible, all that follows is shorter.
    var best     = better(failed, failed.kept, Vector.empty).getOrElse(failed)
    var improved = true
    while improved && mayRun do
      val before = best
      best = fewerCommands(best)
      best = reduce(best)((choices, from, until) => choices.patch(from, Nil, until - from))
      best = reduce(best)((choices, from, until) => choices.patch(from, Vector.fill(until - from)(0), until - from))
      improved = best ne before
    best

  private def better(than: FailedRun, kept: Vector[(Int, Int)], choices: Vector[Int]): Option[FailedRun] =
    if known.has(kept, choices) then None else better(than, kept, Choices.Replay(choices))

  private def better(than: FailedRun, kept: Vector[(Int, Int)], choices: Choices): Option[FailedRun] =
    if !mayRun then None
    else
      runs += 1
      val tried = attempt(kept, choices)
      steps += tried.steps
      known.add(kept, choices)
      tried.failed.filter(_.isSmallerThan(than))

  private def fewerCommands(failed: FailedRun): FailedRun =
    var best  = failed
    var width = math.max(1, best.kept.size / 2)
    while width >= 1 do
      var from = 0
      while from < best.kept.size && mayRun do
        val fewer = best.kept.patch(from, Nil, width)
        val found =
          if fewer.isEmpty then None else better(best, fewer, best.choices).orElse(inOtherOrder(best, fewer))
        found match
          case Some(smaller) => best = smaller
          case None          => from += width
      width /= 2
    best

  /** What was chosen means something else without the commands, so that other choices may fit better. */
  private def inOtherOrder(best: FailedRun, fewer: Vector[(Int, Int)]): Option[FailedRun] =
    if orders <= 0 || !reordered.add(fewer) then None
    else
      val tries = (1L to OtherOrders).iterator.takeWhile(_ => orders > 0)
      val found = tries
        .flatMap: seed =>
          orders -= 1
          better(best, fewer, Choices.Random(seed))
        .nextOption()
      if found.isDefined then orders += OrdersOfSuccess
      found

  private def reduce(failed: FailedRun)(change: (Vector[Int], Int, Int) => Vector[Int]): FailedRun =
    var best  = failed
    var width = best.choices.size
    while width >= 1 do
      var from = 0
      while from < best.choices.size && mayRun do
        val until = math.min(from + width, best.choices.size)
        better(best, best.kept, change(best.choices, from, until)) match
          case Some(smaller) => best = smaller
          case None          => from += width
      width /= 2
    best

private[testkit] object Shrinking:
  private inline val OtherOrders = 10L

  // Enough for 12 searches that find nothing, and for 3 more after each that finds something.
  private inline val FirstOrders     = 120
  private inline val OrdersOfSuccess = 30

  /** What a run has led to.
    *
    * @param steps
    *   how many it took
    * @param failed
    *   itself, if it violates the same
    */
  final class Attempt(val steps: Int, val failed: Option[FailedRun])
