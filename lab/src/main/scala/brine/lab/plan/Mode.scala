package brine.lab.plan

/** How much a run measures.
  *
  * @param budgetSeconds
  *   seconds that measuring may take; none for `full`
  */
enum Mode(val name: String, val budgetSeconds: Option[Double]):
  /** Checks that everything works; its figures mean nothing. */
  case Smoke extends Mode("smoke", Some(240))
  case Quick extends Mode("quick", Some(540))
  case Full  extends Mode("full", None)

object Mode:
  def named(name: String): Option[Mode] = values.find(_.name == name)
