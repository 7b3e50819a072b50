package brine.actor

import scala.concurrent.duration.FiniteDuration

/** Told of what happens in a system: for metrics, tests and logs. Absent, it costs a null check.
  *
  * Called on the threads that run the actors, from many at once: it must be quick and thread-safe. What it throws is reported once and
  * otherwise ignored.
  */
trait ActorListener:
  def onSpawn(ref: ActorRef[?]): Unit = ()

  /** @param cause the failure that ended it, none when it was stopped */
  def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = ()

  def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit = ()

  def onDeadLetter(letter: DeadLetter): Unit = ()

  /** A handler runs for longer than [[ActorSystemSettings.withSlowHandler]] says; once a handler.
    *
    * @param message
    *   the class of the message it handles, if that could be seen
    */
  def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit = ()

  /** A mailbox holds more messages than [[ActorSystemSettings.mailboxHighWater]], seen while its actor ran. */
  def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = ()

object ActorListener:
  /** Listens to nothing, and costs as much. */
  val none: ActorListener = new ActorListener {}
