package brine.actor.soak

import brine.actor.ActorRef

/** The messages of the actors of a storm. */
sealed trait Soaked

/** A message that the [[Ledger]] counts.
  *
  * @param sender
  *   id of the sender, which numbers its messages separately for each receiver
  * @param number
  *   grows with every message from this sender to this receiver
  * @param left
  *   how many more messages it may cause, one after the other
  */
final case class Work(sender: Long, number: Int, left: Int) extends Soaked

/** The message of a timer. Not counted, because the timer may be canceled. */
case object Tick extends Soaked

/** Brings the stashed messages back. */
case object Unstash extends Soaked

/** A request. */
final case class Ask(replyTo: ActorRef[Int]) extends Soaked
