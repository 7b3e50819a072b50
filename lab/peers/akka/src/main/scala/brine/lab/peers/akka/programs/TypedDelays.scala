package brine.lab.peers.akka.programs

import java.util.concurrent.CompletableFuture
import java.util.function.LongConsumer

import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.{ActorRef, Behavior, Terminated}
import brine.lab.peer.Heat
import scala.concurrent.duration._

/** The typed actors of the programs that measure delays. */
private[programs] object TypedDelays {

  case object Again

  /** Never waits for a message, unless it rests. */
  def hotActor(heat: Heat): Behavior[Again.type] = Behaviors.receive { (context, message) =>
    if (heat.isOn) context.self ! message
    Behaviors.same
  }

  val handling: Behavior[Runnable] = Behaviors.receiveMessage { handled =>
    handled.run()
    Behaviors.same
  }

  final class Computation(val received: LongConsumer, val compute: Runnable)
  final class Sent(val received: LongConsumer, val nanos: Long)

  def sending(to: ActorRef[Sent]): Behavior[Computation] = Behaviors.receiveMessage { message =>
    to ! new Sent(message.received, System.nanoTime)
    message.compute.run()
    Behaviors.same
  }

  val receiving: Behavior[Sent] = Behaviors.receiveMessage { message =>
    message.received.accept(message.nanos)
    Behaviors.same
  }

  sealed trait Load
  case object Unasked                            extends Load
  final class Asked(val replyTo: ActorRef[Long]) extends Load

  /** Computes for a millisecond for each message. */
  val overloadedActor: Behavior[Load] = Behaviors.receiveMessage { message =>
    val until = System.nanoTime + 1000000
    while (System.nanoTime - until < 0) Thread.onSpinWait()
    message match {
      case asked: Asked => asked.replyTo ! 0L
      case Unasked      => ()
    }
    Behaviors.same
  }

  def ticking(millis: Int, tick: Runnable): Behavior[Again.type] = Behaviors.withTimers { timers =>
    timers.startTimerAtFixedRate(Again, millis.millis)
    Behaviors.receiveMessage { _ =>
      tick.run()
      Behaviors.same
    }
  }

  sealed trait WatchMessage
  case object BeginWatching extends WatchMessage
  case object Watches       extends WatchMessage
  case object Told          extends WatchMessage

  /** Counts those that watch, stops what they watch, and counts those that were told. */
  def watchMaster(actors: Int, result: CompletableFuture[Long]): Behavior[WatchMessage] = Behaviors.setup { context =>
    val target   = context.spawnAnonymous(handling)
    var watching = 0
    var told     = 0L
    Behaviors.receiveMessage { message =>
      message match {
        case BeginWatching => for (_ <- 0 until actors) context.spawnAnonymous(watcher(target, context.self))
        case Watches       =>
          watching += 1
          if (watching == actors) context.stop(target)
        case Told =>
          told += 1
          if (told == actors) result.complete(told)
      }
      Behaviors.same
    }
  }

  private def watcher(target: ActorRef[_], master: ActorRef[WatchMessage]): Behavior[Again.type] =
    Behaviors.setup { context =>
      context.watch(target)
      master ! Watches
      Behaviors.receiveSignal { case (_, Terminated(_)) =>
        master ! Told
        Behaviors.same
      }
    }
}
