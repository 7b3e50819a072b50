package brine.pekko.entity.internal

import brine.entity.internal.EntityNode
import brine.entity.{Answer, Commands, EntityError, EntityException}
import brine.journal.Offset
import brine.pekko.PekkoEntitySettings
import java.util.UUID
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.{ConcurrentHashMap, Semaphore, TimeUnit}
import org.apache.pekko.actor.typed.ActorRef
import scala.concurrent.duration.{FiniteDuration, MILLISECONDS}

/** The calls of this node to the entities of a type, wherever these are. Thread-safe.
  *
  * A call is sent again if it was surely not executed. If there is no outcome for a while, a call with a key is sent
  * again, too. For one without a key, the entity is asked whether it has the call. If it does not, the call or its
  * outcome is lost.
  *
  * @param region
  *   takes messages for entities to their nodes
  * @param later
  *   runs something after a pause; throws if the actor system has ended
  * @param log
  *   identity of this node's log, if it has one
  */
private[pekko] final class Calls[C[+_]](
    commands: Commands[C],
    node: EntityNode[C],
    region: ActorRef[ShardMessage],
    schemas: ForeignSchemas,
    val settings: PekkoEntitySettings,
    later: (FiniteDuration, () => Unit) => Unit,
    log: Option[UUID] = None
):
  import Calls.*

  private val permits  = Semaphore(settings.entities.maxPendingCommands)
  private val pending  = ConcurrentHashMap[Long, PendingCall]()
  private val numbers  = AtomicLong()
  private val resendNs = settings.resendAfter.toNanos

  @volatile private var replies: ActorRef[Outcome] = null.asInstanceOf[ActorRef[Outcome]]
  @volatile private var closed: String | Null      = null

  /** Gives it the actor that outcomes are sent to. */
  def begin(replies: ActorRef[Outcome]): Unit = this.replies = replies

  def described(id: String): String = node.described(id)

  /** Refuses to wait on a thread that must not. */
  def requireMayWait(id: String): Unit = node.requireMayWait(id)

  /** Number of calls without an outcome. */
  def size: Int = pending.size

  // ---- The caller's side --------------------------------------------------------------------------------------------

  /** Takes a permit for a call; false if there is none in time. */
  def enter(nanos: Long): Boolean =
    if nanos > 0 then permits.tryAcquire(nanos, TimeUnit.NANOSECONDS) else permits.tryAcquire()

  def overloaded(id: String): EntityError = EntityError.Overloaded(described(id), settings.entities.maxPendingCommands)

  /** Why no call is taken any more, if that is so. */
  def refusedFor(id: String): Option[EntityError] = Option(closed).map(EntityError.Closed(described(id), _))

  /** Sends a command that has a permit. */
  def start(id: String, command: Any, key: Option[UUID], due: Long, waits: Boolean): PendingCall =
    val call = PendingCall(numbers.incrementAndGet(), id, command, key, due, waits)
    pending.put(call.number, call): Unit
    sendOrEnd(call)
    // Whoever closes the calls may not have seen this one.
    if closed != null && isGone then failOnClose(call)
    call

  // A region that ends its entities keeps what nobody takes any more, and does not end before that is gone.
  private def sendOrEnd(call: PendingCall): Unit = if closed == null then send(call) else failOnClose(call)

  /** Ends a call whose caller waits no longer. */
  def expire(call: PendingCall): Unit = call.synchronized:
    val error =
      if call.doubt != null then call.doubt.nn
      else if !call.isSent && call.refusal != null then call.refusal.nn
      else EntityError.TimedOut(described(call.id), settings.entities.timeout)
    end(call, Left(error))

  private def send(call: PendingCall): Unit = call.synchronized:
    if pending.containsKey(call.number) then
      call.isSent = true
      call.sentAt = System.nanoTime
      val known = commands.codec
      val reply = commands.replyTo(call.command.asInstanceOf[C[Any]])
      region ! ShardMessage.Call(
        call.id,
        CallId(replies, call.number),
        Payload.Live(call.command, known.asInstanceOf),
        call.key,
        math.max(1, call.due - call.sentAt),
        reply.fingerprint,
        call.withSchema,
        this,
        log
      )

  /** Ends a call, once. */
  private def end(call: PendingCall, outcome: Either[EntityError, Answer[Any]]): Unit =
    if pending.remove(call.number, call) then
      permits.release()
      outcome match
        case Right(answer) => call.promise.success(answer): Unit
        case Left(error)   => call.promise.failure(EntityException(error)): Unit

  // ---- Outcomes -----------------------------------------------------------------------------------------------------

  /** A node tells what became of a call. */
  def received(outcome: Outcome): Unit =
    val call = pending.get(outcome.number)
    if call != null then
      call.synchronized:
        outcome match
          case done: Outcome.Answered  => answered(call, done)
          case failed: Outcome.Failed  => this.failed(call, failed.error)
          case _: Outcome.NotHere      => again(call, EntityError.Closed(described(call.id), Moving))
          case _: Outcome.SchemaNeeded =>
            if call.withSchema then end(call, Left(unsendable(call, "its node cannot read the schema that came along")))
            else
              call.withSchema = true
              call.isSent = false
              sendOrEnd(call)
          case _: Outcome.Unknown => if call.isSent then lost(call)

  private def answered(call: PendingCall, done: Outcome.Answered): Unit =
    val outcome = schemas.read(done.reply, commands.replyTo(call.command.asInstanceOf[C[Any]])) match
      case Right(value)                            => Right(Answer(value, Offset(done.offset)))
      case Left(ForeignSchemas.Unreadable(reason)) => Left(unreadable(call, reason))
      case Left(ForeignSchemas.SchemaNeeded)       => Left(unreadable(call, "its schema did not come along"))
    end(call, outcome)

  private def failed(call: PendingCall, error: EntityError): Unit = error match
    case _: EntityError.OutcomeUnknown if call.key.isDefined => doubt(call, error)
    case unread: EntityError.Unsendable                      => end(call, Left(unsendable(call, unread.reason)))
    case _: EntityError.Closed                               => again(call, error)
    case _: EntityError.Overloaded if call.waits             => again(call, error)
    case _: (EntityError.Unavailable | EntityError.Overloaded) if call.doubt != null =>
      // Nobody has asked the log for the key.
      end(call, Left(EntityError.OutcomeUnknown(described(call.id), error.message)))
    case _ => end(call, Left(error))

  private def lost(call: PendingCall): Unit =
    val error = EntityError.OutcomeUnknown(described(call.id), Lost)
    if call.key.isDefined then doubt(call, error) else end(call, Left(error))

  /** Sends a call with a key again, although it may have been executed. */
  private def doubt(call: PendingCall, error: EntityError): Unit =
    call.doubt = error
    again(call, error)

  /** Sends a call again after a pause. */
  private def again(call: PendingCall, refusal: EntityError): Unit =
    call.isSent = false
    call.refusal = refusal
    call.refusals += 1
    if closed != null then failOnClose(call) else sendLater(call)

  private def sendLater(call: PendingCall): Unit =
    val millis = math.min(LongestPause, 5L << math.min(call.refusals, 10))
    try later(FiniteDuration(millis, MILLISECONDS), () => sendOrEnd(call))
    catch case _: IllegalStateException => failOnClose(call)

  /** A command cannot be written. */
  def unsendable(number: Long, reason: String): Unit =
    val call = pending.get(number)
    if call != null then call.synchronized(end(call, Left(unsendable(call, reason))))

  private def unsendable(call: PendingCall, reason: String) =
    EntityError.Unsendable(described(call.id), node.nameOf(call.command), reason)

  private def unreadable(call: PendingCall, reason: String) =
    EntityError.ReplyUnsendable(described(call.id), node.nameOf(call.command), reason)

  // ---- Time ---------------------------------------------------------------------------------------------------------

  /** Looks for calls whose time is over, and for those without an outcome for a while. */
  def tick(): Unit = if !pending.isEmpty then
    val now = System.nanoTime
    pending.values.forEach: call =>
      if now - call.due >= 0 then expire(call)
      else nudge(call, now)

  private def nudge(call: PendingCall, now: Long): Unit = call.synchronized:
    // While the node leaves, those that were sent have their outcome from the entities that finish, or at the end.
    if closed == null && call.isSent && now - call.sentAt >= resendNs then
      if call.key.isDefined then
        call.doubt = EntityError.OutcomeUnknown(described(call.id), Silent)
        send(call)
      else
        call.sentAt = now
        region ! ShardMessage.Probe(call.id, CallId(replies, call.number))

  // ---- Closing ------------------------------------------------------------------------------------------------------

  @volatile private var isGone = false

  /** Refuses further calls, and sends no call again. */
  def refuse(reason: String): Unit = if closed == null then closed = reason

  /** Ends all calls, and refuses further ones: nobody will tell their outcome. */
  def close(reason: String): Unit =
    refuse(reason)
    isGone = true
    pending.values.forEach(failOnClose(_))

  private def failOnClose(call: PendingCall): Unit = call.synchronized:
    val reason = if closed == null then "the actor system has ended" else closed.nn
    if call.isSent || call.doubt != null then end(call, Left(EntityError.OutcomeUnknown(described(call.id), reason)))
    else end(call, Left(EntityError.Closed(described(call.id), reason)))

private[pekko] object Calls:
  private inline val LongestPause = 500L

  private val Moving = "it moves to another node of the cluster"
  private val Lost   = "its node was lost, or a message to or from it"
  private val Silent = "its node has not answered"
