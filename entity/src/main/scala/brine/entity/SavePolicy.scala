package brine.entity

/** When the state of an entity is saved, so that loading it need not fold all of its events. Immutable.
  *
  * @param events
  *   number of events after which the state is saved again; 0 for never. With 0, saved states are not loaded either
  * @param whenPassivated
  *   whether the state is also saved when the entity leaves memory, if a tenth of [[events]] has happened since it was
  *   saved
  * @throws IllegalArgumentException
  *   if `events` is negative
  */
final case class SavePolicy(events: Int = 1000, whenPassivated: Boolean = true):
  require(events >= 0, s"events is $events: it must be above zero, or zero for never")

  /** Returns the policy with this number of [[events]]. */
  def withEvents(events: Int): SavePolicy = copy(events = events)

  /** Returns the policy with this [[whenPassivated]]. */
  def withWhenPassivated(whenPassivated: Boolean): SavePolicy = copy(whenPassivated = whenPassivated)

object SavePolicy:
  /** After every 1,000 events, and when the entity leaves memory. */
  val defaults: SavePolicy = SavePolicy()

  /** Never: each load folds all events. */
  val never: SavePolicy = SavePolicy(0, false)
