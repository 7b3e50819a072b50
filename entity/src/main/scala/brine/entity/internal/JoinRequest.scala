package brine.entity.internal

import brine.entity.{Answer, EntityError, EntityException}
import brine.journal.Offset
import java.time.Duration

/** A request that waits its turn as a command does, for an entity that is to decide together with others. Its answer is
  * a [[LentState]]. It keeps its permit until it is returned. For the thread that has created it.
  */
private[internal] final class JoinRequest(runtime: EntityRuntime[?, ?, ?], id: String, timeout: Duration)
    extends WaitingRequest(runtime, id, JoinRequest.Command, null, timeout):

  override protected def ifInterrupted: String =
    s"interrupted while ${runtime.described(id)} finishes earlier commands; nothing was decided"

  /** Offset of the entity's last event, once it is lent. */
  var offset: Offset = Offset.Begin

  /** Asks the entity, and waits until it is lent, at most until a time of `System.nanoTime`. */
  def borrow(until: Long): LentState =
    runtime.send(this)
    try
      val answer = await(until)
      offset = answer.offset
      answer.value.asInstanceOf[LentState]
    catch
      case failed: EntityException if failed.error.isInstanceOf[EntityError.TimedOut] =>
        throw EntityException(EntityError.Busy(runtime.described(id), timeout))

  // The next one of those that are given back later, and whether the actor knows already. See [[Returns]].
  private[internal] var nextReturn: JoinRequest | Null = null
  private var isReturned                               = false

  /** Returns the permit, and the entity if it was lent, or is lent just now: the actor is told what became of it. Where
    * the stack ends, or memory does, another thread does it later.
    */
  def giveBack(told: EntityMessage | Null): Unit =
    try
      if !isReturned then
        returnTo(told)
        isReturned = true
      release()
    catch case _: Throwable => runtime.returnLater(this)

  private def returnTo(told: EntityMessage | Null): Unit =
    abandon()
    outcome match
      case Answer(lent: LentState, offset) =>
        lent.actor.tell(
          if told == null then EntityMessage.Returned(lent.state, lent.version, offset.sequence, lent.micros) else told
        )
      case _ => ()

private[internal] object JoinRequest:
  /** Stands for the command, in messages. */
  val Command = "decide together"
