package brine.actor

import brine.actor.internal.jfr.*
import scala.concurrent.duration.FiniteDuration

/** Writes the events of a system to JDK Flight Recorder, in the category Brine, for JDK Mission Control and
  * `jfr print`.
  *
  * {{{
  * val system = ActorSystem(ActorSystemSettings(listener = JfrListener()))
  * }}}
  *
  * The events are `brine.ActorSpawn`, `brine.ActorStop`, `brine.ActorFailure`, `brine.DeadLetter`, `brine.SlowHandler`
  * and `brine.MailboxHighWater`. While nothing is recorded, or the recording's settings turn an event off, each event
  * costs one check.
  *
  * Thread-safe. Needs the module `jdk.jfr`, which every JDK has.
  */
final class JfrListener extends ActorListener:
  override def onSpawn(ref: ActorRef[?]): Unit =
    val event = SpawnEvent()
    if event.isEnabled then
      event.actor = ref.toString
      event.commit()

  override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit =
    val event = StopEvent()
    if event.isEnabled then
      event.actor = ref.toString
      event.cause = cause.fold(null)(_.toString)
      event.commit()

  override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
    val event = FailureEvent()
    if event.isEnabled then
      event.actor = ref.toString
      event.cause = cause.toString
      event.directive = directive.toString
      event.commit()

  override def onDeadLetter(letter: DeadLetter): Unit =
    val event = DeadLetterEvent()
    if event.isEnabled then
      event.actor = letter.recipient.toString
      event.message = nameOf(letter.message)
      event.reason = letter.reason.toString
      event.commit()

  override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
    val event = SlowHandlerEvent()
    if event.isEnabled then
      event.actor = ref.toString
      event.message = message.fold(null)(_.getName)
      event.age = age.toNanos
      event.commit()

  override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit =
    val event = MailboxHighWaterEvent()
    if event.isEnabled then
      event.actor = ref.toString
      event.length = length
      event.commit()

  private def nameOf(message: Any): String = if message == null then "null" else message.getClass.getName
