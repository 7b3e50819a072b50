package brine.lab.cli

import brine.lab.cli.LabCommand.run
import brine.lab.browser.Chromium
import brine.lab.catalog.Studies
import brine.lab.report.{PageFixture, ReportFolder}
import brine.lab.results.FolderInUse
import brine.lab.{Fixtures, LabMain}
import java.io.{ByteArrayOutputStream, File, PrintStream}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** What a person types, and what comes back: one clear line and the right exit code. */
final class CommandSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private def refused(folder: Path, said: String)(args: String*): Unit =
    val (code, out, err) = run(folder, args*)
    assertEquals(code, 2, err)
    assertEquals(out, "")
    assertEquals(err.linesIterator.size, 1, err)
    assert(err.contains(said), err)

  test("bad input is one line on standard error and exit code 2"):
    Fixtures.in("bad"): folder =>
      val out = "--out=" + folder.resolve("report")
      refused(folder, "unknown study 'sites'; did you mean site")("sites", out)
      refused(folder, "is not a folder that can be written")("log", "--data", folder.resolve("nowhere").toString, out)
      refused(folder, "unknown mode 'fast'")("--mode", "fast", out)
      refused(folder, "did you mean sound")(
        "--only",
        "soud",
        "--mode",
        "smoke",
        "--out",
        folder.resolve("report").toString
      )
      refused(folder, "--cases: no chosen study has a case 'site-3k' in mode quick; did you mean site-")(
        "--cases",
        "events-*,site-3k",
        out
      )
      refused(folder, "no chosen study has a case 'tree'")("site", "--cases", "tree", out)
      refused(folder, "--rounds must be a whole number, 1 or more, not '0'")("--rounds", "0", out)
      refused(folder, "--rounds must be a whole number, 1 or more, not 'x'")("--rounds", "x", out)
      refused(folder, "--only wants names, separated by commas")("--only", "", out)
      refused(folder, "--cases wants names, separated by commas")("--cases", " , ", out)
      refused(folder, "targets takes one run")("targets")
      refused(folder, "figures takes one run")("figures")
      refused(folder, "--frobnicate")("--frobnicate", out)
      refused(folder, "no such folder")(
        "--site-data",
        folder.resolve("nowhere").toString,
        "--out",
        folder.resolve("r").toString
      )
      refused(folder, "has no site_1k.json")("--site-data", folder.toString, "--out", folder.resolve("r").toString)
      refused(folder, "NAME=PATH")("--peer-jar", "actr", "--out", folder.resolve("r").toString)
      refused(folder, "no such file")(
        "--peer-jar",
        "actr=" + folder.resolve("no.jar"),
        "--out",
        folder.resolve("r").toString
      )
      refused(folder, "unknown setting 'cms'")("--jvm", "g1,cms", out)
      refused(folder, "no java at")("--jdk", folder.toString, "--only", "sound", "--out", folder.resolve("r").toString)

  test("a folder that cannot be written is refused"):
    Fixtures.in("file"): folder =>
      val file = Files.writeString(folder.resolve("file"), "")
      refused(folder, "cannot write to")("--out", file.toString)
      refused(folder, "cannot write to")("--out", file.resolve("below").toString)

  test("a folder that another run writes to is refused, by custom too"):
    Fixtures.in("taken"): folder =>
      val out     = Files.createDirectories(folder.resolve("report"))
      val samples = Files.writeString(folder.resolve("samples.json"), """{"a": 1}""")
      FolderInUse.holding(out):
        refused(folder, "another run writes to")("site", "--mode", "smoke", "--out", out.toString)
        refused(folder, "another run writes to")("custom", samples.toString, "--out", out.toString)

  test("reports and comparisons of nothing are refused"):
    Fixtures.in("nothing"): folder =>
      refused(folder, "takes one or more runs")("report")
      refused(folder, "no results at")("report", folder.resolve("nowhere").toString)
      refused(folder, "compare takes two runs")("compare", folder.toString)
      val text = Files.writeString(folder.resolve("results.jsonl"), "not a results file\n")
      refused(folder, "line 1: it is no JSON")("report", text.toString)
      refused(folder, "not a results file of the lab")("report", text.toString)
      refused(folder, "no environment line")("report", Files.writeString(text, "\n").toString)

  test("a stage that is not there is a failure that says what to do"):
    val (out, err) = (ByteArrayOutputStream(), ByteArrayOutputStream())
    val was        = System.err
    System.setErr(PrintStream(err, true))
    try
      Fixtures.in("stage"): folder =>
        val code = Console.withOut(out)(LabMain.run(Seq("list"), folder.resolve("no-stage"), Fixtures.java))
        assertEquals(code, 1)
        assert(err.toString.contains("not built"))
    finally System.setErr(was)

  test("help names every command and option"):
    Fixtures.in("help"): folder =>
      val (code, out, _) = run(folder, "--help")
      assertEquals(code, 0)
      for word <- Help.commands ++ Arguments.ofRun do assert(out.contains(word), word)
      assertEquals(run(folder, "site", "--mode", "smoke", "-h"), (0, out, ""))

  test("every command has help of its own, which the launcher prints too"):
    Fixtures.in("help-of-commands"): folder =>
      for command <- Help.commands do
        val (code, out, err) = run(folder, command, "--help")
        assertEquals((code, err), (0, ""))
        assert(out.startsWith(s"usage: ./brine lab $command"), out)
        assertEquals(Files.readString(Path.of(s"help/lab-$command.txt")), out)
      assertEquals(Files.readString(Path.of("help/lab.txt")), run(folder, "help")._2)

  test("list --json names studies and libraries, with the reason for what cannot run"):
    Fixtures.in("list"): folder =>
      val (code, out, _) = run(folder, "list", "--json")
      assertEquals(code, 0)
      val json = ujson.read(out)
      val rows = json("libraries").arr.map(row => row("name").str -> row.obj.get("unavailable").fold("")(_.str)).toMap
      assertEquals(rows("sound"), "")
      assertEquals(rows("absent"), "its generator cannot be had")
      assertEquals(
        json("studies").arr.filter(_("runnable").bool).map(_("name").str).toSet,
        Set("evactor", "site", "books", "actors", "log", "whole")
      )

  test("list says the studies of each library, and takes a jar"):
    Fixtures.in("list-studies"): folder =>
      val (code, out, err) = run(folder, "list")
      assertEquals((code, err), (0, ""))
      val log = out.linesIterator.dropWhile(_ != "libraries of log").drop(1).takeWhile(_.startsWith("  ")).toList
      assert(log.exists(_.contains("steady-log")) && !log.exists(_.contains("broken-oom")), out)
      val jar = System.getProperty("brine.lab.harness").split(File.pathSeparator).find(_.endsWith(".jar")).get
      assert(run(folder, "list", "--peer-jar", s"own=$jar")._2.contains("own"))

  test("a run's targets and figures are printed and written"):
    Fixtures.in("figures"): folder =>
      val report = Files.createDirectories(folder.resolve("report"))
      ReportFolder.write(PageFixture.results(), report)
      RunFolder.write(PageFixture.results(), report)
      val (met, goals, _) = run(folder, "targets", report.toString)
      assertEquals(met, 0)
      assert(goals.linesIterator.toList.last.matches("\\d+ met, \\d+ missed, \\d+ not known"), goals)
      val out             = folder.resolve("pictures")
      val (code, text, _) = run(folder, "figures", report.toString, "--out", out.toString)
      assertEquals(code, 0)
      assertEquals(
        text.linesIterator.map(Path.of(_).getFileName.toString).toSet,
        Studies.all.map(_.name + ".svg").toSet
      )
      for study <- Studies.all do assert(Files.readString(out.resolve(s"${study.name}.svg")).contains(">brine<"))

  test("list tells the browser that was found, and which rows run there"):
    Fixtures.in("list-browser"): folder =>
      val browser = ujson.read(run(folder, "list", "--json")._2)("browser")
      assertEquals(browser("found").bool, Chromium.find().isRight)
      assert(browser("version").str.nonEmpty)
      val rows =
        browser("libraries").arr.map(row => row("name").str -> row.obj.get("unavailable").fold("")(_.str)).toMap
      assertEquals(rows("brine"), "its bundle is not built")
      assert(rows("pushka").contains("Scala.js 0.6"))
      assert(run(folder, "list")._2.contains("in a browser, study books: "))

  test("doctor --json says what it saw and what to do"):
    Fixtures.in("doctor"): folder =>
      val (code, out, _) = run(folder, "doctor", "--json")
      assertEquals(code, 0)
      val findings = ujson.read(out).arr
      assert(findings.exists(_("what").str == "cores"))
      assert(findings.exists(finding => finding("what").str == "browser" && !finding("fit").bool), "no bundle is built")
      assert(findings.forall(finding => finding("fit").bool || finding("advice").str.nonEmpty))

  test("a smoke run writes page, raw results and figures; report and compare read them"):
    Fixtures.in("run"): folder =>
      val out          = folder.resolve("report").toString
      val cases        = Fixtures.cases(Studies.all).mkString(",")
      val (code, _, e) = run(folder, "--mode", "smoke", "--only", "sound", "--cases", cases, "--out", out)
      assertEquals(code, 0, e)
      for name <- List(
          "index.html",
          "results.jsonl",
          "site-times.tsv",
          "site-sizes.tsv",
          "evactor-times.tsv",
          "start-up.tsv",
          "jmh.json"
        )
      do assert(Files.size(Path.of(out, name)) > 0, name)
      assertEquals(run(folder, "report", out)._1, 0)
      val (same, table, _) = run(folder, "compare", out, out, "--json")
      assertEquals(same, 0)
      assert(ujson.read(table).arr.forall(line => line("ratio").num == 1.0 && line("verdict").str == "n too small"))
