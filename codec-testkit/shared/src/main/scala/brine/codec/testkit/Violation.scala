package brine.codec.testkit

/** How a codec breaks a law.
  *
  * @param law
  *   the law's name, as it appears in test names
  * @param reason
  *   what happened, with the value and the bytes that show it
  */
final case class Violation(law: String, reason: String):
  override def toString: String = s"$law: $reason"
