package brine.dev

import brine.commandline.{Captured, TemporaryFolder}

class FuzzCommandSuite extends TemporaryFolder:
  test("says in a line what is missing when the fuzzer was not staged"):
    val folder = newFolder()
    try
      val ended = Captured(FuzzCommand(Checkout(folder)).run(List("rich")))
      assertEquals(ended.value, 2)
      assert(clue(ended.err).startsWith("brine: the fuzzer is not staged: "))
    finally delete(folder)

  test("ends with the code that the fuzzer ends with"):
    val folder = newFolder()
    try
      val checkout = Checkout(folder)
      // A class path without the fuzzer: Java ends with 1.
      write(checkout.stage.resolve("codecFuzz.classpath"), "nowhere.jar\n"): Unit
      assertEquals(FuzzCommand(checkout).run(List("rich")), 1)
    finally delete(folder)
