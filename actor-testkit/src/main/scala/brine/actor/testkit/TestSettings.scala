package brine.actor.testkit

import brine.actor.ActorListener

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
  *   receives the events of the system
  * @param logFailures
  *   whether failures of actors are also logged
  */
final case class TestSettings(
    seed: Long = 0,
    steps: Long = 100000,
    timersRace: Boolean = false,
    listener: Option[ActorListener] = None,
    logFailures: Boolean = false
):
  require(steps > 0, s"$steps steps: there must be at least 1")

/** A test took more steps than [[TestSettings.steps]] allows. */
final class EndlessRunException private[testkit] (message: String) extends AssertionError(message)
