package brine.lab.page

import brine.lab.statistics.Statistics.Estimate
import javax.xml.parsers.DocumentBuilderFactory

final class DotPlotSuite extends munit.FunSuite:
  private def mark(value: Double) = Some(Estimate(value, value * 0.9, value * 1.1, 5, true))

  private val plot = DotPlot(
    "a <b> & \"c\"",
    "times the fastest",
    List("writing", "reading"),
    List(
      DotPlot.Row("brine", true, List(mark(1), mark(1.5))),
      DotPlot.Row("a name & that is much too long", false, List(mark(20), None))
    )
  )

  test("the file is XML with a mark for each figure, and names nothing outside it but its vocabulary"):
    val bytes = plot.file.getBytes("UTF-8")
    val tree  = DocumentBuilderFactory.newInstance.newDocumentBuilder.parse(java.io.ByteArrayInputStream(bytes))
    assertEquals(tree.getDocumentElement.getAttribute("aria-label"), "a <b> & \"c\"")
    val marks = List("circle", "rect").map(name => tree.getElementsByTagName(name).getLength).sum
    assertEquals(marks, 3 + 2, "three figures and the legend")
    assertEquals("https?://[^\"<]+".r.findAllIn(plot.file).toList.distinct, List("http://www.w3.org/2000/svg"))

  test("names in the legend do not overlap"):
    val named  = plot.copy(series = List("answering all of them", "writing"))
    val starts = "<text class=\"soft\" x=\"([0-9]+)\" y=\"13\">".r.findAllMatchIn(named.inPage).map(_.group(1).toInt)
    val places = starts.toList
    assert(places(1) - places.head >= "answering all of them".length * 6, s"$places")

  test("larger ratios are further to the right"):
    val places = "cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"".r.findAllMatchIn(plot.inPage).map(_.group(1).toDouble).toList
    // The legend's mark comes first.
    assertEquals(places.drop(1), places.drop(1).sorted)

  test("an axis has at most six labels, the first of them 1"):
    for most <- List(1.25, 2, 3, 9, 45, 800, 1e6) do
      val ticks = DotPlot.ticks(most)
      assert(ticks.head == 1 && ticks.sizeIs <= 7 && ticks.forall(_ <= most), s"$most: $ticks")
