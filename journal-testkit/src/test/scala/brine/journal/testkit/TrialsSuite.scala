package brine.journal.testkit

/** Failures of trials, also of the kinds that end threads. */
class TrialsSuite extends munit.FunSuite:
  test("whatever a trial throws is a failure that names the seed"):
    for problem <- Vector(AssertionError("a"), RuntimeException("b"), NoClassDefFoundError("c"), StackOverflowError())
    do
      val failed = intercept[AssertionError]:
        val trials = Trials("a kind")
        trials.run(100): seed =>
          if seed == 3 then throw problem
          trials.count("done")
      assertEquals(failed.getMessage, s"a kind, seed 3: $problem")
      assertEquals(failed.getCause, problem)

  test("an interrupted thread of trials is a failure, too"):
    val trials = Trials("a kind")
    val failed = intercept[AssertionError](trials.run(1)(_ => throw InterruptedException("somebody")))
    assert(failed.getMessage.contains("somebody"), failed.getMessage)

  test("trials end once all faults are counted"):
    val trials = Trials("a kind")
    trials.run(50)(_ => trials.count("done"))
    assert(trials.count >= 50)
