package brine.codec.bench

/** The older messages whose reading is timed read as what the newer ones read as. */
class EvolvedSuite extends munit.FunSuite:
  for name <- List("1k", "2k", "4k", "8k", "64k") do
    test(s"the $name site of an earlier version reads as the site"):
      val messages = EvolvedBenchmark.messages(name)
      assert(!java.util.Arrays.equals(messages.direct, messages.older))
