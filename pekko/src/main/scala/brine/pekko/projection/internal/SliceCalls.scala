package brine.pekko.projection.internal

import java.time.Duration
import java.util.UUID
import java.util.concurrent.TimeoutException
import org.apache.pekko.actor.typed.scaladsl.AskPattern.Askable
import org.apache.pekko.actor.typed.{ActorRef, ActorSystem, Scheduler}
import org.apache.pekko.util.Timeout
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}
import scala.concurrent.{ExecutionContext, Future}

/** Asks slices, on whatever node each is. Questions that have no effect are asked again while a slice moves.
  * Thread-safe.
  *
  * @param log
  *   identity of this node's log, if it has one
  * @param database
  *   identity of this node's database, once it knows that
  */
private[pekko] final class SliceCalls(
    region: ActorRef[SliceMessage],
    system: ActorSystem[?],
    log: Option[UUID],
    database: () => Option[UUID]
):
  import SliceCalls.*

  // No `given`: Scala 3.3 compiles it to a lazy val.
  private implicit val executionContext: ExecutionContext = system.executionContext
  private implicit val scheduler: Scheduler               = system.scheduler

  /** The answer of a slice. Fails with a `TimeoutException` if there is none in time. */
  def ask(slice: Int, question: SliceQuestion, within: Duration): Future[SliceReply] =
    given Timeout = FiniteDuration(math.max(ShortestNanos, math.min(nanosOf(within), LongestNanos)), NANOSECONDS)
    region.ask[SliceReply](caller => SliceMessage.Ask(slice, caller, question, log, database()))

  /** Whether a slice has reached an offset by a time of `System.nanoTime`. The last answer says how far it is; None if
    * there was no answer.
    */
  def reach(slice: Int, offset: Long, until: Long, last: Option[SliceReply] = None): Future[Option[SliceReply]] =
    val left = until - System.nanoTime
    if left <= 0 && last.nonEmpty then Future.successful(last)
    else
      val round    = math.max(ShortestNanos, math.min(left, RoundNanos))
      val question = SliceQuestion.Reach(offset, round)
      // The answer may take a while to arrive.
      val patience = if left > RoundNanos then round + RoundNanos else round + ShortestNanos
      ask(slice, question, Duration.ofNanos(patience))
        .map(Some(_))
        .recover { case _: TimeoutException => None }
        .flatMap:
          case Some(reply) =>
            reply.answer match
              case SliceAnswer.Behind(_) if until - System.nanoTime > 0 => reach(slice, offset, until, Some(reply))
              case _                                                    => Future.successful(Some(reply))
          case None =>
            if until - System.nanoTime > 0 then reach(slice, offset, until, last) else Future.successful(last)

private[pekko] object SliceCalls:
  // After this time a question is asked again: the slice may have moved.
  private inline val RoundNanos    = 500_000_000L
  private inline val ShortestNanos = 20_000_000L

  // The scheduler of Pekko refuses more than 2,147,483,647 ticks, and a tick may be a millisecond.
  private inline val LongestNanos = 86_400_000_000_000L

  def nanosOf(duration: Duration): Long =
    try math.max(0, duration.toNanos)
    catch case _: ArithmeticException => if duration.isNegative then 0 else Long.MaxValue
