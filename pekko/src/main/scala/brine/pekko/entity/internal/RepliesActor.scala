package brine.pekko.entity.internal

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{Behavior, PostStop}
import org.apache.pekko.cluster.ClusterEvent.{MemberDowned, MemberRemoved}
import org.apache.pekko.cluster.typed.{Cluster, Subscribe}
import scala.concurrent.duration.FiniteDuration

/** Receives the outcomes of a node's calls. */
private[pekko] object RepliesActor:
  /** @param every
    *   how often the calls are looked at
    */
  def apply(calls: Calls[?], every: FiniteDuration): Behavior[ReplyMessage] = Behaviors.setup: context =>
    val cluster = Cluster(context.system)
    cluster.subscriptions ! Subscribe(context.messageAdapter[MemberRemoved](_ => ReplyMessage.NodeLeft), classOf)
    cluster.subscriptions ! Subscribe(context.messageAdapter[MemberDowned](_ => ReplyMessage.NodeLeft), classOf)
    Behaviors.withTimers: timers =>
      timers.startTimerWithFixedDelay(ReplyMessage.Tick, every)
      Behaviors
        .receiveMessage[ReplyMessage]:
          case outcome: Outcome =>
            calls.received(outcome)
            Behaviors.same
          case ReplyMessage.Tick =>
            calls.tick()
            Behaviors.same
          case ReplyMessage.NodeLeft =>
            calls.nodeLeft()
            Behaviors.same
        .receiveSignal:
          case (_, PostStop) =>
            calls.close("the actor system has ended")
            Behaviors.same
