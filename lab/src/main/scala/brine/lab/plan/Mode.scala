package brine.lab.plan

/** How much a run measures.
  *
  * @param budgetSeconds
  *   seconds that measuring may take; none for `full`
  */
enum Mode(val name: String, val budgetSeconds: Option[Double]):
  /** Checks that everything works; its figures mean nothing. */
  case Smoke extends Mode("smoke", Some(240))

  /** The contenders of each study in its headline cases. */
  case Quick extends Mode("quick", Some(585))

  /** Every library and case. */
  case Standard extends Mode("standard", Some(3540))

  /** The published sizes, each case and library in JVMs of its own. */
  case Full extends Mode("full", None)

  /** Whether codecs are measured in turns, with programs whose sizes are scaled down. */
  def takesTurns: Boolean = this == Quick || this == Standard

object Mode:
  def named(name: String): Option[Mode] = values.find(_.name == name)

  /** The names, as a user reads them in a message. */
  def names: String = values.map(_.name).init.mkString(", ") + " or " + values.last.name
