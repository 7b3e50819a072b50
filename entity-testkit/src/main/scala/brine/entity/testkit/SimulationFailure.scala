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

/** What a [[Simulation]] did, without finding anything.
  *
  * @param runs
  *   number of runs
  * @param commands
  *   number of commands that were sent, those that were sent again not counted
  * @param processes
  *   number of processes, each until a power cut or until its entities were closed
  * @param faults
  *   how often something went wrong otherwise
  * @param steps
  *   number of steps
  * @param isComplete
  *   of an exploration: whether every way was tried
  */
final case class SimulationReport(
    runs: Int,
    commands: Long,
    processes: Long,
    faults: Long,
    steps: Long,
    isComplete: Boolean
)

/** What happened in one run of a [[Simulation]].
  *
  * @param trace
  *   a line for each event
  * @param choices
  *   what was decided, where there was more than one way
  */
final case class SimulatedHistory(seed: Long, trace: Vector[String], choices: Vector[Int])
