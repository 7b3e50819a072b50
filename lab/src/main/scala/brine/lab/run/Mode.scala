package brine.lab.run

/** How much a run measures.
  *
  * @param budgetSeconds
  *   what the measuring may take; none for `full`
  */
enum Mode(val name: String, val budgetSeconds: Option[Double]):
  /** Does everything work? Its figures say nothing. */
  case Smoke extends Mode("smoke", Some(240))
  case Quick extends Mode("quick", Some(540))
  case Full  extends Mode("full", None)

object Mode:
  def named(name: String): Option[Mode] = values.find(_.name == name)
