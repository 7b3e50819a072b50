package brine.lab.page

import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*
import scalatags.Text.all.*

final class HtmlFileSuite extends munit.FunSuite:
  private val html = HtmlFile("a </title><b> & c", cls := "smoke")(p("shown"))
  private val page = Jsoup.parse(html)

  test("a page needs no other file and no network"):
    assertEquals(page.select("link, script, [src], [href]").size, 0)
    assert(!page.select("style").html.contains("url(http"))
    assert(page.select("style").html.nonEmpty)

  test("a browser is told language, encoding and width before anything is shown"):
    assert(html.startsWith("<!DOCTYPE html>\n<html lang=\"en\""))
    assertEquals(page.select("head meta").first.attr("charset"), "utf-8")
    assert(page.select("meta[name=viewport]").attr("content").contains("width=device-width"))
    assertEquals(page.select("meta[name=color-scheme]").attr("content"), "light dark")

  test("the title is text; marks are on the root, and what is shown is the body"):
    assertEquals(page.title, "a </title><b> & c")
    assertEquals(page.select("html").attr("class"), "smoke")
    assertEquals(page.body.children.asScala.toList.map(_.outerHtml), List("<p>shown</p>"))
