package brine.lab.peers.pekko.entities

import org.apache.pekko.actor.typed.{ActorRef, Behavior}
import org.apache.pekko.persistence.typed.PersistenceId
import org.apache.pekko.persistence.typed.scaladsl.{Effect, EventSourcedBehavior}

import brine.lab.entities.SiteBatch
import brine.lab.model.entity.{SiteChange, SiteEntity, SiteReply, SiteRequest, SiteState}

/** A site as a persistent actor. While the events of a command are written, later messages wait in its stash. */
private[entities] object SiteActor {

  sealed trait Message

  /** A request, and who waits for the reply. */
  final case class Execute(request: SiteRequest, replyTo: ActorRef[SiteReply]) extends Message

  /** Requests of several callers, whose events are written together. */
  final case class ExecuteAll(requests: Vector[SiteRequest], replyTo: ActorRef[Vector[SiteReply]]) extends Message

  /** Asks for the state. */
  final case class Look(replyTo: ActorRef[SiteState]) extends Message

  /** The actor of one site. Without a snapshot store, its state is made of its events when it starts. */
  def apply(id: String): Behavior[Message] =
    EventSourcedBehavior[Message, SiteChange, SiteState](
      PersistenceId.ofUniqueId(id),
      SiteState.initial,
      handle,
      (state, change) => SiteEntity.evolve(state, change)
    )

  private def handle(state: SiteState, message: Message): Effect[SiteChange, SiteState] = message match {
    case Execute(request, replyTo) =>
      val decision = SiteEntity.decide(state, request)
      if (decision.changes.isEmpty) Effect.none.thenReply(replyTo)(_ => decision.reply)
      else Effect.persist(decision.changes).thenReply(replyTo)(_ => decision.reply)
    case ExecuteAll(requests, replyTo) =>
      val decided = SiteBatch.decide(state, requests)
      Effect.persist(decided.changes).thenReply(replyTo)(_ => decided.replies)
    case Look(replyTo) => Effect.none.thenReply(replyTo)(state => state)
  }
}
