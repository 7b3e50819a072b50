package brine.entity.testkit

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
