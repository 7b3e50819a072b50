package brine.pekko.projection.internal

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, Behavior}
import scala.concurrent.duration.FiniteDuration

/** Makes sure that each slice runs on some node: sharding starts what a message is for. */
private[pekko] object SliceWaker:
  private[pekko] case object Tick

  def apply(slices: Int, region: ActorRef[SliceMessage], every: FiniteDuration): Behavior[Tick.type] =
    Behaviors.withTimers: timers =>
      timers.startTimerWithFixedDelay(Tick, every)
      def wake(): Unit = for slice <- 0 until slices do region ! SliceMessage.Wake(slice)
      wake()
      Behaviors.receiveMessage: _ =>
        wake()
        Behaviors.same
