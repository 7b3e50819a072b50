package brine.pekko.persistence

import brine.codec.Codec
import org.apache.pekko.actor.typed.{ActorRef, Behavior}
import org.apache.pekko.persistence.typed.PersistenceId
import org.apache.pekko.persistence.typed.scaladsl.{Effect, EventSourcedBehavior}

enum AccountEvent derives Codec:
  case Paid(cents: Long)
  case Closed

/** A persistent actor whose events have a codec, and no serializer of Pekko. */
object Account:
  enum Command:
    case Pay(cents: Long, replyTo: ActorRef[Long])
    case Close(replyTo: ActorRef[Long])
  export Command.*

  def apply(id: String): Behavior[Command] = EventSourcedBehavior[Command, AccountEvent, Long](
    PersistenceId.ofUniqueId(id),
    0L,
    (_, command) =>
      command match
        case Pay(cents, replyTo) => Effect.persist(AccountEvent.Paid(cents)).thenReply(replyTo)(identity)
        case Close(replyTo)      => Effect.persist(AccountEvent.Closed).thenReply(replyTo)(identity)
    ,
    (state, event) =>
      event match
        case AccountEvent.Paid(cents) => state + cents
        case AccountEvent.Closed      => 0
  )
