package brine.lab.report

import brine.lab.Fixtures
import brine.lab.page.Summary
import brine.lab.results.{Cell, LibraryRow, Results}
import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*

final class CollectorsSectionSuite extends munit.FunSuite:
  private def timed(jvm: String, library: String, name: String, value: Double): List[Cell] =
    (1 to 4).toList.map(round => Fixtures.timed(library, name, "encode", round, value).withWhere(_.copy(jvm = jvm)))

  /** Brine is first for the small site under both, for the large one under g1 alone. */
  private def results(second: String = "zgc", mode: String = "quick"): Results =
    val cells = timed("g1", "brine", "site-1k", 100) ++ timed("g1", "fory", "site-1k", 150) ++
      timed("g1", "brine", "site-64k", 1000) ++ timed("g1", "fory", "site-64k", 1100) ++
      timed("g1", "kryo5-as-published", "site-64k", 1) ++ timed("g1", "reference-positional", "site-64k", 1) ++
      timed(second, "brine", "site-1k", 100) ++ timed(second, "fory", "site-1k", 160) ++
      timed(second, "brine", "site-64k", 1500) ++ timed(second, "fory", "site-64k", 1200)
    val asked = ujson.Obj("g1" -> "-XX:+UseG1GC", second -> "-XX:+UseOther")
    Results(
      List(ujson.Obj("mode" -> mode, "jvmSettings" -> asked)),
      List(LibraryRow("kryo5-as-published", "kryo5", traits = List("as-published"))),
      cells,
      Nil,
      0
    )

  test("every cell has its first and second under each setting, without what is no rival"):
    val cells = CollectorsSection.cells(results()).map(cell => cell.name -> cell.places).toMap
    assertEquals(cells("site-1k")("g1"), CollectorsSection.Place("brine", "fory", 1.5, true))
    assertEquals(cells("site-64k")("g1"), CollectorsSection.Place("brine", "fory", 1.1, true))
    assertEquals(cells("site-64k")("zgc"), CollectorsSection.Place("fory", "brine", 1.25, false))

  test("the page names every cell that turns, and shows the first setting elsewhere"):
    val page = Jsoup.parse(Page.render(results(), Nil))
    val said = page.select("#collectors-turns").text
    assert(said.startsWith("1 of 2 cells turn: site site-64k encode (Brine first under g1; not under zgc)"), said)
    assert(!said.contains("site-1k"), said)
    assertEquals(page.select("#collectors-table tbody tr").size, 2)
    assertEquals(
      page.select("#times-site tr[data-library=brine] td[data-value]").asScala.map(_.attr("data-value")).toSet,
      Set("100", "1000")
    )
    assertEquals(page.select("tr[data-library*=zgc]").size, 0)
    assert(page.select("nav a[href=#collectors]").size == 1)

  test("a run under one setting or none has no such section, a smoke run ranks nothing in it"):
    assert(CollectorsSection(results().under("g1")).isEmpty)
    assert(CollectorsSection(PageFixture.results()).isEmpty)
    assertEquals(Jsoup.parse(Page.render(PageFixture.results(), Nil)).select("#collectors").size, 0)
    val smoke = Jsoup.parse(Page.render(results(mode = "smoke"), Nil))
    assert(smoke.select("#collectors-turns").isEmpty && smoke.select("#collectors").text.contains("ranks nothing"))

  test("files and comparisons tell the settings apart"):
    val tsv = Figures.all(Summary.of(results())).toMap.apply("site-times.tsv")
    assert(tsv.contains("brine (g1)") && tsv.contains("brine (zgc)"))
