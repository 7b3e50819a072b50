package brine.entity.internal

import brine.actor.internal.support.StackProbe
import brine.codec.Codec
import brine.entity.{Answer, Entities, EntityError, EntityException, EntityRef, TogetherScope}
import brine.journal.{AppendBatch, AppendError, Appended, EncodedAppend, EventLog, Offset, Query}
import java.time.{Duration, Instant}
import java.util.concurrent.TimeoutException
import java.util.{Objects, UUID}

/** Decisions of several entities in one append. They decide on nothing else until it has completed. Thread-safe.
  *
  * @param members
  *   runtime and id of each, in the order in which they are borrowed
  */
private[entity] final class TogetherRun private (members: Vector[TogetherRun.Member]):
  import TogetherRun.*
  import TogetherRun.Outcome.*

  private val log: EventLog     = members.head.runtime.log
  private val timeout: Duration = members.map(_.runtime.settings.timeout).min
  private val maxAttempts       = members.map(_.runtime.settings.maxAttempts).min

  /** The entities, for messages. */
  val described: String =
    val shown = members.take(MostShown).map(member => member.runtime.described(member.id))
    val more  = members.size - shown.size
    if more > 0 then s"${shown.mkString(", ")} and $more more" else shown.mkString(" and ")

  def answer[R](decide: TogetherScope => R): Answer[R] = run(decide, null) match
    case Ended(answer) => answer
    case Failed(cause) => throw cause
    case Known(_)      => throw IllegalStateException(s"the log ${log.name} knows a key that it was not given")

  /** The same, once for a key. */
  def answerOnce[R](key: UUID, decide: TogetherScope => R)(using Codec[R]): Answer[R] =
    val reply = TogetherReply[R](key, members.map(_.stream), log, described)
    run(decide, reply) match
      case Ended(answer)                        => answer
      case Known(original)                      => reply.find(original)
      case Failed(cause) if isOfDecision(cause) => reply.earlier(timeout).fold(throw cause)(reply.find)
      case Failed(cause)                        => throw cause

  /** Whether a failure says nothing about an earlier call with the same key: the log must be asked. */
  private def isOfDecision(cause: Throwable): Boolean = cause match
    case _: InterruptedException => false
    case failed: EntityException =>
      failed.error match
        case _: (EntityError.Failed | EntityError.Unencodable | EntityError.Conflicting | EntityError.TooLarge) => true
        case _: (EntityError.Unloadable | EntityError.Missing)                                                  => true
        case _                                                                                                  => false
    case UserFailure(_) => true
    case _              => false

  private def run[R](decide: TogetherScope => R, reply: TogetherReply[R] | Null): Outcome[R] =
    Objects.requireNonNull(decide, "decide"): Unit
    MayWait.require("a virtual thread")(s"deciding with $described")
    StackProbe.require() // or nobody might give back what was borrowed
    val until                      = System.nanoTime() + timeout.toNanos
    var attempts                   = 0
    var outcome: Outcome[R] | Null = null
    while outcome == null && attempts < maxAttempts do
      // The events of others may not be durable yet.
      if attempts > 1 then Loan.pause(1L << math.min(attempts, MostPauseBits), until)
      attempts += 1
      outcome = attempt(decide, reply, until)
    if outcome == null then Failed(EntityException(EntityError.Conflicting(described, attempts))) else outcome.nn

  // ---- One attempt --------------------------------------------------------------------------------------------------

  /** The outcome; null if other writers were first. */
  private def attempt[R](
      decide: TogetherScope => R,
      reply: TogetherReply[R] | Null,
      until: Long
  ): Outcome[R] | Null =
    val all  = members.map(_.participant())
    val loan = Loan(all, log, described, timeout, until)
    try
      loan.begin()
      try
        loan.borrow()
        val time  = all.head.runtime.timeAfter(all.map(_.micros).max)
        val value = decided(decide, all, time)
        value.fold(Failed(_), write(loan, all, _, reply))
      finally loan.end()
    catch
      case failed: EntityException => Failed(failed)
      case _: InterruptedException =>
        val what = if loan.mayBeAppended then "what was decided may be appended" else "nothing was appended"
        throw InterruptedException(s"interrupted while $described decide together: $what")

  private def decided[R](
      decide: TogetherScope => R,
      all: Vector[Participant[?, ?, ?]],
      time: Instant
  ): Either[Throwable, R] =
    val scope = Scope(all, time)
    // A function within another one may decide with the same type.
    val begun = all.map(_.runtime).distinct.filter(_.beginDeciding())
    try Right(decide(scope))
    // Whatever it is, it revokes everything, and its caller gets it.
    catch case failed: Throwable => Left(failed)
    finally
      begun.foreach(_.endDeciding())
      scope.end()

  private def write[R](
      loan: Loan,
      all: Vector[Participant[?, ?, ?]],
      value: R,
      reply: TogetherReply[R] | Null
  ): Outcome[R] | Null =
    val changed = all.filter(_.events > 0)
    val records = changed.map(_.events.toLong).sum + (if reply == null then 0 else 1)
    if records > EncodedAppend.MostEvents then
      Failed(EntityException(tooLarge(s"it has more than ${EncodedAppend.MostEvents} events")))
    else
      val asked   = all.filter(_.isReadOnly)
      val durable = log.durable
      if !asked.forall(isCurrent) then
        loan.expire()
        null
      else if records == 0 then Ended(Answer(value, Offset(all.map(_.offset.sequence).max)))
      else
        val batch = AppendBatch()
        // First the reply: a log knows a key as long as it keeps the first event of the append.
        if reply != null then reply.addTo(batch, value)
        changed.foreach(_.addTo(batch))
        // What was decided follows from these states as well. Versions tell what is before this offset, also of deleted
        // streams, and the condition what is after it.
        if asked.nonEmpty then batch.unless(Query.stream(asked.head.stream, asked.tail.map(_.stream)*), durable): Unit
        append(loan, batch, value)

  /** Whether other writers have no newer events of an entity that was only asked. If that holds for several, one after
    * the other, they were all current when the first one was compared, because versions only grow.
    */
  private def isCurrent(asked: Participant[?, ?, ?]): Boolean =
    val version =
      try log.version(asked.stream)
      catch
        case interrupted: InterruptedException => throw interrupted
        case UserFailure(failed)               => Left(LogFailure.of(log, failed))
    version match
      case Right(version) => version == asked.version
      case Left(error)    => throw EntityException(EntityError.Unavailable(asked.described, error))

  private def append[R](loan: Loan, batch: AppendBatch, value: R): Outcome[R] | Null =
    try
      loan.requireTime()
      loan.append(batch) match
        case Right(appended) => Ended(Answer(value, appended.last))
        case Left(error)     => refused(error)
    catch
      case failed: (InterruptedException | EntityException) => throw failed
      case _: TimeoutException => Failed(EntityException(EntityError.TimedOut(described, timeout)))
      case UserFailure(failed) =>
        val reason = s"the log failed with ${FailureText.of(failed)}"
        Failed(EntityException(EntityError.OutcomeUnknown(described, reason)))

  private def refused(error: AppendError): Outcome[Nothing] | Null = error match
    case _: (AppendError.WrongVersion | AppendError.Conflict) => null
    case AppendError.Duplicate(original)                      => Known(original)
    case other                                                =>
      Failed(EntityException(other match
        case unknown: AppendError.OutcomeUnknown => EntityError.OutcomeUnknown(described, unknown.message)
        case large: AppendError.TooLarge         => tooLarge(large.message)
        case AppendError.Full                    => EntityError.Busy(described, timeout)
        case _                                   => EntityError.Unavailable(described, other)))

  private def tooLarge(reason: String) = EntityError.TooLarge(described, JoinRequest.Command, reason)

