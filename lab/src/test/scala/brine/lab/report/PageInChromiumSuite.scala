package brine.lab.report

import brine.effort.Effort
import brine.lab.Fixtures
import brine.lab.browser.{ChromiumForTests, DevTools}
import brine.lab.results.Results
import java.nio.file.{Files, Path}
import java.util.zip.GZIPInputStream
import org.jsoup.Jsoup
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** The page in a real browser that has no network: charts are drawn, and every control does what it says. */
final class PageInChromiumSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val charts = List(
    "site-times",
    "site-scatter",
    "site-growth",
    "site-sizes",
    "evactor",
    "evactor-event",
    "books-heat",
    "actors",
    "actors-memory",
    "actors-ask",
    "log",
    "log-curve",
    "whole",
    "whole-delays",
    "startup"
  )

  // One report for all tests: it takes seconds, and no test changes the files.
  private var report: Option[Path] = None

  /** The folder that a run leaves. */
  private def written(): Path = report.getOrElse:
    val folder = Fixtures.folder("chromium")
    report = Some(folder)
    ReportFolder.write(PageFixture.results(), folder)
    folder

  override def afterAll(): Unit = report.foreach(Fixtures.delete)

  // Whether the page is as it was loaded: loading takes a second.
  private var isAsLoaded = false

  /** The page as a run leaves it, opened from its file.
    *
    * @param restored
    *   whether the test leaves the page as it found it, so that the next one need not load it
    */
  private def onPage(restored: Boolean)(body: (DevTools, String, Path) => Unit): Unit =
    val devTools = ChromiumForTests.shared
    val folder   = written()
    val url      = folder.resolve(ReportFolder.page).toUri.toString
    devTools.width(1280)
    if !isAsLoaded then devTools.load(url)
    isAsLoaded = false
    body(devTools, url, folder)
    assertEquals(devTools.complaints.asScala.toList, Nil)
    isAsLoaded = restored

  private def opened(body: (DevTools, String, Path) => Unit): Unit   = onPage(restored = false)(body)
  private def restored(body: (DevTools, String, Path) => Unit): Unit = onPage(restored = true)(body)

  private def drawn(page: DevTools, chart: String = charts.head): String =
    page.evaluate(s"document.querySelector('#chart-$chart svg')?.outerHTML ?? ''").str

  /** A number for each drawing, computed in the page: the drawings themselves are megabytes. */
  private def drawings(page: DevTools): List[Int] =
    val names = charts.map(name => s"'#chart-$name svg'").mkString("[", ", ", "]")
    page
      .evaluate(s"""$names.map(name => {
                   |  // A drawing that was changed has the same elements as a new one, but in another order.
                   |  const told = e => e.tagName + [...e.attributes].map(a => a.name + '=' + a.value).sort() + (e.children.length ? '' : e.textContent)
                   |  const text = [...document.querySelectorAll(name + ', ' + name + ' *')].map(told).sort().join()
                   |  let hash = 0
                   |  for (let i = 0; i < text.length; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i) | 0
                   |  return hash
                   |})""".stripMargin)
      .arr
      .map(_.num.toInt)
      .toList

  private def fragment(page: DevTools): Map[String, String] =
    val pairs = page.evaluate("[...new URLSearchParams(location.hash.slice(1))]").arr
    pairs.map(pair => pair(0).str -> pair(1).str).toMap

  private def choose(page: DevTools, control: String, value: String): Unit =
    val _ = page.evaluate(
      s"{ const c = document.getElementById('$control'); c.value = '$value'; c.dispatchEvent(new Event('change')); 0 }"
    )

  private def click(page: DevTools, selector: String): Unit =
    val _ = page.evaluate(s"{ document.querySelector('$selector').click(); 0 }")

  private def search(page: DevTools, text: String): Unit =
    val _ = page.evaluate(
      s"{ const s = document.getElementById('search'); s.value = '$text'; s.dispatchEvent(new Event('input')); 0 }"
    )

  /** Rows of a table that can be seen. */
  private def shownRows(page: DevTools, table: String): List[String] =
    page
      .evaluate(
        s"[...document.querySelectorAll('#$table tbody tr')].filter(r => !r.hidden).map(r => r.dataset.library)"
      )
      .arr
      .map(_.str)
      .toList

  test("every chart is drawn as SVG, with marks in it"):
    restored: (page, _, _) =>
      for name <- charts do
        val svg = drawn(page, name)
        assert("<path".r.findAllIn(svg).size > 5, s"$name: ${svg.take(200)}")

  test("choices of every list are kept in the address, and change what is drawn"):
    restored: (page, _, _) =>
      val controls = page
        .evaluate(
          "[...document.querySelectorAll('select[id^=control-]')].map(c => [c.id, c.name, c.value, [...c.options].map(o => o.value)])"
        )
        .arr
      assertEquals(controls.size, 15)
      for control <- controls do
        val (id, name, first) = (control(0).str, control(1).str, control(2).str)
        val before            = drawings(page)
        for value <- control(3).arr.map(_.str).filter(_ != first).take(Effort.choices) do
          choose(page, id, value)
          assertEquals(fragment(page).get(name), Some(value), id)
          // One of the two themes is the one that the browser has by itself.
          if name != "theme" then assert(drawings(page) != before, s"$id $value draws the same")
        choose(page, id, first)
        assertEquals(fragment(page), Map.empty, id)
        assertEquals(drawings(page), before, id)

  test("filters hide a library in tables and charts, and Show all brings it back"):
    restored: (page, _, _) =>
      assert(shownRows(page, "times-site").contains("kryo5"))
      assert(drawn(page).contains(">kryo5<"))
      click(page, "input[data-show=kryo5]")
      assertEquals(fragment(page), Map("hide" -> "kryo5"))
      for table <- List("times-site", "sizes-events", "evactor-runs", "books-times", "together-64k") do
        assert(!shownRows(page, table).contains("kryo5"), table)
      assert(!drawn(page).contains(">kryo5<"))
      click(page, "#reset")
      assertEquals(fragment(page), Map.empty)
      assert(drawn(page).contains(">kryo5<"))
      click(page, "input[data-trait=evolvable]")
      assertEquals(fragment(page), Map("traits" -> "evolvable"))
      assertEquals(shownRows(page, "times-site"), List("brine"))
      click(page, "input[data-trait=evolvable]")
      assertEquals(shownRows(page, "times-site").toSet, Set("brine", "kryo5"))

  test("Hide all leaves nothing, a search finds by a part of the name, and both are in the address"):
    restored: (page, _, _) =>
      click(page, "#none")
      assertEquals(shownRows(page, "times-site"), Nil)
      assert(!drawn(page).contains(">kryo5<"))
      click(page, "#reset")
      search(page, "KRY")
      assertEquals(fragment(page), Map("search" -> "KRY"))
      assertEquals(shownRows(page, "times-site"), List("kryo5"))
      assert(!drawn(page).contains(">brine<"))
      click(page, "#reset")
      assertEquals(page.evaluate("document.getElementById('search').value").str, "")
      assertEquals(shownRows(page, "times-site").toSet, Set("brine", "kryo5"))

  test("answer and picture are within the first screen, on a desk and in a hand"):
    opened: (page, _, _) =>
      for (pixels, height) <- List(1280 -> 800, 390 -> 844) do
        page.width(pixels)
        val bottom = page
          .evaluate(
            "Math.max(...['.card p.answer', '.card figure'].map(s => document.querySelector(s).getBoundingClientRect().bottom))"
          )
          .num
        assert(bottom > 0 && bottom <= height, s"$bottom px of $height px at $pixels px")

  test("a view comes back from its address"):
    opened: (page, url, _) =>
      for (control, value) <- List("unit" -> "ns", "scale" -> "linear", "kind" -> "events", "theme" -> "dark") do
        choose(page, s"control-$control", value)
      click(page, "input[data-show=kryo5]")
      val (view, before) = (page.evaluate("location.href").str, drawings(page))
      assert(view.startsWith(url + "#"))
      page.reload()
      assertEquals(page.evaluate("location.href").str, view)
      assertEquals(drawings(page), before)
      assertEquals(page.evaluate("document.documentElement.dataset.theme").str, "dark")
      assertEquals(page.evaluate("document.querySelector('input[data-show=kryo5]').checked").bool, false)

  test("theme and clock reach page and tables"):
    opened: (page, _, _) =>
      def colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor").str
      def first  = page.evaluate("document.querySelector('#times-site td[data-kind=time]').textContent").str
      choose(page, "control-theme", "light")
      val (light, wall) = (colour, first)
      choose(page, "control-theme", "dark")
      assert(colour != light)
      choose(page, "control-unit", "ns")
      assert(first != wall)
      val nanos = first
      choose(page, "control-clock", "cpu")
      assert(first != nanos)

  test("a heading sorts its column, and failures stay last"):
    opened: (page, _, _) =>
      def press(column: Int) = page.evaluate(
        s"{ document.querySelectorAll('#times-events thead tr:last-child th')[$column].querySelector('button').click(); 0 }"
      )
      def figures = page
        .evaluate("[...document.querySelectorAll('#times-events tbody tr')].map(r => Number(r.cells[2].dataset.value))")
        .arr
        .map(_.num)
      val _ = press(2)
      assertEquals(figures, figures.sorted)
      assertEquals(page.evaluate("document.querySelectorAll('#times-events th[aria-sort=ascending]').length").num, 1.0)
      val _ = press(2)
      assertEquals(figures, figures.sorted.reverse)
      for _ <- 1 to 2 do
        // kryo5 crashed in the last column.
        val _ = press(11)
        assertEquals(shownRows(page, "times-events").last, "kryo5")

  test("the calculator follows its form, and its script computes what the lab computed"):
    opened: (page, _, _) =>
      def cells =
        page.evaluate("[...document.querySelectorAll('#calc-table td')].map(c => c.textContent)").arr.map(_.str)
      def day = page.evaluate("Number(document.querySelector('#calc-table td[data-calc=day]').dataset.figure)").num
      def give(name: String, value: String) = page.evaluate(
        s"{ const i = document.getElementById('calc-$name'); i.value = '$value'; i.dispatchEvent(new Event('input')); 0 }"
      )
      val static = Jsoup.parse(Page.render(PageFixture.results(), Nil)).select("#calc-table td").eachText.asScala
      assertEquals(cells.toList, static.toList)
      val before = day
      val _      = give("rate", "2000")
      assertEqualsDouble(day, before * 2, before * 1e-9)
      val _ = give("bytes", "500")
      assertEqualsDouble(day, before * 4, before * 1e-9)
      val kept = cells
      val _    = give("days", "30")
      assert(cells != kept)
      val other = cells
      val _     = give("base", "kryo5")
      assert(cells != other)
      val _ = give("bytes", "")
      assertEqualsDouble(day, 0, 0)

  test("a row's name unfolds and reaches how its library was set up"):
    opened: (page, _, _) =>
      click(page, "#times-site tr[data-library=kryo5] a")
      assertEquals(page.evaluate("document.getElementById('libraries').closest('details').open").bool, true)
      assertEquals(page.evaluate("document.activeElement.id").str, "setup-kryo5")

  test("going to a section keeps the view"):
    opened: (page, _, _) =>
      choose(page, "control-unit", "ms")
      val links = page.evaluate("document.querySelectorAll('nav a').length").num.toInt
      assert(links >= 6)
      for link <- 1 to links do
        click(page, s"nav a:nth-child($link)")
        assertEquals(fragment(page), Map("unit" -> "ms"))

  test("every download hands out its file"):
    opened: (page, url, folder) =>
      Fixtures.in("downloads")(downloads(page, url, folder, _))

  private def downloads(page: DevTools, url: String, folder: Path, target: Path): Unit =
    val names = page.evaluate("[...document.querySelectorAll('a[download]')].map(a => a.download)").arr.map(_.str)
    assert(names.size >= 5)
    // Without a person's hand, Chromium hands out at most ten files of a page that was loaded once.
    for (some, at) <- names.grouped(8).zipWithIndex do
      if at > 0 then page.load(url)
      for name <- some do
        page.download(target)(click(page, s"a[download=\"$name\"]"))
        assert(Files.size(target.resolve(name)) > 0, name)
    val raw = GZIPInputStream(Files.newInputStream(target.resolve(Results.fileName + ".gz"))).readAllBytes
    assertEquals(Results.parse(String(raw)).cells.size, PageFixture.results().cells.size)
    assertEquals(
      Files.readString(target.resolve("site-times.tsv")),
      Files.readString(folder.resolve("site-times.tsv"))
    )

  test("nothing is wider than the window, on a desk or in a hand, with everything unfolded"):
    opened: (page, _, _) =>
      for pixels <- List(1280, 390); unfolded <- List(false, true) do
        page.width(pixels)
        val _ = page.evaluate(s"{ document.querySelectorAll('details').forEach(d => d.open = $unfolded); 0 }")
        // A chart follows the window a moment later.
        val _    = page.evaluate("new Promise(done => setTimeout(done, 400))")
        val wide = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)").num
        val room = page.evaluate("document.documentElement.clientWidth").num
        assert(room > 0 && wide <= room, s"$wide px in $room px of $pixels px, unfolded: $unfolded")
        assert(charts.forall(drawn(page, _).startsWith("<svg")))
