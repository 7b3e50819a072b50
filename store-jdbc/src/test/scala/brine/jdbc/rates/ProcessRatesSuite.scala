package brine.jdbc.rates

import brine.jdbc.TestDatabase

import scala.util.Using

class ProcessRatesSuite extends munit.FunSuite:
  for (processes, callers) <- Vector((1, 1), (2, 3)) do
    test(s"events of $processes processes with $callers callers each are counted, and found in the database"):
      val settings = "journal_mode=WAL&busy_timeout=60000&synchronous=FULL"
      Using.resource(TestDatabase.Sqlite(settings)): database =>
        val rates = ProcessRates.measure(database, processes, callers, rounds = 2, millis = 20, warmUp = 0)
        assert(Vector(rates.brine, rates.bare, rates.tables).flatten.forall(_ > 0), rates)
        val found =
          Vector("rate_event", "bare_events", "same_event").map(table => database.ask(s"select count(*) from $table"))
        assert(found.forall(_.toInt >= 2 * processes * callers), found)

  test("a line has medians, and the ratio of rounds with its range"):
    val rates = ProcessRates.Rates(Vector(100, 300, 200), Vector(200, 300, 100), Vector(100, 100, 100))
    assertEquals(rates.line, "200 | 200 | 1.00 [0.50, 2.00] | 100 | 2.00 [1.00, 3.00]")
