package brine.entity.testkit

/** A run that has violated something. */
private[testkit] final class FailedRun(
    val kept: Vector[(Int, Int)],
    val choices: Vector[Int],
    val problem: SimulationProblem,
    val run: SimulatedRun
):
  /** Fewer commands, then fewer choices that are not the quiet ones, then fewer steps. */
  def isSmallerThan(other: FailedRun): Boolean = Ordering[(Int, Int, Int, Int)].lt(cost, other.cost)

  private def cost = (kept.size, choices.count(_ != 0), choices.size, run.steps)

/** Makes a failing run smaller while it violates the same: fewer commands, then fewer faults and changes of order.
  *
  * @param attempt
  *   runs with these commands and choices; None if it does not violate the same
  * @param most
  *   number of runs, at most
  */
private[testkit] final class Shrinking(attempt: (Vector[(Int, Int)], Choices) => Option[FailedRun], most: Int):
  import Shrinking.*
  private var runs = 0

  def smallest(failed: FailedRun): FailedRun =
    var best     = failed
    var improved = true
    while improved && runs < most do
      val before = best
      best = fewerCommands(best)
      best = reduce(best)((choices, from, until) => choices.patch(from, Nil, until - from))
      best = reduce(best)((choices, from, until) => choices.patch(from, Vector.fill(until - from)(0), until - from))
      improved = best ne before
    best

  private def better(than: FailedRun, kept: Vector[(Int, Int)], choices: Choices): Option[FailedRun] =
    if runs >= most then None
    else
      runs += 1
      attempt(kept, choices).filter(_.isSmallerThan(than))

  private def fewerCommands(failed: FailedRun): FailedRun =
    var best  = failed
    var width = math.max(1, best.kept.size / 2)
    while width >= 1 do
      var from = 0
      while from < best.kept.size do
        val fewer = best.kept.patch(from, Nil, width)
        // What was chosen means something else without the commands, so that others may fit better.
        val tries = Iterator(Choices.Replay(best.choices)) ++ (1L to OtherOrders).iterator.map(Choices.Random(_))
        val found = if fewer.isEmpty then None else tries.flatMap(better(best, fewer, _)).nextOption()
        found match
          case Some(smaller) => best = smaller
          case None          => from += width
      width /= 2
    best

  private def reduce(failed: FailedRun)(change: (Vector[Int], Int, Int) => Vector[Int]): FailedRun =
    var best  = failed
    var width = math.max(1, best.choices.size / 2)
    while width >= 1 do
      var from = 0
      while from < best.choices.size do
        val until = math.min(from + width, best.choices.size)
        better(best, best.kept, Choices.Replay(change(best.choices, from, until))) match
          case Some(smaller) => best = smaller
          case None          => from += width
      width /= 2
    best

private[testkit] object Shrinking:
  private inline val OtherOrders = 10L
