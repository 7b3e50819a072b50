package brine.lab.studies.log

import brine.lab.studies.log.LogLooks.Window
import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*

final class DiskPictureSuite extends munit.FunSuite:
  private val windows = List(Window(1, 900, 700, 1100), Window(1, 950, 800, 1000), Window(2, 400, 300, 450))

  test("each start has its own line and band, within the picture"):
    val picture = Jsoup.parse(DiskPicture("R over the run.", "records/s", windows).inPage)
    assertEquals(picture.select("polyline").eachAttr("points").asScala.map(_.split(" ").length).toList, List(2, 1))
    assertEquals(picture.select("polygon").eachAttr("points").asScala.map(_.split(" ").length).toList, List(4, 2))
    for
      shape <- picture.select("polyline, polygon").asScala
      point <- shape.attr("points").split(" ")
      Array(x, y) = point.split(",").map(_.toDouble): @unchecked
    do assert(x > 0 && x < 640 && y > 0 && y < 170, point)
    assertEquals(picture.select("title").text, "R over the run.")
    val texts = picture.select("text").eachText.asScala
    assert(Set("start 1", "start 2", "records/s").forall(texts.contains), texts)

  test("starts without room for their names have shorter ones, or none"):
    def texts(short: Int) =
      val many = List.fill(30)(windows.head) ++ List.tabulate(short)(at => Window(at + 2, 900, 700, 1100))
      Jsoup.parse(DiskPicture("", "", many).inPage).select("text").eachText.asScala
    assert(texts(1).contains("2") && !texts(1).contains("start 2"), texts(1))
    assert(!texts(30).contains("7"), texts(30))

  test("a higher rate is drawn higher, zero at the bottom"):
    val points = Jsoup.parse(DiskPicture("", "", windows).inPage).select("polyline").eachAttr("points").asScala
    val ys     = points.flatMap(_.split(" ")).map(_.split(",")(1).toDouble)
    assert(ys(1) < ys(0) && ys(0) < ys(2), ys)

  test("the axis has round steps from zero, at most five, for any rate"):
    assertEquals(DiskPicture.steps(1100), List(0.0, 500.0, 1000.0))
    for most <- List(0.3, 1, 7, 99, 100, 101, 7500, 123456) do
      val steps = DiskPicture.steps(most)
      assert(steps.sizeIs >= 3 && steps.sizeIs <= 5, s"$most: $steps")
      assert(steps.head == 0 && steps.last <= most * 1.001, s"$most: $steps")
