package brine.entity.process.internal

import munit.FunSuite

/** Lanes of instances and streams are never the same. */
class InputsSuite extends FunSuite:
  test("a lane says whose it is"):
    for name <- Vector("a", "", "instance a", "stream a", "-/ ü") do
      assertEquals(Inputs.read(Inputs.laneOfInstance(name)), (Some(name), ""))
      assertEquals(Inputs.read(Inputs.laneOfStream(name)), (None, name))
