package brine.actor.testkit

import brine.actor.ActorListener

/** How a [[TestSystem]] is set up.
  *
  * @param seed
  *   for the numbers the runtime draws at random, those of a backoff for example; not for the schedule, so that one schedule can be tried
  *   with many of these and the other way round
  * @param steps
  *   after how many steps a call of the test ends with an [[EndlessRunException]]; above zero
  * @param timersRace
  *   whether [[TestSystem.advance]] lets timers be due while messages wait, as in a system under load, which is one choice more for each
  *   step; otherwise time stands still while anything can run
  * @param logFailures
  *   whether failures of actors are written to the log, too
  */
final case class TestSettings(
    seed: Long = 0,
    steps: Long = 100000,
    timersRace: Boolean = false,
    listener: Option[ActorListener] = None,
    logFailures: Boolean = false
):
  require(steps > 0, s"$steps steps: there must be at least 1")

/** A test went on for longer than [[TestSettings.steps]] allows. */
final class EndlessRunException private[testkit] (message: String) extends AssertionError(message)
