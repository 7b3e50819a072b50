package brine.actor.testkit

import brine.actor.{ActorInterceptor, ActorListener}

/** Settings of a [[TestSystem]].
  *
  * @param seed
  *   seed of random numbers that the runtime draws, for example those of a backoff. It does not affect the schedule, so
  *   you can vary both independently
  * @param steps
  *   number of steps after which a call of the test ends with an [[EndlessRunException]]; above zero
  * @param timersRace
  *   whether [[TestSystem.advance]] lets timers fire while messages wait, as in a system under load. This adds one
  *   choice to each step. If false, time stands still while anything can run
  * @param listener
  *   receives the events of the system; none by default
  * @param interceptor
  *   sees the messages of all actors; none by default
  * @param metricsEvery
  *   0, the default: nothing is measured; otherwise as for [[brine.actor.ActorSystemSettings.withMetricsEvery]], in
  *   virtual time
  * @param logFailures
  *   whether failures of actors are also logged
  */
final case class TestSettings(
    seed: Long = 0,
    steps: Long = 100000,
    timersRace: Boolean = false,
    listener: ActorListener = ActorListener.none,
    logFailures: Boolean = false,
    interceptor: ActorInterceptor = ActorInterceptor.none,
    metricsEvery: Int = 0
):
  require(steps > 0, s"$steps steps: there must be at least 1")

  /** Returns the settings with this [[seed]]. */
  def withSeed(seed: Long): TestSettings = copy(seed = seed)

  /** Returns the settings with this number of [[steps]]. */
  def withSteps(steps: Long): TestSettings = copy(steps = steps)

  /** Returns the settings with this [[timersRace]]. */
  def withTimersRace(timersRace: Boolean): TestSettings = copy(timersRace = timersRace)

  /** Returns the settings with this [[listener]]. */
  def withListener(listener: ActorListener): TestSettings = copy(listener = listener)

  /** Returns the settings with this [[logFailures]]. */
  def withLogFailures(logFailures: Boolean): TestSettings = copy(logFailures = logFailures)

  /** Returns the settings with this [[interceptor]]. */
  def withInterceptor(interceptor: ActorInterceptor): TestSettings = copy(interceptor = interceptor)

  /** Returns the settings with measurements of about one message in `every`. */
  def withMetricsEvery(every: Int): TestSettings = copy(metricsEvery = every)

object TestSettings:
  /** The defaults. */
  val defaults: TestSettings = TestSettings()

/** A test took more steps than [[TestSettings.steps]] allows. */
final class EndlessRunException private[testkit] (message: String) extends AssertionError(message)
