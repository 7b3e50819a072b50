package brine.actor.testkit

import brine.actor.{ActorRef, Directive}

/** A handler has thrown.
  *
  * @param message
  *   message it handled; none if it was a signal or the start
  * @param directive
  *   what happened to the actor
  */
final case class TestFailure(actor: ActorRef[?], message: Option[Any], cause: Throwable, directive: Directive)
