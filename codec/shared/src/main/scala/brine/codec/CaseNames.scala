package brine.codec

/** The names of one case of a type: see [[CaseReader]].
  *
  * @param name
  *   the present name
  * @param former
  *   its names in earlier versions of the type, as `@was` says
  */
final case class CaseNames(name: String, former: Vector[String]):
  /** The present name, then the former ones. */
  def all: Vector[String] = name +: former
