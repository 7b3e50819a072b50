package brine.actor.testkit

/** Makes a failing list of choices smaller while it still fails: fewer choices other than the first option, then fewer
  * steps, then a shorter list.
  *
  * Source: A. Zeller, R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE TSE 28(2), 2002 (delta
  * debugging).
  *
  * @param attempt
  *   runs the program with a list of choices; none if it does not fail in the same way
  * @param most
  *   maximum number of runs
  */
private[testkit] final class Minimiser(attempt: Vector[Int] => Option[Run], most: Int):
  private var runs = 0

  def minimise(failing: Run): Run =
    var best     = failing
    var improved = true
    while improved && runs < most do
      val before = best
      best = reduce(best, without)
      best = reduce(best, zeroed)
      best = lower(best)
      improved = best ne before
    best

  def attempts: Int = runs

  private def better(candidate: Vector[Int], than: Run): Option[Run] =
    if runs >= most then None
    else
      runs += 1
      attempt(candidate).filter(_.isSmallerThan(than))

  private def without(choices: Vector[Int], from: Int, until: Int): Vector[Int] = choices.patch(from, Nil, until - from)
  private def zeroed(choices: Vector[Int], from: Int, until: Int): Vector[Int]  =
    choices.patch(from, Vector.fill(until - from)(0), until - from)

  /** Changes smaller and smaller parts of the list. */
  private def reduce(run: Run, change: (Vector[Int], Int, Int) => Vector[Int]): Run =
    var best  = run
    var width = Math.max(1, Runs.trimmed(best.choices).size)
    while width >= 1 do
      var from = 0
      while from < Runs.trimmed(best.choices).size do
        val choices = Runs.trimmed(best.choices)
        better(change(choices, from, Math.min(from + width, choices.size)), best) match
          case Some(found) => best = found
          case None        => from += width
      width /= 2
    best

  private def lower(run: Run): Run =
    var best  = run
    var index = 0
    while index < Runs.trimmed(best.choices).size do
      val choices = Runs.trimmed(best.choices)
      (0 until choices(index)).iterator.map(smaller => better(choices.updated(index, smaller), best)).collectFirst {
        case Some(found) =>
          found
      } match
        case Some(found) => best = found
        case None        => index += 1
    best
