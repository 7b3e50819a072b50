package brine.pekko.entity.internal

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{Behavior, PostStop}
import scala.concurrent.duration.FiniteDuration

/** Receives the outcomes of a node's calls. */
private[pekko] object RepliesActor:
  /** @param every
    *   how often the calls are looked at
    */
  def apply(calls: Calls[?], every: FiniteDuration): Behavior[ReplyMessage] = Behaviors.withTimers: timers =>
    timers.startTimerWithFixedDelay(ReplyMessage.Tick, every)
    Behaviors
      .receiveMessage[ReplyMessage]:
        case outcome: Outcome =>
          calls.received(outcome)
          Behaviors.same
        case ReplyMessage.Tick =>
          calls.tick()
          Behaviors.same
      .receiveSignal:
        case (_, PostStop) =>
          calls.close("the actor system has ended")
          Behaviors.same
