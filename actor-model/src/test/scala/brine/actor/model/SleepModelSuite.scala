package brine.actor.model

import brine.effort.Effort

/** No worker sleeps for ever while there is work, and the counts come out even. */
final class SleepModelSuite extends munit.FunSuite, Explorations:
  private final case class Scenario(
      workers: Int,
      injectors: List[Int],
      pushes: Int = 0,
      fills: Int = 0,
      endless: Int = 0,
      spares: Int = 0
  ):
    def model(faults: Fault*): SleepModel =
      SleepModel(workers, injectors, pushes, fills, endless, spares, faults.toSet)

  // Several faults are seeded into one scenario, which is explored once without any.
  private val explored = collection.mutable.Set.empty[Scenario]

  private def assertSound(scenario: Scenario): Unit =
    if scenario.workers <= Effort.modelledWorkers && !explored(scenario) then
      assertHolds(scenario.model(), scenario)
      explored += scenario: Unit

  private def holds(scenario: Scenario): Unit =
    if scenario.workers <= Effort.modelledWorkers then test(scenario.toString)(assertSound(scenario))

  holds(Scenario(1, List(1)))
  holds(Scenario(1, List(2, 1), pushes = 1))
  holds(Scenario(2, List(1)))
  holds(Scenario(2, List(1, 1)))
  holds(Scenario(2, List(2, 1)))
  holds(Scenario(2, List(2), pushes = 1))
  holds(Scenario(2, List(1, 1), pushes = 1))
  holds(Scenario(2, List(1), pushes = 2))
  holds(Scenario(3, List(1, 1)))
  holds(Scenario(3, List(2)))
  holds(Scenario(2, List(2, 1), spares = 1))
  holds(Scenario(3, List(2), spares = 1))

  // What is in a slot or queue does not wait for a handler that does not return.
  holds(Scenario(1, List(1), fills = 2))
  holds(Scenario(2, List(1), pushes = 1, endless = 1))
  holds(Scenario(2, List(1), fills = 1, endless = 1))
  holds(Scenario(2, List(1, 1), fills = 1, endless = 1))
  holds(Scenario(2, List(1), fills = 2, endless = 1))
  holds(Scenario(2, List(1), fills = 1, pushes = 1, endless = 1))
  holds(Scenario(3, List(1), fills = 1, endless = 1))
  holds(Scenario(3, List(1), fills = 2, endless = 2))
  holds(Scenario(3, List(1), fills = 1, pushes = 1, endless = 2))

  private def caught(fault: Fault, scenario: Scenario)(rules: String*): Unit =
    test(s"seeded fault $fault"):
      assertSound(scenario)
      assertCaught(scenario.model(fault), rules*)

  caught(Fault.SleepWithoutRecheck, Scenario(1, List(1)))("work waits")
  caught(Fault.WakeWithoutRecheck, Scenario(2, List(1, 1)))("work waits")
  caught(Fault.RetireWhileSearching, Scenario(2, List(1, 1), spares = 1))("searching", "work waits")
  caught(Fault.WatchSlotsAlone, Scenario(2, List(1), pushes = 1, endless = 1))("work waits")
  caught(Fault.FillWithoutWake, Scenario(2, List(1), fills = 1, endless = 1))("work waits")
  caught(Fault.StealSlotWithoutExchange, Scenario(2, List(1), fills = 1))("run twice")
  caught(Fault.SleepWithoutLastLook, Scenario(2, List(1), fills = 1, endless = 1))("work waits")
  caught(Fault.EndWatchWithoutLook, Scenario(2, List(1), fills = 1, endless = 1))("work waits")
  caught(Fault.LastLookAtOnce, Scenario(2, List(1), fills = 1, endless = 1))("work waits")
  caught(Fault.FoundWithoutHandOver, Scenario(3, List(2), fills = 1, endless = 2))("work waits")
