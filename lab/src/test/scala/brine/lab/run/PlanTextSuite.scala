package brine.lab.run

import brine.lab.plan.{JavaHome, Mode}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.log.LogStudy
import brine.lab.studies.site.SiteStudy
import java.nio.file.Path

final class PlanTextSuite extends munit.FunSuite:
  private val able = List("brine", "kryo5", "avro").map(LibraryRow(_, "peer", studies = List("site", "books")))
  private val rows = able :+ LibraryRow("scrooge", "scrooge", unavailable = "no generator", studies = List("site"))

  private def text(mode: Mode, studies: List[Study] = List(SiteStudy), memory: Long = 24L << 30) =
    val request = Request(studies, mode, Path.of("out"), "./brine lab")
    val java    = JavaHome(Path.of("java"), "25", "")
    PlanText(request, RunPlan(request, able, Nil, List(java), memory, 7), rows)

  test("rows and cases without times are named, with the reason or the way to have them"):
    val lines = text(Mode.Quick).lines
    assert(lines.contains("  libraries without times: avro (--only or --mode standard)"), lines)
    assert(lines.contains("  cannot run: scrooge, no generator"), lines)
    assert(lines.exists(_.startsWith("  cases without times: site-4k, site-64k, events-1k")), lines)
    val standard = text(Mode.Standard).lines
    assert(!standard.exists(_.contains("libraries without times")), standard)
    assert(standard.exists(_.endsWith("site-4k, events-1k, events-2k, events-4k (--cases or --mode full)")), standard)

  test("who takes turns, and in how many groups, is said; without turns there is no word of them"):
    assert(text(Mode.Quick).lines.exists(_.endsWith(": brine, control-brine, kryo5")))
    assert(text(Mode.Standard, memory = 2L << 30).lines.exists(_.contains("in 2 groups")))
    assert(!text(Mode.Full).lines.exists(_.contains("turns")))

  test("how long turns are is said by each study; of a log also what is measured between them"):
    val stores  = List("brine", "sqlite").map(LibraryRow(_, "peer", traits = List("durable"), studies = List("log")))
    val request = Request(List(LogStudy), Mode.Quick, Path.of("out"), "./brine lab log")
    val plan    = RunPlan(request, stores, Nil, List(JavaHome(Path.of("java"), "25", "")), 24L << 30, 7)
    val lines   = PlanText(request, plan, stores).lines
    assert(lines.exists(_.endsWith(": brine, control-brine, sqlite")), lines)
    assert(lines.exists(line => line.contains("10 turns of 40 ms") && line.endsWith("for 8 ms: R, B")), lines)
    assert(text(Mode.Quick).lines.exists(line => line.contains("10 turns of 25 ms") && line.endsWith("5000 ms")))

  test("the times of the studies are those of the whole"):
    for mode <- Mode.values do
      val json = text(mode, List(SiteStudy, BooksStudy)).json
      assertEqualsDouble(json("studies").arr.map(_("seconds").num).sum, json("seconds").num, 1e-6)
      assert(json("seconds").num > 0, mode)
