package brine.entity.projection.search

import brine.effort.Effort
import munit.FunSuite
import scala.concurrent.duration.*

/** Random programs of projections into memory: see [[FoldProgram]]. */
class FoldSearchSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  test(s"${Effort.foldPrograms} random programs of two versions side by side"):
    val seed = System.nanoTime // printed, to repeat the same programs
    println(s"folds, seed $seed")
    for number <- 0 until Effort.foldPrograms do FoldProgram(seed + number).run()
