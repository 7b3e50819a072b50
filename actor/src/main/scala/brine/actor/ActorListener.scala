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

  /** Tells all of them, in this order. One that throws does not keep the others from hearing; the first failure is thrown on. */
  def all(listeners: ActorListener*): ActorListener = ListenerGroup(listeners.toVector)

private final class ListenerGroup(listeners: Vector[ActorListener]) extends ActorListener:
  override def onSpawn(ref: ActorRef[?]): Unit = each(_.onSpawn(ref))

  override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = each(_.onStop(ref, cause))

  override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit = each(
    _.onFailure(ref, cause, directive)
  )

  override def onDeadLetter(letter: DeadLetter): Unit = each(_.onDeadLetter(letter))

  override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
    each(_.onSlowHandler(ref, message, age))

  override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = each(_.onMailboxHighWater(ref, length))

  private inline def each(inline tell: ActorListener => Unit): Unit =
    var failure: Throwable = null
    var i                  = 0
    while i < listeners.length do
      try tell(listeners(i))
      catch case thrown: Throwable => if failure == null then failure = thrown
      i += 1
    if failure != null then throw failure
