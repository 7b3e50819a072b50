package brine.codec.fuzz

class EveryTargetSuite extends munit.FunSuite:
  test("its seeds are those of all targets, each passed to its own"):
    val seeds = EveryTarget.seeds
    assertEquals(seeds.size, FuzzTarget.all.map(_.seeds.size).sum)
    for (target, number) <- FuzzTarget.all.zipWithIndex do
      val own = seeds.filter(_.head == number).map(_.tail.toSeq)
      assertEquals(own, target.seeds.map(_.toSeq), target.name)
    seeds.foreach(EveryTarget.run)

  test("any first byte chooses a target, and no input none"):
    for first <- Byte.MinValue to Byte.MaxValue do EveryTarget.run(Array(first.toByte))
    EveryTarget.run(Array.emptyByteArray)

  test("it is found by its name and is not one of all"):
    assertEquals(FuzzTarget.find("every"), Some(EveryTarget))
    assert(!FuzzTarget.all.contains(EveryTarget))
