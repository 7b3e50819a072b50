package brine.dev

/** How long the searching tests search: `quick` for every change, `full` for a release. `test-effort/Effort.scala` has
  * the counts.
  */
enum Effort(val name: String):
  case Quick extends Effort("quick")
  case Full  extends Effort("full")

object Effort:
  /** The effort of this name, or what is wrong with it. */
  def of(name: String): Either[String, Effort] =
    values.find(_.name == name).toRight(s"no effort '$name'; --effort takes ${values.map(_.name).mkString(" or ")}")
