package brine.lab.cli

import brine.lab.failure.Refusal
import brine.lab.report.{PageFixture, Recorded, ReportFolder}
import brine.lab.results.Results
import brine.lab.{Fixtures, LabMain}
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*

final class RecordCommandSuite extends munit.FunSuite:
  private val home = System.getProperty("user.home")

  private def run(fields: (String, ujson.Value)*): Results =
    val plain       = PageFixture.results()
    val environment = ujson.Obj.from(plain.environment.value.toList)
    val usual       = List[(String, ujson.Value)](
      "cpu"       -> "Intel(R) Xeon(R) CPU @ 2.80GHz",
      "cores"     -> 2,
      "jdk"       -> "25.0.1+8-LTS Eclipse Adoptium",
      "mode"      -> "quick",
      "startedAt" -> "2026-11-25T04:00:00Z",
      "seed"      -> 7,
      "commit"    -> "0123456789abcdef",
      "dirty"     -> false,
      "command"   -> s"./brine lab --out $home/somewhere"
    )
    for (name, value) <- usual ++ fields do environment(name) = value
    plain.copy(environments = List(environment), ends = List(ujson.Obj("cancelled" -> false)))

  private def record(results: Results, folder: Path, options: String*): (Int, String) =
    val from = RunFolder.write(results, Files.createTempDirectory(folder, "run"))
    val was  = System.err
    System.setErr(PrintStream(ByteArrayOutputStream()))
    try RunFolder.printed(RecordCommand.run(from.toString :: options.toList, folder.resolve("recorded")))
    finally System.setErr(was)

  private def refused(results: Results, options: String*): String = Fixtures.in("record"): folder =>
    val said = intercept[Refusal](record(results, folder, options*)).getMessage
    assert(!Files.exists(folder.resolve("recorded")), "a refusal leaves nothing behind")
    said

  test("a run becomes a compressed file named for its machine, which reports read"):
    Fixtures.in("record"): folder =>
      val (code, printed) = record(run(), folder)
      assertEquals(code, 0)
      val file = Path.of(printed.trim)
      assertEquals(file.getFileName.toString, "intel-xeon-2-cores-jdk-25-quick-2026-11-25.jsonl.gz")
      assertEquals(
        Recorded.of(folder.resolve("recorded")).map(_.label),
        List("intel-xeon-2-cores-jdk-25-quick-2026-11-25")
      )
      val read = Results.read(file)
      assertEquals(read.cells, run().cells)
      assertEquals(read.libraries, run().libraries)
      assertEquals(read.text("commit"), "0123456789abcdef")
      assertEquals(read.text("command"), "./brine lab --out ~/somewhere")
      assertEquals(read.torn, 0)

  test("a recorded run names no folders of its machine"):
    val texts = List(
      s"./brine lab --out $home/somewhere"                       -> "./brine lab --out ~/somewhere",
      "./brine lab --out /var/lab/run"                           -> "./brine lab --out run",
      "./brine lab --out /var/lab/run/"                          -> "./brine lab --out run/",
      "./brine lab --peer-jar actr=/opt/jars/actr.jar --data /"  -> "./brine lab --peer-jar actr=actr.jar --data /",
      "./brine lab --out 'C:\\lab\\run' --jdk /opt/a/x /opt/b/y" -> "./brine lab --out 'run' --jdk x y",
      "cannot write (/var/lab/log): no space"                    -> "cannot write (log): no space",
      "relative/path and/or https://example.org/a/b stay"        -> "relative/path and/or https://example.org/a/b stay",
      "Linux version 6.1.0 8/16 KiB, 1/2"                        -> "Linux version 6.1.0 8/16 KiB, 1/2"
    )
    for (text, expected) <- texts do assertEquals(RecordCommand.withoutFolders(text), expected)
    Fixtures.in("record"): folder =>
      val (_, printed) = record(run("command" -> "./brine lab --out /var/lab/run"), folder)
      assertEquals(Results.read(Path.of(printed.trim)).text("command"), "./brine lab --out run")

  test("the same run gives the same bytes, and is recorded once"):
    Fixtures.in("record"): folder =>
      record(run(), folder): Unit
      record(run(), folder, "--out", folder.resolve("second").toString): Unit
      val name = "intel-xeon-2-cores-jdk-25-quick-2026-11-25"
      assertEquals(
        Files.readAllBytes(Recorded.file(folder.resolve("recorded"), name)).toSeq,
        Files.readAllBytes(Recorded.file(folder.resolve("second"), name)).toSeq
      )
      val again = intercept[Refusal](record(run(), folder, "--name", "another")).getMessage
      assert(again.contains(s"is recorded already, as $name"), again)
      val other = intercept[Refusal](record(run("seed" -> 8), folder)).getMessage
      assert(other.contains("is another run; give this one a name with --name"), other)
      assertEquals(record(run("seed" -> 8), folder, "--name", "another")._1, 0)

  test("a run that would mislead its readers is refused, with the reason"):
    val reasons = List(
      run("mode" -> "smoke")                                             -> "a smoke run measures nothing",
      run("commit" -> "")                                                -> "nobody knows the commit",
      run("dirty" -> true)                                               -> "its code had local changes",
      run().copy(ends = Nil)                                             -> "it was not finished",
      run().copy(ends = List(ujson.Obj("cancelled" -> true)))            -> "it was not finished",
      run().copy(ends = List(ujson.Obj(Results.othersShare -> 0.4)))     -> "other programs took 40 % of",
      run().copy(ends = List(ujson.Obj("iterationsShortenedTo" -> 0.5))) -> "the machine was too slow for the plan",
      run().copy(cells = run().cells.map(_.copy(status = "crashed")))    -> "it measured nothing",
      run().copy(environments = run().environments :+ ujson.Obj("dirty" -> true)) -> "its code had local changes"
    )
    for (bad, reason) <- reasons do assert(refused(bad).contains(reason), s"$reason: ${refused(bad)}")

  test("names lead nowhere but into the folder"):
    for name <- List("../up", "a/b", "", ".hidden", "Upper", "a b", "x" * 101) do
      assert(refused(run(), "--name", name).contains("--name wants"), name)
    assert(intercept[Refusal](RecordCommand.run(Nil, Path.of("."))).getMessage.contains("takes one run"))
    for cpu <- List("", "ÄÖÜ", "../../etc", "x" * 300) do
      assert(RecordCommand.nameOf(run("cpu" -> cpu)).matches("[a-z0-9][a-z0-9.-]{0,99}"), cpu)

  test("a report shows what was recorded beside its own run, and a run never beside itself"):
    Fixtures.in("record"): checkout =>
      val later              = RunFolder.write(run("seed" -> 8), checkout.resolve("later"))
      val folder             = RunFolder.write(run(), checkout.resolve("first"))
      def lab(args: String*) = LabMain.run(args, checkout.resolve("stage"), Fixtures.java, checkout = Some(checkout))
      def headings(of: Path) =
        assertEquals(lab("report", of.toString), 0)
        val page = Jsoup.parse(Files.readString(of.resolve(ReportFolder.page)))
        page.select("#recorded-site-0 thead th").eachText.asScala.toList
      assertEquals(headings(folder), Nil)
      assertEquals(RunFolder.printed(lab("record", folder.toString, "--name", "first"))._1, 0)
      assert(Files.exists(Recorded.file(Recorded.folder(checkout), "first")))
      assertEquals(headings(folder), Nil)
      assertEquals(headings(later), List("library", "measured here", "first, recorded"))
