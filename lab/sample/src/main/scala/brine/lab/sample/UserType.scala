package brine.lab.sample

import scala.annotation.unused

/** A type of the user's own, as the compiler sees it.
  *
  * @param name
  *   full name, with type arguments
  * @param kind
  *   `record` (a case class), `object`, `choice` (an enum without parameters), `sum` (another enum or a sealed trait),
  *   `other`; `root` for the type of the samples, whatever it is
  * @param applied
  *   whether it has type arguments
  * @param cases
  *   full names of the cases of a sum
  * @param singletons
  *   those of them that are objects
  */
final case class UserType(
    name: String,
    kind: String,
    applied: Boolean,
    cases: List[String],
    singletons: List[String]
)

object UserType:
  /** The element type of `samples`, and all types of the user's own that it needs: those that others need first. */
  inline def of[A](@unused samples: => Seq[A]): List[UserType] = ${ Derivation.userTypes[A] }
