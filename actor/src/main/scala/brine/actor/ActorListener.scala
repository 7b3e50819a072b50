package brine.actor

import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Receives the events of a system, for metrics, tests and logs. Without a listener an event costs a null check.
  *
  * The threads that run the actors call it, many at the same time, so it must be fast and thread-safe. A thread of its
  * own calls [[onSlowHandler]] and [[onMailboxHighWater]]: if these are slow, at most 1,000 calls wait, and the others
  * are dropped and counted in the log. An exception that it throws is logged once per method, and otherwise ignored.
  */
trait ActorListener:
  /** An actor was spawned. It has not run yet. */
  def onSpawn(ref: ActorRef[?]): Unit = ()

  /** An actor has stopped.
    *
    * @param cause
    *   the failure that stopped it; none if it was stopped without a failure
    */
  def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = ()

  /** The handler of an actor threw `cause`, and supervision decided on `directive`. */
  def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit = ()

  /** A message became a dead letter. */
  def onDeadLetter(letter: DeadLetter): Unit = ()

  /** A handler has been running for longer than [[ActorSystemSettings.withSlowHandler]] says. Called once per handler.
    *
    * @param message
    *   class of the message it handles, if it could be seen
    * @param age
    *   how long the handler has been running
    */
  def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit = ()

  /** A mailbox holds at least [[ActorSystemSettings.mailboxHighWater]] messages. Checked only while its actor runs.
    *
    * @param length
    *   about how many messages wait
    */
  def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = ()

  /** A message was handled whose times were measured.
    *
    * Called only with [[ActorSystemSettings.withMetricsEvery]], and then for each message of the sample.
    *
    * @param message
    *   class of the message
    * @param queuedNanos
    *   from its sending to its handler, in ns
    * @param handlerNanos
    *   how long the handler ran, in ns
    */
  def onHandled(ref: ActorRef[?], message: Class[?], queuedNanos: Long, handlerNanos: Long): Unit = ()

object ActorListener:
  /** Receives nothing and costs nothing. */
  val none: ActorListener = new ActorListener {}

  /** A listener that calls all of these, in this order. If one throws, the others are still called, and the first
    * failure is thrown.
    */
  def all(listeners: ActorListener*): ActorListener =
    listeners.foreach(Objects.requireNonNull(_, "listener"))
    ListenerGroup(listeners.toVector)

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

  override def onHandled(ref: ActorRef[?], message: Class[?], queuedNanos: Long, handlerNanos: Long): Unit =
    each(_.onHandled(ref, message, queuedNanos, handlerNanos))

  private inline def each(inline tell: ActorListener => Unit): Unit =
    var failure: Throwable = null
    var i                  = 0
    while i < listeners.length do
      try tell(listeners(i))
      catch case thrown: Throwable => if failure == null then failure = thrown
      i += 1
    if failure != null then throw failure
