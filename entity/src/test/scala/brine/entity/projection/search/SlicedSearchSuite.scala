package brine.entity.projection.search

import brine.effort.Effort
import brine.entity.projection.TestDatabase
import munit.FunSuite
import scala.concurrent.duration.*

/** Random programs of projections in slices over databases that fail: see [[SlicedProgram]]. */
class SlicedSearchSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private def search(name: String, programs: Int)(open: => TestDatabase): Unit =
    test(s"$programs random programs of slices over $name"):
      val seed     = System.nanoTime // printed, to repeat the same programs
      val database = open
      println(s"slices, $name, seed $seed")
      try for number <- 0 until programs do SlicedProgram(database, s"sliced-$number", seed + number).run()
      finally database.close()

  search("SQLite", 3 * Effort.slicedPrograms)(TestDatabase.Sqlite())
  search("PostgreSQL", Effort.slicedPrograms)(TestDatabase.Postgresql())
  search("MariaDB", Effort.slicedPrograms)(TestDatabase.Mariadb())
