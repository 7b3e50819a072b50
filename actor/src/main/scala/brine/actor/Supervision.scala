package brine.actor

import scala.concurrent.duration.*

/** What happens when an actor fails: by default it stops.
  *
  * {{{
  * Supervision.restart(limit = 3, within = 1.minute).withBackoff(100.millis, 10.seconds)
  * Supervision.stop.decide { case _: IllegalArgumentException => Directive.Resume }
  * }}}
  *
  * The parent receives every failure as [[Signal.ChildFailed]], or fails itself if the failure is escalated. The
  * listener of the system receives every failure, too. `OutOfMemoryError`, `StackOverflowError` and
  * `InterruptedException` are failures like any other.
  *
  * The design follows Erlang/OTP's supervisors (restart intensity) and the let-it-crash papers by J. Armstrong.
  *
  * @param directive
  *   answer to all failures for which `decider` is not defined
  * @param limit
  *   maximum number of restarts within `within`; at least 0
  * @param exhausted
  *   answer to the failure after those restarts: [[Directive.Stop]] or [[Directive.Escalate]]
  * @param backoff
  *   wait before each restart; none by default
  */
final case class Supervision private (
    directive: Directive,
    limit: Int,
    within: FiniteDuration,
    exhausted: Directive,
    backoff: Option[Backoff],
    decider: PartialFunction[Throwable, Directive]
):
  /** Lets `decider` choose the answer to the failures for which it is defined. */
  def decide(decider: PartialFunction[Throwable, Directive]): Supervision = copy(decider = decider.orElse(this.decider))

  /** Waits before each restart, each time twice as long. Messages wait in the mailbox meanwhile.
    *
    * @param first
    *   first wait; above zero
    * @param most
    *   longest wait, before jitter
    * @param jitter
    *   fraction, from 0 to 1, by which a wait is lengthened at random, so that actors that failed together do not
    *   restart together
    */
  def withBackoff(first: FiniteDuration, most: FiniteDuration, jitter: Double = 0.2): Supervision =
    copy(backoff = Some(Backoff(first, most, jitter)))

  /** Escalates once all restarts are used, instead of stopping. */
  def thenEscalate: Supervision = copy(exhausted = Directive.Escalate)

  private[brine] def answer(failure: Throwable): Directive = decider.applyOrElse(failure, _ => directive)

object Supervision:
  private def always(directive: Directive): Supervision =
    Supervision(directive, 0, 1.minute, Directive.Stop, None, PartialFunction.empty)

  /** The actor stops. */
  val stop: Supervision = always(Directive.Stop)

  /** The actor continues with the state it has. */
  val resume: Supervision = always(Directive.Resume)

  /** The actor stops, and its parent fails with the same cause. */
  val escalate: Supervision = always(Directive.Escalate)

  /** Restarts the actor, at most `limit` times within `within`. The failure after those stops it.
    *
    * @throws IllegalArgumentException
    *   when `limit` is negative or `within` is not above zero
    */
  def restart(limit: Int = 10, within: FiniteDuration = 1.minute): Supervision =
    require(limit >= 0, s"limit is $limit: it must not be negative")
    require(within > Duration.Zero, s"within is $within: it must be above zero")
    always(Directive.Restart).copy(limit = limit, within = within)

/** A wait that doubles with each restart: see [[Supervision.withBackoff]]. */
final case class Backoff(first: FiniteDuration, most: FiniteDuration, jitter: Double):
  require(first > Duration.Zero, s"the first wait is $first: it must be above zero")
  require(most >= first, s"the longest wait, $most, is shorter than the first, $first")
  require(jitter >= 0 && jitter <= 1, s"jitter is $jitter: it must be from 0 to 1")

  /** The wait before a restart, in nanoseconds.
    *
    * @param number
    *   number of the restart, from 1
    * @param random
    *   random number from 0 to 1, for the jitter
    */
  private[brine] def delayNanos(number: Int, random: Double): Long =
    val doubled = first.toNanos.toDouble * Math.pow(2, Math.min(number - 1, 62))
    (Math.min(doubled, most.toNanos.toDouble) * (1 + jitter * random)).toLong

/** What happens to the other children of an actor when one of them is stopped or restarted after a failure. */
enum SiblingStrategy:
  /** Nothing happens to the others. */
  case OneForOne

  /** All children stop or restart with it. */
  case OneForAll

  /** The children spawned after it stop or restart with it. */
  case RestForOne
