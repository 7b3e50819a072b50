package brine.entity.testkit

/** A run of a [[Simulation]] that has violated something, made as small as possible. The message has all of this, and
  * the code that replays it.
  *
  * @param violation
  *   what was violated
  * @param steps
  *   what to pass to [[Simulation.replay]], or to [[Simulation.follow]] after an exploration
  * @param commands
  *   the commands of the smallest run
  * @param trace
  *   what happened in it, a line each
  * @param tried
  *   number of runs until it was found
  */
final class SimulationFailure private[testkit] (
    val violation: Violation,
    val steps: String,
    val commands: Vector[String],
    val trace: Vector[String],
    val tried: Int,
    message: String,
    cause: Throwable
) extends AssertionError(message, cause)
