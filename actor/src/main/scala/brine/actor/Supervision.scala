package brine.actor

import brine.actor.internal.support.Nanos
import java.time.Duration
import java.util.Optional
import java.util.function.Function
import scala.concurrent.duration.FiniteDuration

/** What happens when an actor fails: by default it stops.
  *
  * {{{
  * Supervision.restart(limit = 3, within = 1.minute).withBackoff(100.millis, 10.seconds)
  * Supervision.stop.decide { case _: IllegalArgumentException => Directive.Resume }
  *
  * Supervision.restart(3, Duration.ofMinutes(1)).withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10)) // Java
  * }}}
  *
  * The parent receives every failure as [[Signal.ChildFailed]], or fails itself if the failure is escalated. The
  * listener of the system receives every failure, too. `OutOfMemoryError`, `StackOverflowError` and
  * `InterruptedException` are failures like any other.
  *
  * The design follows Erlang/OTP's supervisors (restart intensity) and the let-it-crash papers by J. Armstrong.
  *
  * @param directive
  *   answer to all failures for which `decider` returns none
  * @param limit
  *   maximum number of restarts within `window`; at least 0
  * @param window
  *   time in which restarts are counted, waits of a backoff included; above zero. Once an actor has run for longer
  *   than that without a failure, the first wait of its backoff comes again
  * @param exhausted
  *   answer to the failure after those restarts: [[Directive.Stop]] or [[Directive.Escalate]]
  * @param backoff
  *   wait before each restart; [[Backoff.none]] by default
  * @param decider
  *   answers to specific failures; empty for all others
  */
final case class Supervision private (
    directive: Directive,
    limit: Int,
    window: Duration,
    exhausted: Directive,
    backoff: Backoff,
    decider: Function[Throwable, Optional[Directive]]
):
  if limit < 0 then throw IllegalArgumentException(s"limit is $limit: it must not be negative")
  if !window.isPositive then
    throw IllegalArgumentException(s"the time for $limit restarts is $window: it must be above zero")
  if exhausted != Directive.Stop && exhausted != Directive.Escalate then
    throw IllegalArgumentException(s"exhausted is $exhausted: it must be Stop or Escalate")

  /** Returns the supervision with this [[directive]].
    *
    * @throws IllegalArgumentException
    *   when the directive is `Restart` and the [[limit]] is 0, which permits no restart
    */
  def withDirective(directive: Directive): Supervision =
    if directive == Directive.Restart && limit == 0 then
      throw IllegalArgumentException(
        "limit is 0, so no actor would restart: use Supervision.restart(limit, within), or call withLimit first"
      )
    copy(directive = directive)

  /** Returns the supervision with this [[limit]]. */
  def withLimit(limit: Int): Supervision = copy(limit = limit)

  /** Returns the supervision with this [[window]]. */
  def withWindow(window: Duration): Supervision = copy(window = window)

  /** Returns the supervision with this [[window]]. */
  inline def withWindow(window: FiniteDuration): Supervision = withWindow(Duration.ofNanos(window.toNanos))

  /** Returns the supervision with this answer to the failure after all restarts. */
  def withExhausted(exhausted: Directive): Supervision = copy(exhausted = exhausted)

  /** Escalates once all restarts are used, instead of stopping. */
  def thenEscalate: Supervision = withExhausted(Directive.Escalate)

  /** Returns the supervision with this [[backoff]]: messages wait in the mailbox meanwhile. */
  def withBackoff(backoff: Backoff): Supervision = copy(backoff = backoff)

  /** Waits before each restart, each time twice as long: see [[Backoff]]. A wait is lengthened at random by up to a
    * fifth.
    */
  def withBackoff(first: Duration, most: Duration): Supervision = withBackoff(Backoff(first, most))

  /** Waits before each restart, each time twice as long: see [[Backoff]]. */
  def withBackoff(first: Duration, most: Duration, jitter: Double): Supervision =
    withBackoff(Backoff(first, most, jitter))

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
  inline def withBackoff(
      first: FiniteDuration,
      most: FiniteDuration,
      jitter: Double = Backoff.DefaultJitter
  ): Supervision =
    withBackoff(Backoff(first, most, jitter))

  /** Returns the supervision with this [[decider]], in place of the one it has. */
  def withDecider(decider: Function[Throwable, Optional[Directive]]): Supervision = copy(decider = decider)

  /** Lets `decider` choose the answer to the failures for which it is defined, before the decider that there is. */
  inline def decide(decider: PartialFunction[Throwable, Directive]): Supervision =
    val earlier = this.decider
    withDecider: failure =>
      // Once: a guard may be slow, or depend on something that changes.
      val directive = decider.applyOrElse(failure, (_: Throwable) => null)
      if directive == null then earlier(failure) else Optional.of(directive)

  /** Answers failures of a class and its subclasses with `directive`, before the decider that there is.
    *
    * {{{
    * Supervision.stop().decide(IllegalArgumentException.class, Directive.Resume); // Java
    * }}}
    */
  def decide(failures: Class[? <: Throwable], directive: Directive): Supervision =
    val earlier = decider
    withDecider(failure => if failures.isInstance(failure) then Optional.of(directive) else earlier(failure))

  private[brine] val windowNanos: Long = Nanos.of(window)

  private[brine] def answer(failure: Throwable): Directive = decider(failure).orElse(directive)

object Supervision:
  private def always(directive: Directive): Supervision =
    Supervision(directive, 0, Duration.ofMinutes(1), Directive.Stop, Backoff.none, _ => Optional.empty)

  /** The actor stops. */
  val stop: Supervision = always(Directive.Stop)

  /** The actor continues with the state it has. */
  val resume: Supervision = always(Directive.Resume)

  /** The actor stops, and its parent fails with the same cause. */
  val escalate: Supervision = always(Directive.Escalate)

  /** Restarts the actor, at most 10 times within a minute. The failure after those stops it. */
  def restart(): Supervision = restart(10)

  /** Restarts the actor, at most `limit` times within a minute. The failure after those stops it.
    *
    * @throws IllegalArgumentException
    *   when `limit` is negative
    */
  def restart(limit: Int): Supervision = restart(limit, Duration.ofMinutes(1))

  /** Restarts the actor, at most `limit` times within `within`. The failure after those stops it.
    *
    * @throws IllegalArgumentException
    *   when `limit` is negative or `within` is not above zero
    */
  def restart(limit: Int, within: Duration): Supervision =
    always(Directive.Restart).copy(limit = limit, window = within)

  /** Restarts the actor, at most `limit` times within `within`. The failure after those stops it.
    *
    * @throws IllegalArgumentException
    *   when `limit` is negative or `within` is not above zero
    */
  inline def restart(limit: Int, within: FiniteDuration): Supervision = restart(limit, Duration.ofNanos(within.toNanos))
