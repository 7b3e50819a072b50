package brine.actor.model

/** No worker sleeps for ever while there is work, and the counts come out even. */
final class SleepModelSuite extends munit.FunSuite, Explorations:
  private def holds(workers: Int, injectors: List[Int], pushes: Int = 0, spares: Int = 0): Unit =
    test(
      s"$workers workers, $spares of them spare, work from outside ${injectors.mkString(" + ")}, $pushes times more"
    ):
      assertHolds(SleepModel(workers, injectors, pushes, spares), ())

  holds(1, List(1))
  holds(1, List(2, 1), pushes = 1)
  holds(2, List(1))
  holds(2, List(1, 1))
  holds(2, List(2, 1))
  holds(2, List(2), pushes = 1)
  holds(2, List(1, 1), pushes = 1)
  holds(2, List(1), pushes = 2)
  holds(3, List(1, 1))
  holds(3, List(2))
  holds(2, List(2, 1), spares = 1)
  holds(3, List(1, 1), spares = 1)

  private def caught(fault: Fault, workers: Int, injectors: List[Int], spares: Int = 0)(rules: String*): Unit =
    test(s"seeded fault $fault"):
      assertHolds(SleepModel(workers, injectors, 0, spares), ())
      assertCaught(SleepModel(workers, injectors, 0, spares, Set(fault)), rules*)

  caught(Fault.SleepWithoutRecheck, 1, List(1))("work waits")
  caught(Fault.WakeWithoutRecheck, 2, List(1, 1))("work waits")
  caught(Fault.RetireWhileSearching, 2, List(1, 1), spares = 1)("searching", "work waits")
