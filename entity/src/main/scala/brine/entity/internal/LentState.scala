package brine.entity.internal

/** The durable state of an entity that is lent to several that decide together.
  *
  * @param actor
  *   decides on nothing until it is told what became of its state
  * @param version
  *   number of its last event
  * @param micros
  *   time of that event, or of a later decision
  */
private[internal] final class LentState(
    val actor: EntityActor[?, ?, ?],
    val state: Any,
    val version: Long,
    val micros: Long
)
