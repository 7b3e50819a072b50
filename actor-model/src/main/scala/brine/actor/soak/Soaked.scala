package brine.actor.soak

import brine.actor.ActorRef

/** What the actors of a storm are sent. */
sealed trait Soaked

/** Counted in the [[Ledger]].
  *
  * @param sender
  *   who sends it, with a number of its own for each receiver's sake
  * @param number
  *   grows with every message of that sender to this receiver
  * @param left
  *   how many more messages it may cause, one after the other
  */
final case class Work(sender: Long, number: Int, left: Int) extends Soaked

/** Of a timer; not counted, as it may be cancelled. */
case object Tick extends Soaked

/** Puts back what was put aside. */
case object Unstash extends Soaked

/** A request. */
final case class Ask(replyTo: ActorRef[Int]) extends Soaked
