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
  private val slow  = figures("java", 9000, 9000, 9000)

  /** The same time in each of several starts, a little apart. */
  private def often(name: String, bytes: Double, write: Double, read: Double): Figures =
    def times(of: Double) = (0 to 4).toList.map(at => of * (1 + at / 1000.0))
    Figures(name, bytes, times(write), times(read))

  test("the verdict names the smallest library and the fastest at writing and at reading"):
    val all =
      List(often("java", 9000, 9000, 9000), often("jsoniter", 4000, 1000, 8000), often("brine", 1000, 3000, 2000))
    CustomFixture.of(all*): report =>
      val said = verdict(report)
      assertEquals(said.head, "Smallest: brine with 1,000 bytes for 40 values.")
      assert(said(1).startsWith("jsoniter wrote 3.00 ["), said)
      assert(said(1).endsWith(" faster than brine, the next. jsoniter takes 1.00 µs for 40 values."), said)
      assert(said(2).startsWith("brine read 4.00 ["), said)

  test("libraries whose turns do not tell them apart are level or undecided, and the reason is said"):
    val first  = often("brine", 1, 100, 100)
    val second = Figures("kryo5", 2, List(60, 180, 190, 70, 105), List(101, 101, 101, 101, 101))
    CustomFixture.of(first, second): report =>
      val said = verdict(report)
      assert(said(1).startsWith("In writing, the first place is not decided: "), said)
      assert(said(2).startsWith("In reading, brine and kryo5 are level within "), said)

  test("differences smaller than that of a library measured twice decide nothing"):
    val control = CustomFixture.cells(often("control-brine", 1, 150, 150)).filter(_.op != "size")
    val others  = List(often("brine", 1, 100, 100), often("kryo5", 2, 140, 300))
    CustomFixture.in(others.map(one => row(one.name)), control ++ others.flatMap(CustomFixture.cells)): report =>
      val said = verdict(report)
      for words <- said.tail do assert(words.contains("not decided: a library differed from itself by 50.0 %"), said)
      assert(
        page(report).select("#summary").text.contains("differed by up to 50.0 %"),
        page(report).select("#summary").text
      )

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

  test("a time that did not settle is left out, and the row's other figures stay"):
    val cells = CustomFixture
      .cells(small)
      .map: cell =>
        if cell.op != "decode" then cell
        else
          cell
            .copy(status = "unsettled", note = "not steady")
            .withFigure(_.copy(value = None))
            .withCosts(_.copy(allocB = None))
    CustomFixture.in(List(row("brine")), cells): report =>
      val found = cellsOf(page(report), "own-figures")("brine")
      assertEquals(
        found.map(_.attr("data-value").toDoubleOption.map(_.toInt)).take(6),
        List(1000, 1001, 1002, 1003, 3000).map(Some(_)) :+ None
      )

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