private[entity] object TogetherRun:
  private inline val MostShown     = 5
  private inline val MostPauseBits = 6

  /** Several entities; each once, whatever the order.
    *
    * @throws IllegalArgumentException
    *   if they are in different logs
    */
  def of(members: Seq[Member]): TogetherRun =
    val first = members.head
    members
      .find(_.runtime.log ne first.runtime.log)
      .foreach: other =>
        throw IllegalArgumentException(
          s"${other.described} and ${first.described} are in different logs, which cannot append together: open their " +
            "entities over one log"
        )
    val distinct = members.distinctBy(member => (member.runtime.number, member.id))
    for (_, same) <- distinct.groupBy(_.stream) if same.size > 1 do
      throw IllegalArgumentException(
        s"${same.head.described} is named by two runtimes, whose states may differ: open the entities of a type once"
      )
    new TogetherRun(distinct.sortBy(member => (member.runtime.number, member.id)).toVector)

  /** One of the entities. */
  final class Member(val runtime: EntityRuntime[?, ?, ?], val id: String):
    def stream: String                      = runtime.entity.stream(id)
    def described: String                   = runtime.described(id)
    def participant(): Participant[?, ?, ?] = participantOf(runtime, id)

  private def participantOf[C[+_], E, S](runtime: EntityRuntime[C, E, S], id: String): Participant[C, E, S] =
    Participant(runtime, id)

  /** What became of an attempt. */
  private enum Outcome[+R]:
    case Ended(answer: Answer[R])

    /** The key was used before. */
    case Known(original: Appended)

    /** There is no reply. */
    case Failed(cause: Throwable)

  private final class Scope(all: Vector[Participant[?, ?, ?]], time: Instant) extends TogetherScope:
    private val thread             = Thread.currentThread
    @volatile private var hasEnded = false

    def ask[C[+_], R](entity: EntityRef[C], command: C[R]): R =
      requireInside()
      Objects.requireNonNull(command, "command"): Unit
      participant(entity).decide(command, time).asInstanceOf[R]

    private def participant(entity: EntityRef[?]): Participant[?, ?, ?] =
      val found = entity match
        case ref: Entities.Ref[?] => all.find(one => (one.runtime eq ref.runtime) && one.id == ref.id)
        case _                    => None
      found.getOrElse:
        throw IllegalArgumentException(s"$entity is not among the entities that decide together: name it in `together`")

    def discard(): Unit =
      requireInside()
      all.foreach(_.discard())

    private def requireInside(): Unit =
      if hasEnded || (Thread.currentThread ne thread) then
        throw IllegalStateException("entities decide together on the thread of the function, and until it returns")

    def end(): Unit = hasEnded = true
