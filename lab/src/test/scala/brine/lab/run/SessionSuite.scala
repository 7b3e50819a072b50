package brine.lab.run

import brine.lab.Fixtures
import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.failure.{Refusal, RunFailure}
import brine.lab.report.ReportFolder
import brine.lab.results.Results
import brine.lab.studies.Study
import brine.lab.studies.site.SiteStudy
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

final class SessionSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private def request(out: Path, only: List[String], studies: List[Study] = List(SiteStudy)) =
    Fixtures.request(out, only, studies).copy(cases = Fixtures.cases(studies))

  test("a broken peer beside a sound one is a set of rows, and the run succeeds"):
    Fixtures.in("session"): folder =>
      val out     = Files.createDirectories(folder.resolve("out"))
      val results =
        Fixtures.session(folder, request(out, List("sound", "broken-throws", "absent"), Studies.all))
      val status = results.measured.groupBy(_.library).view.mapValues(_.map(_.status).toSet).toMap
      assertEquals(status("sound"), Set("ok"))
      assertEquals(status("broken-throws"), Set("crashed"))
      assertEquals(status("absent"), Set("unavailable"))
      assert(results.controls.nonEmpty)
      assertEquals(results.environments.size, 1)
      assertEquals(
        Files.readString(out.resolve(Results.fileName)).linesIterator.next().take(21),
        """{"kind":"environment",""".take(21)
      )
      ReportFolder.write(results, out)
      assert(Files.size(out.resolve(ReportFolder.page)) > 100000)

  test("resuming measures only what is missing and loses nothing"):
    Fixtures.in("resume"): folder =>
      val out   = Files.createDirectories(folder.resolve("out"))
      val file  = out.resolve(Results.fileName)
      val whole = Fixtures.session(folder, request(out, List("sound")))
      val lines = Files.readString(file).linesIterator.toList
      // As if the run had been killed half-way, in the middle of a line.
      val half = lines.take(lines.size / 2).mkString("", "\n", "\n") + lines(lines.size / 2).take(40)
      Files.writeString(file, half)
      val kept = Results.parse(half).cells
      assert(kept.nonEmpty && kept.size < whole.cells.size)
      val again = Fixtures.session(folder, request(out, List("sound")).copy(resume = true))
      assertEquals(again.cells.map(_.key).toSet, whole.cells.map(_.key).toSet)
      assertEquals(again.cells.take(kept.size), kept)
      assertEquals(again.number("seed"), whole.number("seed"))

  test("a new run in the same folder keeps the older results file"):
    Fixtures.in("earlier"): folder =>
      val out = Files.createDirectories(folder.resolve("out"))
      Files.writeString(out.resolve(Results.fileName), """{"kind":"environment","mode":"quick"}""" + "\n")
      val results = Fixtures.session(folder, request(out, List("broken-throws")))
      assertEquals(results.mode, "smoke")
      assertEquals(Files.list(out.resolve("earlier")).count, 1L)

  test("an unknown library is refused with the nearest known names"):
    Fixtures.in("unknown"): folder =>
      val out     = Files.createDirectories(folder.resolve("out"))
      val refusal = intercept[Refusal](Fixtures.session(folder, Fixtures.request(out, List("sond"))))
      assert(refusal.getMessage.contains("'sond'") && refusal.getMessage.contains("sound"), refusal.getMessage)

  test("a run with nothing to run fails in one line"):
    Fixtures.in("nothing"): folder =>
      val out     = Files.createDirectories(folder.resolve("out"))
      val failure = intercept[RunFailure](Fixtures.session(folder, Fixtures.request(out, List("absent"))))
      assert(failure.getMessage.contains("its generator cannot be had"))

  test("a cancelled run writes what is there and no report of cells it did not measure"):
    Fixtures.in("cancelled"): folder =>
      val out          = Files.createDirectories(folder.resolve("out"))
      val cancellation = Cancellation()
      cancellation.request()
      val session =
        Session(Fixtures.request(out, List("sound")), Stage.read(Fixtures.stage(folder)), Fixtures.java, cancellation)
      val results = session.run()
      assertEquals(results.cells.filter(_.status != "unavailable"), Nil)
