package brine.entity.testkit

/** A run that has violated something.
  *
  * @param kept
  *   its commands, by client and number
  * @param choices
  *   what was decided in it
  * @param steps
  *   how many it took
  * @param commands
  *   its commands, for the message
  * @param trace
  *   what has happened, a line each
  */
private[testkit] final class FailedRun(
    val kept: Vector[(Int, Int)],
    val choices: Vector[Int],
    val problem: SimulationProblem,
    val steps: Int,
    val commands: Vector[String],
    val trace: Vector[String]
):
  /** Fewer commands, then fewer choices that are not the quiet ones, then fewer steps. */
  def isSmallerThan(other: FailedRun): Boolean = Ordering[(Int, Int, Int, Int)].lt(cost, other.cost)

  private def cost = (kept.size, choices.count(_ != 0), choices.size, steps)
