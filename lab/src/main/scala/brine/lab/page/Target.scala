package brine.lab.page

/** One goal of Brine and its verdict.
  *
  * @param met
  *   none if this run cannot tell
  * @param missedBy
  *   where and by how much, or why the run cannot tell
  */
final case class Target(name: String, goal: String, measured: String, met: Option[Boolean], missedBy: String)

object Target:
  /** Share of an operation's allocation that JMH's bookkeeping may add. */
  val allocationSlack = 0.01

  def unknown(name: String, goal: String, why: String): Target = Target(name, goal, "not measured", None, why)
