package brine.lab.run

import brine.lab.results.Cell
import brine.lab.studies.log.LogPrograms
import scala.concurrent.duration.*

/** Records by key, queries and subscriptions of study log, from children that run the fixtures. */
final class LogStoresSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private val programs = LogPrograms.programs.filter(_.needs.nonEmpty)
  private val cases    = programs.map(_.name)

  private def run(name: String, cases: List[String]): List[Cell] =
    LogRuns
      .run(LogRuns.row(name, cases*).copy(traits = LogPrograms.needs))
      .filterNot(cell => LogPrograms.limits.contains(cell.op))

  test("a sound store has a figure of every operation"):
    val found = run("store", cases)
    assertEquals(
      found.map(cell => (cell.name, cell.op, cell.status)),
      for program <- programs; op <- program.ops yield (program.name, op, "ok"),
      found.map(_.note)
    )
    for cell <- found do
      assert(cell.value.exists(if cell.op == "allocation" then _ >= 0 else _ > 0), cell)
      assertEquals(
        cell.unit,
        Some(cell.op match {
          case "allocation" => "B/record"
          case "query"      => "us"
          case _            => "records/s"
        })
      )
    for name <- List(LogPrograms.queryBoth, LogPrograms.queryEither) do
      def value(op: String) = found.find(cell => cell.name == name && cell.op == op).flatMap(_.value).get
      // Of 1,000 events 20 have the tag, one of them the other tag as well, and one is of the rare kind.
      assertEqualsDouble(value("query") * value("rate") / 1e6, if name == LogPrograms.queryBoth then 1 else 21, 1e-6)

  test("a store that returns something else is wrong, before timing, in it or after it"):
    for (name, some, words) <- List(
        ("store-stale", List("state-save", "state-load"), "differs from the one saved last"),
        ("store-forgets", List("state-save"), "differs from the one saved last"),
        ("store-swaps", List("state-load"), "differs from the one saved last"),
        ("store-misses", List("query-both", "query-either"), "query of course:0 "),
        ("store-mixes", List("query-both", "query-either"), "other events than those of course:"),
        ("store-reorders", List("subscribe-one", "subscribe-batches"), "event 0 was delivered as another one"),
        ("store-drops", List("subscribe-one", "subscribe-batches"), "4999 events delivered instead of 5000")
      )
    do
      val found = run(name, some)
      assertEquals(found.map(cell => cell.name -> cell.status).distinct, some.map(_ -> "wrong"), s"$name: $found")
      assert(found.forall(cell => cell.value.isEmpty && cell.note.contains(words)), found.map(_.note).distinct)
