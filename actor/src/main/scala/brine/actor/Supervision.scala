package brine.actor

import scala.concurrent.duration.*

/** How the failures of one actor are answered: by default it stops.
  *
  * {{{
  * Supervision.restart(limit = 3, within = 1.minute).withBackoff(100.millis, 10.seconds)
  * Supervision.stop.decide { case _: IllegalArgumentException => Directive.Resume }
  * }}}
  *
  * Whatever is decided, the parent is told of every failure by [[Signal.ChildFailed]], or by failing itself when it is escalated, and the
  * listener of the system too.
  * `OutOfMemoryError`, `StackOverflowError` and `InterruptedException` are failures like any other. After the design of
  * Erlang/OTP's supervisors (restart intensity) and of the let-it-crash papers by J. Armstrong.
  *
  * @param directive
  *   the answer to all that `decider` is silent about
  * @param limit
  *   the most restarts within `within`; at least 0
  * @param exhausted
  *   the answer to the failure after those: [[Directive.Stop]] or [[Directive.Escalate]]
  * @param backoff
  *   how long to wait before each restart; none by default
  */
final case class Supervision private (
    directive: Directive,
    limit: Int,
    within: FiniteDuration,
    exhausted: Directive,
    backoff: Option[Backoff],
    decider: PartialFunction[Throwable, Directive]
):
  /** Answers some failures in another way. */
  def decide(decider: PartialFunction[Throwable, Directive]): Supervision = copy(decider = decider.orElse(this.decider))

  /** Waits before each restart, twice as long every time, while messages queue up.
    *
    * @param first
    *   the first wait; above zero
    * @param most
    *   the longest wait
    * @param jitter
    *   by which part, from 0 to 1, a wait is made longer at random, so that actors which failed together do not all begin again together
    */
  def withBackoff(first: FiniteDuration, most: FiniteDuration, jitter: Double = 0.2): Supervision =
    copy(backoff = Some(Backoff(first, most, jitter)))

  /** Escalates once the restarts are used up, instead of stopping. */
  def thenEscalate: Supervision = copy(exhausted = Directive.Escalate)

  private[brine] def answer(failure: Throwable): Directive = decider.applyOrElse(failure, _ => directive)

object Supervision:
  private def always(directive: Directive): Supervision =
    Supervision(directive, 0, 1.minute, Directive.Stop, None, PartialFunction.empty)

  val stop: Supervision     = always(Directive.Stop)
  val resume: Supervision   = always(Directive.Resume)
  val escalate: Supervision = always(Directive.Escalate)

  /** Begins anew, at most `limit` times within `within`; the failure after those stops the actor.
    *
    * @throws IllegalArgumentException
    *   when `limit` is negative or `within` is not above zero
    */
  def restart(limit: Int = 10, within: FiniteDuration = 1.minute): Supervision =
    require(limit >= 0, s"limit is $limit: it must not be negative")
    require(within > Duration.Zero, s"within is $within: it must be above zero")
    always(Directive.Restart).copy(limit = limit, within = within)

/** Waits that double: see [[Supervision.withBackoff]]. */
final case class Backoff(first: FiniteDuration, most: FiniteDuration, jitter: Double):
  require(first > Duration.Zero, s"the first wait is $first: it must be above zero")
  require(most >= first, s"the longest wait, $most, is shorter than the first, $first")
  require(jitter >= 0 && jitter <= 1, s"jitter is $jitter: it must be from 0 to 1")

  /** The wait before restart `number`, from 1.
    *
    * @param random
    *   from 0 to 1
    */
  private[brine] def delayNanos(number: Int, random: Double): Long =
    val doubled = first.toNanos.toDouble * Math.pow(2, Math.min(number - 1, 62))
    (Math.min(doubled, most.toNanos.toDouble) * (1 + jitter * random)).toLong

/** What becomes of the other children of an actor when one of them fails and is stopped or restarted: the same, or nothing. */
enum SiblingStrategy:
  /** Only the child that failed. */
  case OneForOne

  /** All children. */
  case OneForAll

  /** Those spawned after the one that failed. */
  case RestForOne
