package brine.lab.turns

import brine.lab.statistics.TurnRatio

/** What a run measures in turns.
  *
  * @param starts
  *   starts of each group
  * @param isOpen
  *   whether groups whose first places are undecided get further starts while there is time
  */
final case class TurnPlan(
    groups: List[TurnGroup],
    memory: TurnMemory,
    starts: Int = TurnRatio.enoughStarts,
    isOpen: Boolean = true
):
  /** Expected seconds of one start of a group. */
  def seconds(group: TurnGroup): Double =
    group.study.turnTimes.seconds(group.turns, group.contenders.size)

  /** Expected seconds of the starts that every group gets. */
  def seconds: Double = starts * groups.map(seconds).sum
