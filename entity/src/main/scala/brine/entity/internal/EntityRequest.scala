package brine.entity.internal

import brine.actor.{Cell, PendingReply, ReplyTimer, SystemInternals}
import brine.entity.{Answer, EntityError, EntityException}
import brine.journal.Offset
import java.lang.invoke.{MethodHandles, VarHandle}
import java.time.Duration
import java.util.UUID

/** A pending command: the message to the entity's actor, and the address of its reply.
  *
  * It has one outcome, whichever comes first: that of the entity, the timeout, or the end of the actor. It also has one
  * permit of [[brine.entity.EntitySettings.maxPendingCommands]]. The entity returns the permit when it is done with the
  * command, although the caller may have given up before.
  *
  * @param command
  *   the command
  * @param key
  *   its idempotency key
  */
private[entity] abstract class EntityRequest(
    val runtime: EntityRuntime[?, ?, ?],
    val id: String,
    val command: Any,
    val key: UUID | Null,
    timeout: Duration
) extends PendingReply[Any]:
  import EntityRequest.*

  // An Answer or an EntityError; null as long as there is none.
  @volatile private[internal] var outcome: AnyRef | Null = null

  // Whether the permit was returned.
  @volatile private[internal] var isReleased: Boolean = false

  /** Whether an entity has it. Written by that entity's actor. */
  @volatile private[internal] var taken = false

  // ---- Owned by the entity that has taken it ------------------------------------------------------------------------

  /** The reply that was decided, and how many of the append's events the reply follows from. */
  private[internal] var reply: Any  = null
  private[internal] var events: Int = 0

  /** Whether something of it is in the append. */
  private[internal] var isWritten: Boolean = false

  /** How often other writers were first. */
  private[internal] var attempts: Int = 0

  /** The version that the entity must have reached before it decides. */
  private[internal] def atLeast: Long = 0

  /** Whether a thread waits for it, so that its end runs no code of users. */
  private[internal] def isWaitedFor: Boolean = false

  /** Ends it with a reply. */
  private[internal] final def answer(answer: Answer[Any]): Unit = finish(answer)

  /** Ends it with its reply, if it has no outcome: the append with the events that the reply follows from is durable.
    *
    * @param first
    *   offset of the append's first record
    * @param recordsBefore
    *   number of records of the append before the entity's events
    * @param offsetBefore
    *   offset of the entity's last event before the append
    */
  private[internal] final def answerAppended(first: Long, recordsBefore: Int, offsetBefore: Long): Unit =
    if hasEnded then release()
    else answer(Answer(reply, Offset(if events == 0 then offsetBefore else first + recordsBefore + events - 1)))

  /** Ends it with a reply, and keeps the permit until [[release]]. Returns false, and returns the permit, if it has
    * ended before.
    */
  private[internal] final def grant(answer: Answer[Any]): Boolean =
    val isFirst = settle(answer)
    if isFirst then announce() else release()
    isFirst

  /** Ends it without telling the caller, unless it has ended before. */
  protected final def abandon(): Unit = settle(EntityError.TimedOut(runtime.described(id), timeout)): Unit

  /** Ends it without a reply. */
  private[internal] final def fail(error: EntityError): Unit = finish(error)

  /** Ends it, although something has failed that nobody else hears of, perhaps for lack of memory. */
  private[internal] final def lose(failure: Throwable): Unit =
    try fail(EntityError.OutcomeUnknown(runtime.described(id), FailureText.of(failure)))
    // The permit at least: its caller has a timeout.
    finally release()

  private def finish(outcome: AnyRef): Unit =
    val isFirst = settle(outcome)
    // Before the caller hears of it, which may send another command at once. After the outcome: whoever closes the
    // entities waits for the permits, and may then end the actors, which lets every request time out that has none.
    release()
    if isFirst then announce()

  /** Returns the permit, once. */
  private[internal] final def release(): Unit =
    if Released.compareAndSet(this, false, true) then runtime.leave()

  // ---- The outcome --------------------------------------------------------------------------------------------------

  /** Sets the outcome. Returns whether there was none. */
  private def settle(outcome: AnyRef): Boolean =
    Outcome.compareAndSet(this, null.asInstanceOf[AnyRef], outcome)

  private def announce(): Unit =
    val armed = timer
    if armed != null then runtime.disarm(armed)
    ended()

  /** Tells the caller. */
  protected def ended(): Unit

  private[internal] final def hasEnded: Boolean = outcome != null

  /** The answer; throws the error. */
  protected final def result: Answer[Any] = outcome match
    case answer: Answer[?]  => answer
    case error: EntityError => throw EntityException(error)
    case other              => throw IllegalStateException(s"the request has no outcome yet: $other")

  protected final def isGivenUp: Boolean = outcome match
    case EntityError.TimedOut(_, _) => true
    case _                          => false

  /** Its caller waits no longer. */
  protected final def giveUp(): Unit =
    if settle(EntityError.TimedOut(runtime.described(id), timeout)) then announce()

  // ---- As the address of a reply ------------------------------------------------------------------------------------

  /** Null until it is armed, which most requests never are: see [[brine.actor.SystemInternals]]. */
  @volatile private var timer: ReplyTimer | Null = null

  // Published by whatever arms it.
  private var due: Long = 0

  /** Ends it without a reply at a time of the system's clock, or some milliseconds later, if it has none by then. */
  private[internal] final def endAt(due: Long): Unit =
    this.due = due
    system.armAsk(this)

  private[brine] final override def awaitsTimeout: Boolean = !hasEnded

  /** Whether the actor that has handled it need not remember it: the entity does. */
  final def isCompleted: Boolean = taken || hasEnded

  final def timeoutNanos: Long = timeout.toNanos

  private[brine] final def startTimer(now: Long): ReplyTimer =
    if timer == null then timer = ReplyTimer(this, due)
    timer.nn

  private[brine] final def system: SystemInternals = runtime.system
  private[brine] final def timedOut(): Unit        =
    // A system that ends lets all timers fire: then the time is not over, but nobody is left who could reply.
    if system.hasEnded then fail(EntityError.OutcomeUnknown(runtime.described(id), "the actor system has ended"))
    else giveUp()

  /** The actor has ended before it took the request: another actor of the entity gets it. */
  final def targetStopped(cell: Cell[?]): Boolean =
    if !taken then runtime.send(this)
    true

  final def targetFailed(cell: Cell[?], cause: Throwable): Boolean = refused(cause)

  final def refused(failure: Throwable): Boolean =
    fail(EntityError.OutcomeUnknown(runtime.described(id), s"its actor failed with ${FailureText.of(failure)}"))
    true

  final def tell(message: Any): Unit                                               = ()
  final def tryTell(message: Any): Boolean                                         = false
  private[brine] final def sendRequest(message: Any, reply: PendingReply[?]): Unit = ()
  private[brine] final def targetCell: Cell[?]                                     = null
  private[brine] def refText: String = s"a command to ${runtime.described(id)}"

private[entity] object EntityRequest:
  private val lookup = MethodHandles.privateLookupIn(classOf[EntityRequest], MethodHandles.lookup())

  private val Outcome: VarHandle  = lookup.findVarHandle(classOf[EntityRequest], "outcome", classOf[AnyRef])
  private val Released: VarHandle = lookup.findVarHandle(classOf[EntityRequest], "isReleased", classOf[Boolean])
