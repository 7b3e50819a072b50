package brine.lab.report

import brine.lab.Fixtures
import brine.lab.browser.ChromiumForTests
import brine.lab.results.Results
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A results file of somebody else may contain any name: the page shows it and never runs it. */
final class HostileNamesInChromiumSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val name = "kryo5<img src=x onerror=bitten=1>"

  private def results: Results =
    val sound = PageFixture.results()
    sound.copy(
      cells = sound.cells.map(cell => if cell.library == "kryo5" then cell.copy(library = name) else cell),
      libraries = sound.libraries.map(row => if row.name == "kryo5" then row.copy(name = name) else row)
    )

  test("tooltips show a name with markup as text"):
    val page = ChromiumForTests.shared
    Fixtures.in("hostile-names"): folder =>
      ReportFolder.write(results, folder)
      page.width(1280)
      page.load(folder.resolve(ReportFolder.page).toUri.toString)
      val shown = page.evaluate("""[...document.querySelectorAll("[id^=chart-]")].map(place => {
                                  |  const chart = [place, ...place.querySelectorAll("*")].map(e => echarts.getInstanceByDom(e)).find(c => c)
                                  |  if (!chart) return ""
                                  |  const option = chart.getOption()
                                  |  const at = option.series.findIndex(s => s.name === NAME)
                                  |  chart.dispatchAction({ type: "showTip", seriesIndex: at < 0 ? 0 : at, dataIndex: 0 })
                                  |  const formatter = option.tooltip[0].formatter
                                  |  const p = { seriesName: NAME, name: NAME, value: [1, 1, 1, 1] }
                                  |  return typeof formatter === "function" ? formatter(p) : ""
                                  |}).join("\n")""".stripMargin.replace("NAME", s"'$name'"))
      assert(shown.str.contains("kryo5&lt;img"), shown.str)
      assert(!shown.str.contains("<img"), shown.str)
      assertEquals(page.evaluate("document.querySelectorAll('img').length + (window.bitten ? 100 : 0)").num, 0.0)
      assertEquals(page.complaints.asScala.toList, Nil)
