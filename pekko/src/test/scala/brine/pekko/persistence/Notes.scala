package brine.pekko.persistence

import org.apache.pekko.actor.typed.{ActorRef, Behavior, SupervisorStrategy}
import org.apache.pekko.persistence.typed.{PersistenceId, SnapshotAdapter}
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
      retention: RetentionCriteria = RetentionCriteria.disabled,
      journal: String = ""
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
    ).withJournalPluginId(journal).withTagger(tags).withRetention(retention).snapshotAdapter(Lines)
    if restarts then
      behavior.onPersistFailure(SupervisorStrategy.restartWithBackoff(10.millis, 100.millis, 0).withMaxRestarts(-1))
    else behavior

  // The state as a text, which Pekko can serialize.
  private object Lines extends SnapshotAdapter[Vector[String]]:
    def toJournal(state: Vector[String]): Any  = state.mkString("\n")
    def fromJournal(from: Any): Vector[String] = from match
      case ""           => Vector.empty
      case text: String => text.split('\n').toVector
      case other        => throw IllegalArgumentException(s"$other is no snapshot of notes")
