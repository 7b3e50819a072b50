package brine.lab.peers.pekko.entities

import java.util.concurrent.ConcurrentHashMap

import org.apache.pekko.actor.typed.{ActorRef, Behavior}
import org.apache.pekko.actor.typed.scaladsl.{ActorContext, Behaviors}

/** The actors of all sites, one for each id, started by the first message to it. */
private[entities] object SiteActors {

  sealed trait Message

  /** A message to the site of an id. */
  final case class Deliver(id: String, message: SiteActor.Message) extends Message

  private final case class Ended(id: String) extends Message

  /** The parent of the actors.
    *
    * @param running
    *   the actors that run. The parent alone changes it; callers look there first
    */
  def apply(running: ConcurrentHashMap[String, ActorRef[SiteActor.Message]]): Behavior[Message] =
    Behaviors.setup { context =>
      Behaviors.receiveMessage {
        case Deliver(id, message) =>
          started(context, running, id) ! message
          Behaviors.same
        // An actor ends if the journal refuses its events. The next message starts it again, from what is stored.
        case Ended(id) =>
          val _ = running.remove(id)
          Behaviors.same
      }
    }

  private def started(
      context: ActorContext[Message],
      running: ConcurrentHashMap[String, ActorRef[SiteActor.Message]],
      id: String
  ): ActorRef[SiteActor.Message] = {
    val found = running.get(id)
    if (found != null) found
    else {
      val actor = context.spawn(SiteActor(id), id)
      context.watchWith(actor, Ended(id))
      running.put(id, actor)
      actor
    }
  }
}
