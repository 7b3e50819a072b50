package brine.pekko.persistence

import org.apache.pekko.actor.Props
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.actor.typed.{ActorRef, Behavior}
import org.apache.pekko.persistence.PersistentActor

/** A classic persistent actor, which goes on after an event that no serializer takes. */
object Refused:
  enum Command:
    case Both(replyTo: ActorRef[Vector[String]])
    case Get(replyTo: ActorRef[Vector[String]])
  export Command.*

  def apply(id: String): Behavior[Command] = Behaviors.setup: context =>
    val actor = context.actorOf(Props(Classic(id)))
    Behaviors.receiveMessage: command =>
      actor ! command
      Behaviors.same

  private final class Classic(id: String) extends PersistentActor:
    private var state         = Vector.empty[String]
    def persistenceId: String = id

    def receiveRecover: Receive = { case text: String => state :+= text }

    def receiveCommand: Receive =
      case Both(replyTo) =>
        persist("before")(state :+= _)
        persist(Object())(_ => ())
        persist("after"): text =>
          state :+= text
          replyTo ! state
      case Get(replyTo) => replyTo ! state
