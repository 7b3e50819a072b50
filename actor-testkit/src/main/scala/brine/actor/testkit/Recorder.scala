package brine.actor.testkit

import brine.actor.*
import scala.collection.mutable

/** The listener of a test system. Keeps the events, and passes them on to the listener of the test. */
private[testkit] final class Recorder(next: ActorListener) extends ActorListener:
  /** Set by the system once it exists. */
  var engine: Engine = null

  val deadLetters = mutable.ArrayBuffer[DeadLetter]()
  val spawns      = mutable.ArrayBuffer[ActorRef[?]]()

  override def onSpawn(ref: ActorRef[?]): Unit =
    engine.spawned(ref.targetCell)
    spawns += ref
    next.onSpawn(ref)

  override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit =
    engine.ended(ref.targetCell)
    next.onStop(ref, cause)

  override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
    next.onFailure(ref, cause, directive)

  override def onDeadLetter(letter: DeadLetter): Unit =
    engine.deadLetter(letter.recipient.targetCell, letter.reason == DeadLetterReason.TooLate)
    deadLetters += letter
    next.onDeadLetter(letter)
