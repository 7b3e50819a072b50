package brine.actor.soak

import brine.actor.{ActorListener, ActorRef, DeadLetter, MailboxFullException}
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.LongAdder

/** The books of a storm: every message that was sent must be handled, dead or refused at the end. Thread-safe. */
final class Ledger extends ActorListener:
  val sent    = LongAdder()
  val handled = LongAdder()
  val dead    = LongAdder()
  val refused = LongAdder()

  val spawned = LongAdder()
  val ended   = LongAdder()

  val asked    = LongAdder()
  val answered = LongAdder() // or failed

  val failed    = LongAdder()
  val ticks     = LongAdder()
  val suspended = LongAdder()

  /** Descriptions of broken rules. */
  val broken = ConcurrentLinkedQueue[String]()

  def send(ref: ActorRef[Soaked], message: Work): Unit =
    sent.increment()
    try ref ! message
    catch
      case _: MailboxFullException           => refused.increment()
      case interrupted: InterruptedException => // while it waited for room
        refused.increment()
        throw interrupted

  /** The number of messages that are neither handled nor dead nor refused. */
  def missing: Long = sent.sum - handled.sum - dead.sum - refused.sum

  override def onSpawn(ref: ActorRef[?]): Unit                          = spawned.increment()
  override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = ended.increment()
  override def onDeadLetter(letter: DeadLetter): Unit                   = letter.message match
    case _: Work => dead.increment()
    case _       => ()
