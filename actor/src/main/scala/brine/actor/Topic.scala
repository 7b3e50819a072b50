package brine.actor

import brine.actor.internal.routing.RefsByActor
import java.util.{LinkedHashSet, Objects}

/** A topic: an actor that passes each event on to all its subscribers.
  *
  * {{{
  * val prices = system.spawn(Topic[Price]())
  * prices ! Topic.Subscribe(display)
  * prices ! Topic.Publish(Price("pen", 120))
  * }}}
  *
  * Subscribers that stop are removed, and so are addresses of replies that want no more. Events of one publisher
  * arrive in their order, at all subscribers in the same order. A subscriber gets the events that the topic handles
  * after its subscription. An event that a full mailbox refuses becomes a dead letter, and the others get it all the
  * same.
  *
  * An event costs the topic one message to each subscriber. Nothing is kept: an event without subscribers is lost.
  */
object Topic:
  sealed trait Command[E]

  /** Sends `event` to all subscribers, in the order of their subscriptions. */
  final case class Publish[E](event: E) extends Command[E]

  /** Adds a subscriber, unless it is one already. To take only some events, or others, subscribe an adapted reference:
    * see [[ActorRef.contramap]].
    */
  final case class Subscribe[E](subscriber: ActorRef[E]) extends Command[E]:
    Objects.requireNonNull(subscriber, "subscriber"): Unit

  /** Removes a subscriber; the same reference as in its subscription. Events that are on their way still arrive. */
  final case class Unsubscribe[E](subscriber: ActorRef[E]) extends Command[E]:
    Objects.requireNonNull(subscriber, "subscriber"): Unit

  /** Asks for the present [[Stats]]. */
  final case class GetStats[E](replyTo: ActorRef[Stats]) extends Command[E]:
    Objects.requireNonNull(replyTo, "replyTo"): Unit

  /** @param subscribers number of subscribers that the topic does not know to have stopped */
  final case class Stats(subscribers: Int)

  /** The behavior of a topic. If its actor restarts, it has no subscribers. */
  def apply[E](): Behavior[Command[E]] = Behavior.setup:
    val subscribers = LinkedHashSet[ActorRef[E]]()
    val actors      = RefsByActor[ActorRef[?], ActorRef[E]](_.endedRef)
    Behavior
      .receive[Command[E]]:
        case Publish(event)        => subscribers.removeIf(!send(context.system, _, event)): Unit
        case Subscribe(subscriber) =>
          if subscribers.add(subscriber) && actors.add(subscriber, subscriber) then context.watch(subscriber)
        case Unsubscribe(subscriber) =>
          if subscribers.remove(subscriber) && actors.remove(subscriber, subscriber) then context.unwatch(subscriber)
        case GetStats(replyTo) => send(context.system, replyTo, Stats(subscribers.size)): Unit
        case null              => Behavior.unhandled
      .onSignal { case Signal.Terminated(ended, _) =>
        actors.removeAll(ended)(subscriber => subscribers.remove(subscriber): Unit)
      }

  /** Sends to an actor that may refuse.
    *
    * @return
    *   false if it is the address of replies, and no more are wanted
    */
  private[brine] def send[M](system: ActorSystem, ref: ActorRef[M], message: M): Boolean =
    if ref.refEnding != null then ref.tryTell(message)
    else
      try ref ! message
      catch
        case _: MailboxFullException => DeadLetters.report(system, ref, message, DeadLetterReason.MailboxFull)
        // No bounded mailbox takes it. Who sent it must not end those that pass it on.
        case _: NullPointerException if message == null =>
          DeadLetters.report(system, ref, message, DeadLetterReason.Unhandled)
      true
