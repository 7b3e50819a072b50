package brine.dev

import brine.commandline.{Captured, TemporaryFolder}

final class CrashRunSuite extends TemporaryFolder:
  test("refuses what is no number of rounds"):
    val folder = newFolder()
    try
      for text <- List("", "0", "-1", "x", "99999999") do
        val ended = Captured(TestCommand(Checkout(folder)).run(List("--crash", text)))
        assertEquals(ended.value, 2, text)
        assert(clue(ended.err).contains("is no number of rounds"))
    finally delete(folder)

  test("says in a line what is missing when the program was not staged"):
    val folder = newFolder()
    try
      val ended = Captured(TestCommand(Checkout(folder)).run(List("--crash", "1")))
      assertEquals(ended.value, 2)
      assert(clue(ended.err).startsWith("brine: the crash rounds are not staged: "))
    finally delete(folder)

  test("ends with the code that the program ends with"):
    val folder = newFolder()
    try
      val checkout = Checkout(folder)
      // A class path without the program: Java ends with 1.
      write(checkout.stage.resolve("journalTestkit.classpath"), "nowhere.jar\n"): Unit
      assertEquals(TestCommand(checkout).run(List("--crash", "1", "--seed", "7")), 1)
    finally delete(folder)

  test("is not run together with storms"):
    val folder = newFolder()
    try
      val ended = Captured(TestCommand(Checkout(folder)).run(List("--crash", "1", "--soak", "1s")))
      assertEquals(ended.value, 2)
    finally delete(folder)
