package brine.entity.testkit

import brine.entity.EntitySettings
import java.time.Instant
import java.util.Objects

/** What the runs of a [[Simulation]] contain. The defaults suit most entities. Immutable.
  *
  * Of faults, restarts and the like a run has up to this number. Raise them for longer runs, or set one to 0 to exclude
  * it.
  *
  * @param clients
  *   number of clients of a run, at most; above zero
  * @param commands
  *   number of commands of a client, at most; above zero
  * @param ids
  *   number of entities of each type; above zero
  * @param faults
  *   number of faults of the log: an append is refused, its outcome is not known although it was or was not written,
  *   another writer is first, or reading fails
  * @param powerCuts
  *   number of power cuts, after which the process begins again with what is durable
  * @param closings
  *   number of times that the entities are closed and opened again
  * @param passivations
  *   number of times that all entities that are idle leave memory
  * @param earlyTimers
  *   number of times that a timer is due before everything else has been done, as in a process under load
  * @param repeats
  *   number of times that a client sends a command with its key once more
  * @param store
  *   where the events are
  * @param entities
  *   the settings of the entities
  * @param start
  *   the time at which a run begins, from 1970 to the end of the year 9999
  * @param mostSteps
  *   number of steps after which a run counts as endless; above zero
  * @throws IllegalArgumentException
  *   if a number or the start is out of range; the message names it
  */
final case class SimulationSettings(
    clients: Int = 3,
    commands: Int = 8,
    ids: Int = 2,
    faults: Int = 3,
    powerCuts: Int = 2,
    closings: Int = 1,
    passivations: Int = 3,
    earlyTimers: Int = 1,
    repeats: Int = 3,
    store: SimulatedStore = SimulatedStore.Memory,
    entities: EntitySettings = EntitySettings.defaults,
    start: Instant = Instant.parse("2026-01-01T00:00:00Z"),
    mostSteps: Int = 100_000
):
  import SimulationSettings.{requireNotNegative, requirePositive}
  requirePositive("clients", clients)
  requirePositive("commands", commands)
  requirePositive("ids", ids)
  requireNotNegative("faults", faults)
  requireNotNegative("powerCuts", powerCuts)
  requireNotNegative("closings", closings)
  requireNotNegative("passivations", passivations)
  requireNotNegative("earlyTimers", earlyTimers)
  requireNotNegative("repeats", repeats)
  requirePositive("mostSteps", mostSteps)
  Objects.requireNonNull(store, "store"): Unit
  Objects.requireNonNull(entities, "entities"): Unit
  Objects.requireNonNull(start, "start"): Unit
  require(
    !start.isBefore(Instant.EPOCH) && !start.isAfter(SimulationSettings.latestStart),
    s"start is $start: it must be from ${Instant.EPOCH} to ${SimulationSettings.latestStart}"
  )

  /** Returns the settings with this number of [[clients]]. */
  def withClients(clients: Int): SimulationSettings = copy(clients = clients)

  /** Returns the settings with this number of [[commands]]. */
  def withCommands(commands: Int): SimulationSettings = copy(commands = commands)

  /** Returns the settings with this number of [[ids]]. */
  def withIds(ids: Int): SimulationSettings = copy(ids = ids)

  /** Returns the settings with this number of [[faults]]. */
  def withFaults(faults: Int): SimulationSettings = copy(faults = faults)

  /** Returns the settings with this number of [[powerCuts]]. */
  def withPowerCuts(powerCuts: Int): SimulationSettings = copy(powerCuts = powerCuts)

  /** Returns the settings with this number of [[closings]]. */
  def withClosings(closings: Int): SimulationSettings = copy(closings = closings)

  /** Returns the settings with this number of [[passivations]]. */
  def withPassivations(passivations: Int): SimulationSettings = copy(passivations = passivations)

  /** Returns the settings with this number of [[earlyTimers]]. */
  def withEarlyTimers(earlyTimers: Int): SimulationSettings = copy(earlyTimers = earlyTimers)

  /** Returns the settings with this number of [[repeats]]. */
  def withRepeats(repeats: Int): SimulationSettings = copy(repeats = repeats)

  /** Returns the settings with this [[store]]. */
  def withStore(store: SimulatedStore): SimulationSettings = copy(store = store)

  /** Returns the settings with these settings of the [[entities]]. */
  def withEntities(entities: EntitySettings): SimulationSettings = copy(entities = entities)

  /** Returns the settings with this [[start]]. */
  def withStart(start: Instant): SimulationSettings = copy(start = start)

  /** Returns the settings with this [[mostSteps]]. */
  def withMostSteps(mostSteps: Int): SimulationSettings = copy(mostSteps = mostSteps)

object SimulationSettings:
  // Before the defaults, which need it. The virtual time of a run passes it, so it is far from the last time that a log
  // can store.
  private val latestStart = Instant.parse("9999-12-31T23:59:59Z")

  /** The defaults. */
  val defaults: SimulationSettings = SimulationSettings()

  /** What [[Simulation.explore]] has unless you say otherwise: each order of messages, and one power cut. */
  val exploring: SimulationSettings =
    SimulationSettings(faults = 0, powerCuts = 1, closings = 0, passivations = 0, earlyTimers = 0, repeats = 0)

  private def requirePositive(name: String, value: Int): Unit =
    require(value > 0, s"$name is $value: it must be above zero")

  private def requireNotNegative(name: String, value: Int): Unit =
    require(value >= 0, s"$name is $value: it must not be negative")
