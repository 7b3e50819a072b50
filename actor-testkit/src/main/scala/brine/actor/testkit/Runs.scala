package brine.actor.testkit

import scala.util.control.NonFatal

/** The result of one run. */
private[testkit] final class Run(
    val failure: Option[Throwable],
    val abandoned: Boolean,
    val choices: Vector[Int],
    val trace: Vector[TraceEntry],
    val plan: Plan,
    val steps: Long
):
  /** Whether it has fewer context switches, then fewer steps, then a shorter list of choices. */
  def isSmallerThan(other: Run): Boolean = Ordering[(Int, Long, Int, Int)].lt(cost, other.cost)

  private def cost: (Int, Long, Int, Int) =
    val trimmed = Runs.trimmed(choices)
    (trimmed.count(_ != 0), steps, trimmed.size, trimmed.sum)

private[testkit] object Runs:
  def run(scheduler: Scheduler, schedule: Schedule, settings: TestSettings, program: TestSystem => Unit): Run =
    val system    = TestSystem.start(schedule, settings, scheduler, explored = true)
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
    Run(failure, abandoned, system.choiceIndexes, system.trace, system.engine.recorder.plan, system.stepsTaken)

  /** The choices without those at the end that are the default. */
  def trimmed(choices: Vector[Int]): Vector[Int] = choices.take(choices.lastIndexWhere(_ != 0) + 1)
