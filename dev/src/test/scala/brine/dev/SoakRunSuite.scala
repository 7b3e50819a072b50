package brine.dev

import brine.commandline.{Captured, TemporaryFolder}

final class SoakRunSuite extends TemporaryFolder:
  test("reads seconds, minutes and hours"):
    assertEquals(SoakRun.seconds("90s"), Some(90L))
    assertEquals(SoakRun.seconds("60m"), Some(3600L))
    assertEquals(SoakRun.seconds("1h"), Some(3600L))

  test("refuses what is no time"):
    List("", "60", "m", "0m", "-1s", "1d", "1.5h", "99999999s").foreach: text =>
      assertEquals(SoakRun.seconds(text), None, text)

  test("says in a line what is missing when the program was not staged"):
    val folder = newFolder()
    try
      val ended = Captured(TestCommand(Checkout(folder)).run(List("--soak", "1s")))
      assertEquals(ended.value, 2)
      assert(clue(ended.err).startsWith("brine: the soak program is not staged: "))
    finally delete(folder)

  test("ends with the code that the program ends with"):
    val folder = newFolder()
    try
      val checkout = Checkout(folder)
      // A class path without the program: Java ends with 1.
      write(checkout.stage.resolve("actorModel.classpath"), "nowhere.jar\n"): Unit
      assertEquals(TestCommand(checkout).run(List("--soak", "1s", "--seed", "7")), 1)
    finally delete(folder)
