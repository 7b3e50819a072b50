package brine.actor

import scala.concurrent.duration.FiniteDuration

/** The failure of an ask whose target has ended before it answered. */
final class ActorStoppedException private[brine] (val target: ActorRef[?], what: String)
    extends RuntimeException(s"$target has stopped and will not answer $what", null, false, false)

/** The failure of an ask that nobody answered in time. Says how many messages wait for the target and what it is busy with. */
final class AskTimeoutException private[brine] (
    val target: ActorRef[?],
    val timeout: FiniteDuration,
    what: String,
    why: String
) extends RuntimeException(s"$target has not answered $what within $timeout: $why", null, false, false)

/** The failure of an ask whose target failed while it handled the request; the cause is the target's. */
final class ActorFailedException private[brine] (val target: ActorRef[?], what: String, cause: Throwable)
    extends RuntimeException(s"$target failed while it handled $what: $cause", cause)

/** What a sender gets when the mailbox is full and told to fail. */
final class MailboxFullException private[brine] (val target: ActorRef[?], capacity: Int)
    extends RuntimeException(
      s"the mailbox of $target is full with $capacity messages: send less, use tryTell, or choose another WhenFull",
      null,
      false,
      false
    )

/** What an actor gets that stashes more messages than it may. */
final class StashFullException private[brine] (target: ActorRef[?], capacity: Int)
    extends RuntimeException(
      s"$target has stashed $capacity messages and may not stash more: see ActorOptions.stashCapacity"
    )
