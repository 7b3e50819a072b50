package brine.lab.report

import brine.lab.Fixtures
import brine.lab.results.Results
import java.nio.file.Files
import java.util.zip.GZIPOutputStream
import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*

final class MachinesPageSuite extends munit.FunSuite:
  private val run = PageFixture.results()

  private def on(cpu: String, factor: Double = 1): Results =
    val environment = ujson.Obj.from(run.environment.value.toList)
    environment("cpu") = cpu
    environment("seed") = cpu.hashCode
    run.copy(
      environments = List(environment),
      cells = run.cells.map(cell => cell.withFigure(_.copy(value = cell.value.map(_ * factor), lo = None, hi = None)))
    )

  test("like runs are one, unlike ones have a letter each, and their differences are named"):
    val one = LabelledRun.grouped(List(run, run))
    assertEquals(one.map(_.results.rounds), List(10))
    assertEquals(LabelledRun.differences(List(run, run)), Nil)
    val two = LabelledRun.grouped(List(on("slow"), on("fast"), on("slow")))
    assertEquals(two.map(found => found.label -> found.results.rounds), List("A" -> 10, "B" -> 5))
    assertEquals(LabelledRun.differences(List(on("slow"), on("fast"))), List("processor (slow; fast)"))

  test("unlike runs are points by machine, each with its own interval and its own page"):
    Fixtures.in("machines"): folder =>
      val runs = LabelledRun.grouped(List(on("slow", 3), on("fast")))
      ReportFolder.writeMachines(runs, folder)
      val page = Jsoup.parse(Files.readString(folder.resolve(ReportFolder.page)))
      for link <- page.select("a[href]").asScala do
        assert(Files.exists(folder.resolve(link.attr("href"))), link.attr("href"))
      assertEquals(
        page.select("#machines-environments tr").asScala.head.select("th").eachText.asScala.toList,
        List("what", "A", "B")
      )
      assert(page.select("#machines-environments").text.contains("slow"))
      val ours = page.select("#machines-site-0 tr[data-library=kryo5] td").asScala.toList
      // Ratios within a machine do not change if everything there takes three times as long.
      assertEquals(ours.map(_.attr("data-value").toDouble * 1e6).map(_.round).distinct.size, 1)
      val points = page.select("svg text.machine title").eachText.asScala.toList
      assert(points.exists(_.startsWith("A: ")) && points.exists(_.startsWith("B: ")), points)

  test("recorded runs stand beside the reader's own and change none of its figures"):
    Fixtures.in("recorded"): folder =>
      val recorded = Files.createDirectories(folder.resolve("lab").resolve("recorded"))
      val source   = folder.resolve("source")
      ReportFolder.write(on("other", 2), Files.createDirectories(source))
      val link = Jsoup.parse(Files.readString(source.resolve(ReportFolder.page))).select("a[download=results.jsonl.gz]")
      val bytes = java.util.Base64.getDecoder.decode(link.attr("href").split(",", 2)(1))
      Files.write(recorded.resolve("other-machine.jsonl.gz"), bytes)
      val found = Recorded.in(folder)
      assertEquals(found.map(_.label), List("other-machine"))
      val alone = Jsoup.parse(Page.render(run, Nil))
      val page  = Jsoup.parse(Page.render(run, Nil, found))
      assertEquals(alone.select("#recorded").size, 0)
      assertEquals(page.select("#summary").html, alone.select("#summary").html)
      assertEquals(
        page.select("#recorded-site-0 thead th").eachText.asScala.toList,
        List("library", "measured here", "other-machine, recorded")
      )
      val ids = page.select("[id]").asScala.map(_.id).toList
      assertEquals(ids.diff(ids.distinct), Nil)
      assertEquals(Recorded.in(folder.resolve("nowhere")), Nil)

  test("a compressed results file is read like a plain one"):
    Fixtures.in("gz"): folder =>
      val file = folder.resolve("run.jsonl.gz")
      val out  = GZIPOutputStream(Files.newOutputStream(file))
      out.write("{\"kind\":\"environment\",\"cpu\":\"x\"}\n".getBytes)
      out.close()
      assertEquals(Results.read(file).text("cpu"), "x")
