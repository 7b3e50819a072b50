package brine.lab.cli

import brine.lab.Fixtures
import brine.lab.catalog.Studies
import brine.lab.failure.Refusal
import brine.lab.report.PageFixture
import brine.lab.results.Results
import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import javax.xml.parsers.DocumentBuilderFactory

final class FiguresCommandSuite extends munit.FunSuite:
  private val run = PageFixture.results()

  private def figures(results: Results, folder: Path, options: String*): (Int, String) =
    val from = RunFolder.write(results, folder.resolve("run"))
    RunFolder.printed(
      FiguresCommand.run(List(from.toString, "--out", folder.resolve("pictures").toString) ++ options)
    )

  private def refused(results: Results, options: String*): String =
    Fixtures.in("figures")(folder => intercept[Refusal](figures(results, folder, options*)).getMessage)

  test("each picture stands alone: one SVG that names its libraries and leads nowhere"):
    Fixtures.in("figures"): folder =>
      val (code, printed) = figures(run, folder)
      assertEquals(code, 0)
      val files = printed.linesIterator.map(Path.of(_)).toList
      assertEquals(files.map(_.getFileName.toString), Studies.all.map(_.name + ".svg"))
      for file <- files do
        val text    = Files.readString(file)
        val builder = DocumentBuilderFactory.newInstance.newDocumentBuilder
        val root    = builder.parse(ByteArrayInputStream(text.getBytes(UTF_8))).getDocumentElement
        assertEquals(root.getTagName, "svg", file)
        assertEquals(root.getAttribute("xmlns"), "http://www.w3.org/2000/svg", file)
        assert(root.getTextContent.contains("brine"), file)
        assert(!text.contains("href") && !text.contains("<script"), file)

  test("with --json the files are one object, in the order of the page"):
    Fixtures.in("figures"): folder =>
      val (code, printed) = figures(run, folder, "--json")
      assertEquals(code, 0)
      val files = ujson.read(printed)("figures").arr.map(file => Path.of(file.str)).toList
      assertEquals(files.map(_.getParent).distinct, List(folder.resolve("pictures")))
      assertEquals(files.map(_.getFileName.toString), Studies.all.map(_.name + ".svg"))
      assert(files.forall(Files.size(_) > 0))

  test("only studies that the run compared get a picture; the results file may be named itself"):
    Fixtures.in("figures"): folder =>
      val some  = run.copy(cells = run.cells.filter(cell => Set("site", "log")(cell.study)))
      val file  = RunFolder.write(some, folder.resolve("run")).resolve(Results.fileName)
      val found = RunFolder.printed(FiguresCommand.run(List(file.toString, "--out", folder.resolve("out").toString)))
      assertEquals(
        found._2.linesIterator.map(Path.of(_).getFileName.toString).toList,
        List("site.svg", "log.svg")
      )

  test("a smoke run, a run without times and a run that is not there have no figures"):
    assert(refused(PageFixture.results("smoke")).contains("smoke run measures nothing"))
    val untimed = run.copy(cells = run.cells.filter(_.op.startsWith("startup")))
    assert(refused(untimed).contains("no study whose contenders could be compared"))
    assert(intercept[Refusal](FiguresCommand.run(List("/nowhere/at/all"))).getMessage.contains("no results at"))

  test("figures are of one run"):
    assert(refused(run, "another").contains("takes one run: a folder or a results file, not 2"))
    assert(intercept[Refusal](FiguresCommand.run(Nil)).getMessage.contains("not 0"))

  test("what is refused leaves no folder behind"):
    Fixtures.in("figures"): folder =>
      for bad <- List(PageFixture.results("smoke"), run.copy(cells = Nil)) do
        intercept[Refusal](figures(bad, folder)): Unit
        assert(!Files.exists(folder.resolve("pictures")))
        Fixtures.delete(folder.resolve("run"))
