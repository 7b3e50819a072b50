package brine.actor.testkit.internal

import brine.actor.testkit.*
import scala.util.control.NonFatal

/** What became of one run. */
private[testkit] final class Run(
    val failure: Option[Throwable],
    val abandoned: Boolean,
    val choices: Vector[Int],
    val trace: Vector[TraceEntry],
    val steps: Long
)

private[testkit] object Runs:
  def run(scheduler: Scheduler, schedule: Schedule, settings: TestSettings, program: TestSystem => Unit): Run =
    val system    = TestSystem.start(schedule, settings, scheduler)
    var abandoned = false
    val failure   =
      try
        program(system)
        system.finish()
        None
      catch
        case RunAbandoned =>
          abandoned = true
          None
        case NonFatal(thrown) => Some(thrown)
    Run(failure, abandoned, system.choiceIndexes, system.trace, system.stepsTaken)

  /** The choices without those at the end that would be made anyway. */
  def trimmed(choices: Vector[Int]): Vector[Int] = choices.take(choices.lastIndexWhere(_ != 0) + 1)
