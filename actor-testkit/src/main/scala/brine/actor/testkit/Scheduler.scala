package brine.actor.testkit

import brine.actor.testkit.internal.Footprint
import scala.collection.mutable
import scala.util.Random

/** The state of a schedule in one run. Called before each step, and at each named choice. */
private[testkit] trait Scheduler:
  /** Returns an index, or [[Scheduler.Abandon]]. */
  def choose(point: ChoicePoint): Int

  /** Reports what the chosen step did. */
  def stepped(footprint: Footprint): Unit = ()

private[testkit] object Scheduler:
  /** Returned in place of an index: the rest of this run would repeat another run. */
  final val Abandon = -1

private[testkit] object OldestFirst extends Scheduler:
  def choose(point: ChoicePoint): Int = point.oldest

private[testkit] final class RandomScheduler(seed: Long) extends Scheduler:
  private val random                  = Random(seed)
  def choose(point: ChoicePoint): Int = if point.size == 1 then 0 else random.nextInt(point.size)

private[testkit] final class ReplayScheduler(choices: Vector[Int]) extends Scheduler:
  private var next = 0

  def choose(point: ChoicePoint): Int =
    if point.size == 1 then 0
    else
      val wanted = if next < choices.size then choices(next) else 0
      next += 1
      if wanted < point.size then wanted else 0

private[testkit] final class CustomScheduler(function: ChoicePoint => Int) extends Scheduler:
  def choose(point: ChoicePoint): Int =
    val index = function(point)
    if index < 0 || index >= point.size then
      throw IndexOutOfBoundsException(s"the schedule chose $index where there are ${point.size} ways")
    index

/** Probabilistic concurrency testing: see [[brine.actor.testkit.Schedule.Pct]]. */
private[testkit] final class PriorityScheduler(seed: Long, depth: Int, steps: Int) extends Scheduler:
  require(depth >= 1, s"a depth of $depth: it must be at least 1")
  require(steps >= 1, s"$steps steps: there must be at least 1")
  private val random     = Random(seed)
  private val priorities = mutable.HashMap[String, Double]()
  private val changes    = Array.fill(depth - 1)(random.nextInt(steps))
  private var step       = 0

  def choose(point: ChoicePoint): Int =
    if point.name.isDefined then random.nextInt(point.size)
    else
      var best = highest(point)
      for change <- changes.indices if changes(change) == step do
        // Below all drawn priorities, and different for each change.
        priorities(point.key(best)) = (depth - change).toDouble / (depth + 1)
        best = highest(point)
      step += 1
      best

  private def highest(point: ChoicePoint): Int =
    (0 until point.size).maxBy(index => priorities.getOrElseUpdate(point.key(index), 1 + random.nextDouble()))
