package brine.entity.testkit

import brine.codec.Codec
import brine.entity.Entity
import brine.entity.projection.Projection
import brine.journal.{EventLog, Record}
import java.util.SplittableRandom

/** A type of entities of a simulation, and what clients send to them. */
private[testkit] final class Part[C[+_], E, S](val entity: Entity[C, E, S], val command: SplittableRandom => C[Any])

/** The same in one run. */
private[testkit] final class RunPart[C[+_], E, S](val part: Part[C, E, S], savesAfter: Int):
  val entity: Entity[C, E, S]         = part.entity
  val decisions: Decisions[E, S]      = Decisions()
  val watched: WatchedEntity[C, E, S] = WatchedEntity(entity, decisions, savesAfter)

private[testkit] object RunPart:
  def of[C[+_], E, S](part: Part[C, E, S], savesAfter: Int): RunPart[C, E, S] = RunPart(part, savesAfter)

/** A view of a simulation: a fold of a projection. */
private[testkit] final class SimulatedView[E, S](
    val projection: Projection[E],
    val initial: S,
    step: (S, Record[E]) => S
)(using val codec: Codec[S], val events: Codec[E]):
  /** The state after a record. A projection takes no null. */
  def apply(state: S, record: Record[E]): S =
    val after = step(state, record)
    if after == null then throw NullPointerException("the state is null")
    after

/** What a run does: who sends what, and what may happen.
  *
  * @param wrap
  *   puts something between the entities and the log, such as a fault that must be found
  * @param exploresFirst
  *   whether only the first process of a run has choices
  */
private[testkit] final case class RunPlan(
    parts: Vector[Part[?, ?, ?]],
    views: Vector[SimulatedView[?, ?]],
    settings: SimulationSettings,
    seed: Long,
    clients: Vector[Vector[SimulatedCommand[?]]],
    kept: Set[(Int, Int)],
    wrap: EventLog => EventLog,
    exploresFirst: Boolean
)
