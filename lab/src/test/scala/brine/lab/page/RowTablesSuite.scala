package brine.lab.page

import org.jsoup.Jsoup
import org.jsoup.nodes.Element
import scala.jdk.CollectionConverters.*
import scalatags.Text.all.*

final class RowTablesSuite extends munit.FunSuite:
  private val tables = RowTables("runtime", List("brine" -> "0.1", "a <b> & c" -> "2"))

  private def parsed(table: Frag): Element = Jsoup.parse(table.render).selectFirst("table")

  private def texts(of: Element, selector: String): List[String] = of.select(selector).eachText.asScala.toList

  /** How many columns each row has, with those that span several. */
  private def widths(table: Element): List[Int] =
    table
      .select("tr")
      .asScala
      .toList
      .map: row =>
        row.children.asScala.map(cell => cell.attr("colspan").toIntOption.getOrElse(1)).sum

  test("each row has its name, its version and the cells of that name"):
    val table = parsed(tables("All", List("first", "second"), id := "own")(name => List(td(name.length), td("x"))))
    assertEquals(table.id, "own")
    assertEquals(texts(table, "caption"), List("All"))
    assertEquals(texts(table, "thead th"), List("runtime", "version", "first", "second"))
    assertEquals(texts(table, "tbody tr"), List("brine 0.1 5 x", "a <b> & c 2 9 x"))
    assertEquals(table.select("tbody tr").eachAttr("data-library").asScala.toList, List("brine", "a <b> & c"))
    assertEquals(widths(table).distinct, List(4))

  test("columns in groups are as wide as what stands under them"):
    val table = parsed(
      tables.grouped("All", List("1k", "64k"), List("write", "read", "bytes"))(_ => List.fill(6)(td("1")))
    )
    assertEquals(texts(table, "thead tr:first-child th"), List("runtime", "version", "1k", "64k"))
    assertEquals(texts(table, "thead tr:last-child th").filter(_.nonEmpty).distinct, List("write", "read", "bytes"))
    assertEquals(widths(table).distinct, List(8))

  test("some of the rows are the same rows in the same order"):
    val table = parsed(tables.only(_ != "brine")("Some", List("n"))(_ => List(td("1"))))
    assertEquals(texts(table, "tbody th"), List("a <b> & c"))
    assertEquals(parsed(tables.only(_ => false)("None", List("n"))(_ => fail("no row"))).select("tbody tr").size, 0)
