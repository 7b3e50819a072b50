package brine.codec.internal.evolution

import brine.codec.internal.matching.Incompatible

/** What a plan may cost: its steps and the comparisons of types are counted, because the schema may be hostile. Used by
  * one thread.
  *
  * @param room
  *   what the plan may cost in bytes of memory
  */
private[evolution] final class PlanBudget(room: Long):
  import PlanBudget.*

  private var taken    = 0
  private var compared = 0

  private val mostSteps    = math.min(MostSteps.toLong, room / StepCost)
  private val mostCompared = math.min(MostCompared.toLong, room / ComparisonCost)

  /** The steps until now. */
  def steps: Int = taken

  /** Estimate of what building the plan costs, in bytes of memory. */
  def cost: Long = PlanCost + taken.toLong * StepCost + compared.toLong * ComparisonCost

  /** Counts `work` steps.
    *
    * @throws Incompatible
    *   if there are too many
    */
  def count(work: Int): Unit =
    taken += work
    if taken > mostSteps then throw Incompatible("", s"a plan of more than $mostSteps steps")

  /** Counts a comparison of types.
    *
    * @throws Incompatible
    *   if there are too many
    */
  def countComparison(): Unit =
    compared += 1
    if compared > mostCompared then
      throw Incompatible("", s"a plan that takes more than $mostCompared comparisons of types")

private[evolution] object PlanBudget:
  /** Larger plans are refused. */
  final val MostSteps    = 1 << 16
  final val MostCompared = 1 << 22

  /** Estimates in bytes of memory: a plan as such, each step, each comparison. */
  final val PlanCost       = 8192L
  final val StepCost       = 256L
  final val ComparisonCost = 8L
