package brine.actor.model

/** The open batch loses nothing and keeps the order, whenever a monitor claims it. */
final class BatchModelSuite extends munit.FunSuite, Explorations:
  private val direct = -1 // to target 0

  private val programs = List(
    List(0),
    List(0, 0, 0),
    List(0, 0, 0, 0, 0),
    List(0, 0, 1, 1, 0),
    List(0, 1, 0, 1, 0),
    List(0, 0, direct, 0, 0),
    List(direct, 0, direct, 0, direct)
  )

  for (claims, name) <- List(Nil -> "no monitor", List(3) -> "a monitor", List(2, 2) -> "two monitors") do
    test(s"every interleaving with $name"):
      for program <- programs; capacity <- List(1, 2, 64) do
        assertHolds(BatchModel(program, capacity, claims), (program, capacity, claims))

  private def caught(fault: Fault, program: List[Int])(rules: String*): Unit =
    test(s"seeded fault $fault"):
      assertCaught(BatchModel(program, 2, List(2), Set(fault)), rules*)

  caught(Fault.ClaimWithoutBusy, List(0, 0, 0))("out of order or twice", "not there")
  caught(Fault.CloseWithoutWaiting, List(0, 0, 0))("out of order or twice", "not there")
  caught(Fault.CountBeforeWrite, List(0, 0))("not there")
  caught(Fault.OvertakeOpenBatch, List(0, direct))("out of order")
