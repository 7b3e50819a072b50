package brine.pekko.projection.internal

import org.apache.pekko.Done
import org.apache.pekko.actor.{CoordinatedShutdown, NoSerializationVerificationNeeded}
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, ActorSystem, Behavior, Props}
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** Makes sure that each slice runs on some node: sharding starts what a message is for. */
private[pekko] object SliceWaker:
  private[internal] enum Message extends NoSerializationVerificationNeeded:
    case Tick, Stop

  /** Starts it. It ends before the slices of the node move away: sharding would wait until messages for them have a
    * node, which the last one of a cluster will never have.
    *
    * @return
    *   ends it
    */
  def start(
      system: ActorSystem[?],
      name: String,
      slices: Int,
      region: ActorRef[SliceMessage],
      every: FiniteDuration
  ): () => Unit =
    val waker = system.systemActorOf(behavior(slices, region, every), name, Props.empty)
    CoordinatedShutdown(system).addTask(CoordinatedShutdown.PhaseBeforeClusterShutdown, name): () =>
      waker ! Message.Stop
      Future.successful(Done)
    () => waker ! Message.Stop

  private[internal] def behavior(
      slices: Int,
      region: ActorRef[SliceMessage],
      every: FiniteDuration
  ): Behavior[Message] = Behaviors.withTimers: timers =>
    timers.startTimerWithFixedDelay(Message.Tick, every)
    def wake(): Unit = for slice <- 0 until slices do region ! SliceMessage.Wake(slice)
    wake()
    Behaviors.receiveMessage:
      case Message.Tick =>
        wake()
        Behaviors.same
      case Message.Stop => Behaviors.stopped
