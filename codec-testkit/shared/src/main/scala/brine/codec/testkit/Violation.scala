package brine.codec.testkit

/** How a codec violates a law.
  *
  * @param law
  *   name of the law, as in test names
  * @param reason
  *   what happened, with the value and the bytes that show it
  */
final case class Violation(law: String, reason: String):
  override def toString: String = s"$law: $reason"
