package brine.codec.bench.cost

import brine.effort.Effort

/** The programs whose cost is compared compile. */
class CompileCostSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  for (name, source) <- Programs.all(Effort.comparedTypes).take(Effort.comparedPrograms) do
    test(s"$name compiles"):
      val compiled = Compiled.of(source)
      assert(compiled.bytes > 0 && compiled.classes > 0)
