package brine.entity.testkit

/** What happened in one run of a [[Simulation]].
  *
  * @param trace
  *   a line for each event
  * @param choices
  *   what was decided, where there was more than one way
  */
final case class SimulatedHistory(seed: Long, trace: Vector[String], choices: Vector[Int])
