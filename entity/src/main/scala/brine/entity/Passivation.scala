package brine.entity

import scala.concurrent.duration.*

/** When an entity that is not in use leaves memory. Its next command loads it again. It may leave earlier, when there
  * are more entities than [[EntitySettings.maxInMemory]], or their states are larger than
  * [[EntitySettings.maxStateBytes]].
  */
final class Passivation private (idleTime: Duration):
  /** Time without a command after which the entity leaves memory; infinite for never. It is looked at once in a second,
    * or more often if the time is short.
    */
  def idle: Duration = idleTime

  override def toString: String = s"Passivation($idleTime)"

object Passivation:
  /** After ten minutes without a command. */
  val default: Passivation = Passivation(10.minutes)

  /** Never because of time. */
  val never: Passivation = Passivation(Duration.Inf)

  /** After this time without a command.
    *
    * @throws IllegalArgumentException
    *   if the time is not positive, or above 292 years and not infinite
    */
  def apply(idle: Duration): Passivation =
    require(idle > Duration.Zero && (idle ne Duration.Undefined), s"the idle time is $idle: it must be above zero")
    new Passivation(idle)
