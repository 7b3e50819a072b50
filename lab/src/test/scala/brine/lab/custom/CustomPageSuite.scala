package brine.lab.custom

import brine.lab.results.Cell
import org.jsoup.Jsoup
import org.jsoup.nodes.{Document, Element}
import scala.jdk.CollectionConverters.*

final class CustomPageSuite extends munit.FunSuite:
  import CustomFixture.{figures, row, Figures}

  private def page(report: CustomReport): Document = Jsoup.parse(CustomPage.render(report))

  private def verdict(report: CustomReport): List[String] =
    page(report).select("#summary li").eachText.asScala.toList

  private def cellsOf(page: Document, table: String): Map[String, List[Element]] =
    page
      .select(s"#$table tbody tr")
      .asScala
      .map(line => line.select("th").text -> line.select("td").asScala.toList)
      .toMap

  private val small = figures("brine", 1000, 3000, 2000)
  private val fast  = figures("jsoniter", 4000, 1000, 8000)
  private val slow  = figures("java", 9000, 9000, 9000)

  test("the verdict names the smallest library and the fastest at writing and at reading"):
    CustomFixture.of(slow, fast, small): report =>
      assertEquals(
        verdict(report),
        List(
          "Smallest: brine with 1,000 bytes for 40 values.",
          "Fastest at writing: jsoniter with 1.00 µs for 40 values.",
          "Fastest at reading: brine with 2.00 µs for 40 values."
        )
      )

  test("libraries whose intervals reach the fastest one's are within the noise"):
    val first  = Figures("brine", 1, List(100, 110, 120), List(100, 100, 100))
    val second = Figures("kryo5", 2, List(115, 130, 140), List(200, 210, 220))
    CustomFixture.of(first, second): report =>
      val said = verdict(report)
      assert(said(1).endsWith("within the noise of this run: kryo5."), said)
      assert(!said(2).contains("noise"), said)

  test("differences smaller than that of a library measured twice are noise too"):
    val control = CustomFixture.cells(Figures("control-brine", 1, List(150), List(100))).filter(_.op != "size")
    val others  = List(figures("brine", 1, 100, 100), figures("kryo5", 2, 140, 300))
    CustomFixture.in(others.map(one => row(one.name)), control ++ others.flatMap(CustomFixture.cells)): report =>
      val said = verdict(report)
      assert(said(1).endsWith("within the noise of this run: kryo5."), said)
      assert(!said(2).contains("within"), said)
      assert(page(report).select("#summary").text.contains("differed by up to a factor of 1.50"))

  test("every figure of the tables is the one that was measured; a library that failed says why instead"):
    val broken = Cell(CustomStage.study, "samples", "fory", "encode", status = "crashed", note = "it <broke> & ended")
    val rows   = List(row("java"), row("brine"), row("fory"), row("upickle", unavailable = "it is not staged"))
    CustomFixture.in(rows, broken :: List(slow, small).flatMap(CustomFixture.cells)): report =>
      val found = cellsOf(page(report), "own-figures")
      assertEquals(
        found("brine").map(_.attr("data-value").toDouble),
        List(1000.0, 1001, 1002, 1003, 3000, 2000, 8, 8)
      )
      assertEquals(found("fory").map(_.text), List("crashed", "it <broke> & ended"))
      assertEquals(found("upickle").map(_.text), List("unavailable", "it is not staged"))
      // As wide as the others, or the table would be torn.
      val widths = found.values.map(_.map(cell => cell.attr("colspan").toIntOption.getOrElse(1)).sum).toSet
      assertEquals(widths, Set(CustomTable.figures.size))
      assertEquals(page(report).select("#own-figures tbody th").eachText.asScala.toList.take(2), List("brine", "java"))
      assert(!verdict(report).mkString.contains("fory"))

  test("the data as they were given are the first row, with sizes alone"):
    val given_ = CustomFixture.cells(figures(CustomReport.asGiven, 10000, 1, 1)).filter(_.op == "size")
    CustomFixture.in(List(row("brine")), given_ ++ CustomFixture.cells(small)): report =>
      val first = page(report).select("#own-figures tbody tr").first
      assertEquals(first.select("th").text, "JSON as given")
      assertEquals(first.select("td").eachText.asScala.toList.takeRight(4), List("–", "–", "–", "–"))
      assert(verdict(report).head.contains("10.0 % of the JSON"), verdict(report))

  test("the fields' shares are of all bytes, and what belongs to no field is named"):
    val fields =
      List(FieldBytes("", "size", 25, 0), FieldBytes("lines[].price", "value", 75, 30))
    CustomFixture.in(List(row("brine")), CustomFixture.cells(small), fields): report =>
      val found = cellsOf(page(report), "own-fields")
      assertEquals(found("(around values)").map(_.text), List("size", "25", "25.0 %", "0", "–"))
      assertEquals(found("lines[].price").map(_.text), List("value", "75", "75.0 %", "30", "2.50"))
    CustomFixture.of(small)(report => assertEquals(page(report).select("#fields").size, 0))

  test("what a person gave is text on the page and never part of it"):
    val hostile = "</code></pre><script>alert(1)</script><img src=x>"
    CustomFixture.in(
      List(row("brine", settings = hostile), row("fory", unavailable = hostile)),
      CustomFixture.cells(small),
      List(FieldBytes(hostile, "value", 1, 1)),
      text = s"// $hostile",
      described = hostile
    ): report =>
      val found = page(report)
      assertEquals(found.select("script, img, link, [src], [href]").size, 0)
      assertEquals(found.select("#types pre").text, s"// $hostile")
      assertEquals(found.text.sliding(hostile.length).count(_ == hostile), 5)

  test("a run that was ended early says so"):
    def notes(end: ujson.Obj) = CustomFixture.in(List(row("brine")), CustomFixture.cells(small), end = end): report =>
      page(report).select("#summary [role=note]").text
    assert(notes(ujson.Obj("cancelled" -> true)).contains("ended early"))
    assertEquals(notes(ujson.Obj("cancelled" -> false)), "")

  test("a run in which no library was measured still has a page"):
    CustomFixture.in(List(row("brine", unavailable = "it is not staged")), Nil): report =>
      assertEquals(verdict(report), Nil)
      assertEquals(page(report).select("svg").size, 0)
      assertEquals(cellsOf(page(report), "own-figures").keySet, Set("brine"))
