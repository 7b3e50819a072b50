package brine.entity.erasure

import java.time.Instant

/** A subject that was forgotten: the mark that a [[KeyStore]] keeps in place of its keys.
  *
  * @param subject
  *   the name by which its values were sealed
  * @param at
  *   when it was forgotten first, by the clock of the process that did it
  * @param keys
  *   the numbers of its keys, none if it never had one
  */
final case class ForgottenSubject(subject: String, at: Instant, keys: Vector[Int])
