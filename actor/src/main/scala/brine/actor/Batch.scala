package brine.actor

import scala.concurrent.duration.*

/** How long an actor may run before others have their turn: until it has handled `messages`, or has taken `time`, whichever
  * comes first. A handler is never interrupted; the time is looked at every eighth message.
  */
final case class Batch(messages: Int = 64, time: FiniteDuration = 200.micros):
  require(messages >= 1, s"a batch of $messages messages: at least 1 is needed")
  require(time > Duration.Zero, s"a batch of $time: it must be above zero")
  private[brine] val nanos: Long = time.toNanos

object Batch:
  val default: Batch = Batch()
