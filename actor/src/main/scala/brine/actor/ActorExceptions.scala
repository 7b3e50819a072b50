package brine.actor

import brine.actor.internal.support.Described
import scala.concurrent.duration.FiniteDuration

/** The failure of an ask whose target stopped before it replied. */
final class ActorStoppedException private[brine] (val target: ActorRef[?], what: String)
    extends RuntimeException(s"$target has stopped and will not answer $what", null, false, false)

/** The failure of an ask whose timeout passed. Its message says how many messages wait for the target, and what the
  * target does.
  */
final class AskTimeoutException private[brine] (
    val target: ActorRef[?],
    val timeout: FiniteDuration,
    what: String,
    why: String
) extends RuntimeException(s"$target has not answered $what within $timeout: $why", null, false, false)

/** The failure of an ask whose target failed while it handled the request. The cause is the exception of the target. */
final class ActorFailedException private[brine] (val target: ActorRef[?], what: String, cause: Throwable)
    extends RuntimeException(s"$target failed while it handled $what: ${Described.failure(cause)}", cause)

/** Thrown to a sender when the mailbox is full and its [[WhenFull]] says so. */
final class MailboxFullException private[brine] (val target: ActorRef[?], capacity: Int)
    extends RuntimeException(
      s"the mailbox of $target is full with $capacity messages: send less, use tryTell, or choose another WhenFull",
      null,
      false,
      false
    )

/** Thrown to an actor that stashes more than [[ActorOptions.stashCapacity]] messages. */
final class StashFullException private[brine] (target: ActorRef[?], capacity: Int)
    extends RuntimeException(
      s"$target has stashed $capacity messages and may not stash more: see ActorOptions.stashCapacity"
    )
