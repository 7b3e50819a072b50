package brine.lab.cli

import brine.lab.cli.LabCommand.run
import brine.lab.report.Recorded
import brine.lab.Fixtures
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream
import scala.concurrent.duration.*

/** Results files that are damaged, foreign, of another version, or named twice. */
final class BrokenResultsSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val environment =
    """{"kind":"environment","mode":"quick","startedAt":"2026-01-31T12:00:00Z","seed":7,""" +
      """"cpu":"one","studies":["site"]}"""

  private def cell(study: String, round: Int, value: Int): String =
    s"""{"kind":"cell","study":"$study","case":"site-1k","library":"brine","version":"1","op":"encode",""" +
      s""""status":"ok","note":"","round":$round,"mode":"quick","value":$value,"unit":"ns"}"""

  private val sound =
    (environment :: (1 to 3).toList.map(round => cell("site", round, 100 + round))).mkString("\n") + "\n"

  private def refused(folder: Path, said: String)(args: String*): Unit =
    val (code, _, err) = run(folder, args*)
    assertEquals(code, 2, s"${args.mkString(" ")}: $err")
    assert(err.contains(said), err)

  /** Refused by every command that reads a run, in a message that names the file. */
  private def refusedByAll(folder: Path, file: Path, said: String): Unit =
    val other = Files.writeString(folder.resolve("sound.jsonl"), sound).toString
    for args <- List(List("report"), List("compare", other), List("targets"), List("figures")) do
      refused(folder, said)(args :+ file.toString*)
      val (_, _, err) = run(folder, args :+ file.toString*)
      assert(err.contains(file.toString), err)

  private def compressed(text: String): Array[Byte] =
    val bytes = ByteArrayOutputStream()
    val gzip  = GZIPOutputStream(bytes)
    gzip.write(text.getBytes)
    gzip.close()
    bytes.toByteArray

  test("what is no results file is refused by its name"):
    Fixtures.in("no-results"): folder =>
      refusedByAll(folder, Files.write(folder.resolve("a"), sound.getBytes("UTF-16")), "is not UTF-8")
      refusedByAll(
        folder,
        Files.write(folder.resolve("b.gz"), compressed(sound * 9).take(60)),
        "is not a whole gzip file"
      )
      refusedByAll(folder, Files.write(folder.resolve("c.gz"), sound.getBytes), "is not a whole gzip file")
      val inner = Files.createDirectories(folder.resolve("d").resolve("results.jsonl"))
      refusedByAll(folder, inner.getParent, "no results at")

  test("a run of the user's own data has a page already, and can be compared"):
    Fixtures.in("custom-results"): folder =>
      val text = sound.replace("\"quick\"", "\"custom\"").replace("\"site\"", "\"custom\"")
      val file = Files.writeString(folder.resolve("results.jsonl"), text)
      Files.writeString(folder.resolve("index.html"), "its page")
      for command <- List("report", "targets", "figures") do
        refused(folder, "is a run of `lab custom`")(command, folder.toString)
      assertEquals(run(folder, "compare", file.toString, folder.toString)._1, 0)
      assertEquals(Files.readString(folder.resolve("index.html")), "its page")

  test("cells of a study that this version does not know are left out, and that is said"):
    Fixtures.in("unknown-study"): folder =>
      val file           = Files.writeString(folder.resolve("results.jsonl"), sound + cell("seismograph", 1, 5) + "\n")
      val (code, _, err) = run(folder, "report", file.toString, "--out", folder.resolve("out").toString)
      assertEquals(code, 0, err)
      assert(err.contains("1 cells of ") && err.contains("no study seismograph"), err)

  test("UTF-16 is named as such with or without its mark, and the mark of UTF-8 is passed over"):
    Fixtures.in("marks"): folder =>
      for charset <- List("UTF-16", "UTF-16LE", "UTF-16BE") do
        val file = Files.write(folder.resolve(charset), sound.getBytes(charset))
        refusedByAll(folder, file, "is not UTF-8 but UTF-16: save it as UTF-8")
      val marked         = Files.writeString(folder.resolve("marked.jsonl"), "\uFEFF" + sound.replace("\n", "\r\n"))
      val (code, _, err) = run(folder, "report", marked.toString, "--out", folder.resolve("out").toString)
      assertEquals(code, 0, err)
      assert(!err.contains("left out"), err)

  test("a line that was edited is refused with its number, whatever is wrong with it"):
    Fixtures.in("edited"): folder =>
      val edits = List(
        cell("site", 4, 5).replace("study", "s"),
        cell("site", 4, 5).replace("\"value\":5", "\"value\":\"fast\""),
        cell("site", 4, 5).replace("\"round\":4", "\"round\":[4]"),
        cell("site", 4, 5).replace(",", ";"),
        cell("site", 4, 5) + "}",
        "site-1k;brine;5",
        "[1, 2]",
        "\"text\"",
        "null",
        "{}",
        "{\"kind\":5}",
        "[" * 100000 + "]" * 100000
      )
      for (edit, number) <- edits.zipWithIndex do
        val file = Files.writeString(folder.resolve(s"edit-$number.jsonl"), sound + edit + "\n" + cell("site", 5, 6))
        refusedByAll(folder, file, s"edit-$number.jsonl, line 5: it is")

  test("a byte that is no UTF-8 is refused with its line, unless the line was cut there"):
    Fixtures.in("bytes"): folder =>
      def file(name: String, line: Array[Byte]) =
        Files.write(folder.resolve(name), sound.getBytes ++ line)
      val bad = cell("site", 4, 5).getBytes("UTF-8")
      bad(20) = 0xff.toByte
      refusedByAll(folder, file("bad.jsonl", bad), "is not UTF-8 in line 5")
      val cut            = """{"kind":"cell","note":"ä""".getBytes("UTF-8").dropRight(1)
      val (code, _, err) = run(folder, "report", file("cut.jsonl", cut).toString, "--out", folder.resolve("o").toString)
      assertEquals(code, 0, err)
      assert(err.contains("1 line of ") && err.contains("left out"), err)

  test("lines that were cut are counted"):
    Fixtures.in("lines"): folder =>
      val file           = Files.writeString(folder.resolve("results.jsonl"), sound + cell("site", 4, 5).dropRight(9))
      val (code, _, err) = run(folder, "report", file.toString, "--out", folder.resolve("out").toString)
      assertEquals(code, 0, err)
      assert(err.contains("1 line of ") && err.contains("left out"), err)
      val (_, _, whole) = run(folder, "report", Files.writeString(file, sound).toString)
      assert(!whole.contains("left out"), whole)

  test("a run that is named twice, or beside its copy, is refused: its rounds would count twice"):
    Fixtures.in("twins"): folder =>
      val file = Files.writeString(folder.resolve("results.jsonl"), sound).toString
      val copy = Files.write(folder.resolve("copy.gz"), compressed(sound)).toString
      val out  = folder.resolve("out").toString
      refused(folder, "are the same run")("report", file, file, "--out", out)
      refused(folder, "are the same run")("report", file, copy, "--out", out)
      val later = Files.writeString(folder.resolve("later.jsonl"), sound.replace("12:00:00", "13:00:00")).toString
      assertEquals(run(folder, "report", file, later, "--out", out)._1, 0)

  test("a comparison with a smoke run says that it means nothing"):
    Fixtures.in("smoke"): folder =>
      val quick = Files.writeString(folder.resolve("quick.jsonl"), sound).toString
      val smoke = Files.writeString(folder.resolve("smoke.jsonl"), sound.replace("\"quick\"", "\"smoke\"")).toString
      assert(run(folder, "compare", quick, smoke)._2.contains("a smoke run: its times mean nothing"))
      assert(!run(folder, "compare", quick, quick)._2.contains("smoke run"))

  test("a damaged recorded run does not keep others from being shown"):
    Fixtures.in("recorded"): folder =>
      val recorded = Files.createDirectories(folder.resolve("lab").resolve("recorded"))
      Files.write(recorded.resolve("good.jsonl.gz"), compressed(sound))
      Files.write(recorded.resolve("cut.jsonl.gz"), compressed(sound).take(60))
      val was = System.err
      val err = ByteArrayOutputStream()
      System.setErr(PrintStream(err, true))
      val found =
        try Recorded.in(folder)
        finally System.setErr(was)
      assertEquals(found.map(_.label), List("good"))
      assert(err.toString.contains("left out: ") && err.toString.contains("cut.jsonl.gz"), err)

  test("an empty folder name, words that a command does not take, and odd numbers"):
    Fixtures.in("arguments"): folder =>
      val file = Files.writeString(folder.resolve("results.jsonl"), sound).toString
      refused(folder, "--out wants a folder")("report", file, "--out", "")
      refused(folder, "--out wants a folder")("site", "--out", "")
      refused(folder, "--out wants a folder")("custom", file, "--out", "")
      refused(folder, "doctor takes no names, not 'please'")("doctor", "please")
      for odd <- List("x", "1e3", "99999999999") do
        refused(folder, s"--seconds must be a whole number, 10 or more, not '$odd'")("custom", file, "--seconds", odd)
