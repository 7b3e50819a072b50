package brine.entity.boundary.internal

import brine.entity.EntityError.Executed
import brine.entity.boundary.{BoundaryError, BoundaryException, View}
import brine.entity.internal.{FailureText, MayWait, UserFailure}
import brine.entity.{Answer, At, Decision}
import brine.journal.{AppendBatch, AppendError, Appended, Micros, Offset, ReadError}
import java.time.{Duration, Instant}
import java.util.concurrent.locks.ReentrantLock
import java.util.concurrent.{ThreadLocalRandom, TimeoutException}
import scala.util.control.{ControlThrowable, NonFatal}

/** One decision: reads what the view selects, calls the function, and appends under the condition that nothing which
  * the view selects was appended meanwhile. If something was, reads that and decides again.
  *
  * For one use, by the thread of the caller.
  *
  * @param start
  *   what an earlier decision has folded
  * @param reply
  *   where the reply is stored; null for a decision without a key
  */
private[boundary] final class Deciding[E, S, R](
    runtime: BoundaryRuntime[E],
    view: View[E, S],
    start: Folded,
    decision: S => At ?=> Decision[E, R],
    reply: KeyedReply[E, R] | Null
):
  import Deciding.*
  private val deadline = Deadline(runtime.described, runtime.settings.timeout)
  private val fold     = ViewFold(runtime, view, start, deadline)

  // After a conflict, its own or of others; null before, and if they have it for too long.
  private var turn: ReentrantLock | Null = null
  private var hasLooked                  = false
  private var conflicts                  = 0

  /** What is folded by now, also if there is no reply. */
  def folded: Folded = fold.folded

  /** Decides, and waits until everything that the reply follows from is durable. */
  def run(): Answer[R] =
    MayWait.require("a virtual thread")(s"a decision of ${runtime.described}")
    try
      var answer = attempt()
      while answer == null do answer = attempt()
      answer.nn
    catch case failed: BoundaryException if reply != null && mayBeRepeated(failed.error) => firstReplyOr(failed)
    finally if turn != null then turn.nn.unlock()

  /** Returns null if it must be decided again. */
  private def attempt(): Answer[R] | Null =
    deadline.require("reading events")
    runtime.requireOpen()
    fold.read(0): Unit
    val decided = decide()
    // What was read is durable.
    if decided.events.isEmpty && reply == null then Answer(decided.reply, Offset(folded.last))
    else if waitsForOthers() then null
    else
      write(batchOf(decided)) match
        case Right(appended)                                     => Answer(decided.reply, appended.last)
        case Left(AppendError.Conflict(_, first))                => conflicted(first.sequence)
        case Left(AppendError.Unreadable(ReadError.Gone(_)))     => conflicted(0)
        case Left(AppendError.Duplicate(first)) if reply != null => reply.nn.first(first)
        case Left(error: AppendError.TooLarge)                   =>
          throw runtime.failed(BoundaryError.TooLarge(runtime.described, error.message))
        case Left(error) => throw runtime.failed(unwritten(error))

  private def decide(): Decision[E, R] =
    val now = math.max(Micros.of(Instant.now), folded.micros)
    val at  = At.now(Micros.instant(now))
    var in  = "a function of View.map"
    try
      val value = view.value(folded.values)
      in = "the decision"
      val decided = decision(value)(using at)
      if decided.events == null then throw NullPointerException("the events are null")
      decided
    catch
      // Nothing has happened yet: the caller's own way out of the function.
      case out: (ControlThrowable | scala.util.boundary.Break[?] | InterruptedException) => throw out
      case UserFailure(failed)                                                           =>
        throw runtime.failed(BoundaryError.Failed(runtime.described, in, failed))

  private def batchOf(decided: Decision[E, R]): AppendBatch =
    val batch = AppendBatch()
    // First the reply: a log knows a key as long as it keeps the first event of the append.
    if reply != null then runtime.batches.checked("the codec of the reply")(reply.nn.addTo(batch, decided.reply))
    runtime.batches.add(batch, decided.events)
    batch.unless(view.query, Offset(folded.offset))

  // ---- Appending ----------------------------------------------------------------------------------------------------

  /** Appends; while the log has no room, tries again. */
  private def write(batch: AppendBatch): Either[AppendError, Appended] =
    var fulls  = 0
    var result = tryWrite(batch)
    while result == NoRoom do
      fulls += 1
      deadline.pause(backoff(fulls), "waiting for room in the log")
      runtime.requireOpen()
      result = tryWrite(batch)
    result

  private def tryWrite(batch: AppendBatch): Either[AppendError, Appended] =
    deadline.require("deciding")
    try runtime.log.tryAppend(batch).await(Duration.ofNanos(math.max(0, deadline.left)))
    catch
      case _: TimeoutException     => throw runtime.failed(deadline.timedOut(Appending, Executed.Unknown))
      case _: InterruptedException =>
        throw InterruptedException(s"interrupted while ${runtime.described} was $Appending; it may still be stored")
      case NonFatal(thrown) =>
        val reason = s"the log failed with ${FailureText.of(thrown)}"
        throw runtime.failed(BoundaryError.OutcomeUnknown(runtime.described, reason))

  private def unwritten(error: AppendError): BoundaryError = error match
    case unknown: AppendError.OutcomeUnknown => BoundaryError.OutcomeUnknown(runtime.described, unknown.message)
    case other                               => BoundaryError.Unavailable(runtime.described, other)

  private def backoff(number: Int): Long =
    runtime.settings.backoff.delayNanos(number, ThreadLocalRandom.current.nextDouble())

  // ---- Conflicts ----------------------------------------------------------------------------------------------------

  /** Whether others were first in a queue for what this decision depends on, so that it must read on. */
  private def waitsForOthers(): Boolean =
    val looks = !hasLooked
    if looks then
      hasLooked = true
      turn = runtime.turns.takeIfContended(view.query, deadline)
    looks && turn != null

  /** Somebody else has appended an event that the view selects. Waits until it can be read, and for the turn.
    *
    * @param first
    *   offset of that event; 0 if it is not known
    */
  private def conflicted(first: Long): Null =
    conflicts += 1
    if conflicts >= runtime.settings.maxAttempts then
      throw runtime.failed(BoundaryError.Conflicting(runtime.described, conflicts, Offset(first)))
    // The other append may not be durable yet.
    if first > 0 then awaitVisible(first)
    if turn == null then
      val clause = fold.read(first)
      if clause != null then turn = runtime.turns.take(clause, deadline)
    if turn == null then deadline.pause(backoff(conflicts), Turns.Waiting)
    null

  private def awaitVisible(offset: Long): Unit =
    val most = math.min(deadline.left, LongestWait)
    try runtime.reading(runtime.log.source.awaitBeyond(Offset(offset - 1), most): Unit)
    catch case _: InterruptedException => throw deadline.interrupted(Turns.Waiting)

  // ---- Keys ---------------------------------------------------------------------------------------------------------

  /** The reply to an earlier sending with the key, if there was one; otherwise the failure of this one. */
  private def firstReplyOr(failed: BoundaryException): Answer[R] =
    write(reply.nn.question) match
      case Left(AppendError.Duplicate(first))      => reply.nn.first(first)
      case Left(AppendError.WrongVersion(_, _, _)) => throw failed
      case Left(other) => throw runtime.failed(BoundaryError.Unavailable(runtime.described, other))
      case Right(_)    =>
        val reason = s"the log ${runtime.log.name} accepts any expected version"
        throw runtime.failed(BoundaryError.OutcomeUnknown(runtime.described, reason))

private[boundary] object Deciding:
  // An append that has failed may never be visible.
  private inline val LongestWait = 1_000_000_000L
  private inline val Appending   = "waiting for its append"

  private val NoRoom: Either[AppendError, Appended] = Left(AppendError.Full)

  /** Whether an earlier sending may have been executed, which the log has not been asked. */
  private def mayBeRepeated(error: BoundaryError): Boolean = error match
    case _: (BoundaryError.Failed | BoundaryError.Unfoldable | BoundaryError.Unencodable | BoundaryError.TooLarge |
          BoundaryError.Conflicting | BoundaryError.Gone) =>
      true
    case _ => false
