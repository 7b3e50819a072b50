package brine.pekko.persistence

import org.apache.pekko.actor.typed.{ActorRef, Behavior, SupervisorStrategy}
import org.apache.pekko.persistence.typed.PersistenceId
import org.apache.pekko.persistence.typed.scaladsl.{Effect, EventSourcedBehavior, RetentionCriteria}
import scala.concurrent.duration.DurationInt

/** A persistent actor that keeps texts. */
object Notes:
  enum Command:
    case Add(texts: Seq[String], replyTo: ActorRef[Vector[String]])
    case Get(replyTo: ActorRef[Vector[String]])
    case Stop

  /** An event that Pekko serializes as its own text. */
  type Event = String

  def apply(
      id: String,
      tags: String => Set[String] = _ => Set.empty,
      restarts: Boolean = false,
      retention: RetentionCriteria = RetentionCriteria.disabled
  ): Behavior[Command] =
    val behavior = EventSourcedBehavior[Command, Event, Vector[String]](
      PersistenceId.ofUniqueId(id),
      Vector.empty,
      (state, command) =>
        command match
          case Command.Add(texts, replyTo) => Effect.persist(texts).thenReply(replyTo)(identity)
          case Command.Get(replyTo)        => Effect.reply(replyTo)(state)
          case Command.Stop                => Effect.stop()
      ,
      (state, event) => state :+ event
    ).withTagger(tags).withRetention(retention)
    if restarts then
      behavior.onPersistFailure(SupervisorStrategy.restartWithBackoff(10.millis, 100.millis, 0).withMaxRestarts(-1))
    else behavior
