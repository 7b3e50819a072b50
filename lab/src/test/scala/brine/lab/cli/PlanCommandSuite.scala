package brine.lab.cli

import brine.lab.Fixtures
import java.nio.file.Files
import scala.concurrent.duration.*

final class PlanCommandSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  test("plan says who measures what, and what is left out, and measures nothing"):
    Fixtures.in("plan"): folder =>
      val report         = folder.resolve("report")
      val (code, out, _) = LabCommand.run(folder, "plan", "site", "--only", "sound,absent", "--out", report.toString)
      assertEquals(code, 0)
      assert(!Files.exists(report))
      for said <- List(
          "mode quick: about ",
          "in turns, about",
          "sound, control-sound",
          "cases: site-2k, site-8k",
          "cases without times: site-4k",
          "cannot run: absent, its generator cannot be had",
          "turns: 3 starts of each group",
          "in each start 10 turns of 25 ms a case"
        )
      do assert(out.contains(said), s"$said\n$out")
      val (_, json, _) = LabCommand.run(folder, "plan", "--json", "--mode", "standard", "--cases", "site-*", "site")
      val read         = ujson.read(json)
      assertEquals(read("mode").str, "standard")
      val timed = read("studies")(0)("timed").arr.map(_("case").str).toSet
      assertEquals(timed, Set("1k", "2k", "4k", "8k", "64k").map("site-" + _))
      assert(read("studies")(0)("seconds").num <= read("seconds").num)

  test("arguments are checked as those of a run"):
    Fixtures.in("plan-refused"): folder =>
      val (code, out, err) = LabCommand.run(folder, "plan", "--mode", "fast")
      assertEquals((code, out), (2, ""))
      assert(err.contains("unknown mode 'fast': smoke, quick, standard or full"), err)
