package brine.entity.projection.search

import brine.effort.Effort
import brine.entity.projection.TestDatabase
import munit.FunSuite
import scala.concurrent.duration.*

/** Random programs of projections over databases that fail: see [[ProjectionProgram]]. */
class ProjectionSearchSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private def search(name: String, programs: Int)(open: => TestDatabase): Unit =
    test(s"$programs random programs over $name"):
      val seed     = System.nanoTime // printed, to repeat the same programs
      val database = open
      println(s"$name, seed $seed")
      try for number <- 0 until programs do ProjectionProgram(database, s"moves-$number", seed + number).run()
      finally database.close()

  search("SQLite", Effort.projectionPrograms)(TestDatabase.Sqlite())
  search("PostgreSQL", Effort.projectionPrograms)(TestDatabase.Postgresql())
  search("MariaDB", Effort.projectionPrograms)(TestDatabase.Mariadb())
