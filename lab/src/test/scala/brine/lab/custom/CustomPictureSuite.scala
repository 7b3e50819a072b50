package brine.lab.custom

import org.jsoup.Jsoup
import org.jsoup.nodes.Element
import scala.jdk.CollectionConverters.*

final class CustomPictureSuite extends munit.FunSuite:
  import CustomFixture.{figures, Figures}

  private final case class Mark(name: String, x: Double, y: Double)
  private final case class Box(name: String, left: Double, top: Double, right: Double, bottom: Double):
    def meets(other: Box): Boolean =
      left < other.right && other.left < right && top < other.bottom && other.top < bottom

  private def picture(all: Figures*): Option[Element] =
    CustomFixture
      .of(all*)(report => Option(Jsoup.parse(CustomPicture.of(report, all.map(_.name).toList).render)))
      .flatMap(page => Option(page.selectFirst("svg")))

  private def number(of: Element, name: String) = of.attr(name).toDouble

  /** The circles by the names in their titles. */
  private def marks(of: Element): Map[String, Mark] =
    of.select("circle")
      .asScala
      .map { circle =>
        val name = circle.select("title").text.takeWhile(_ != ':')
        name -> Mark(name, number(circle, "cx"), number(circle, "cy"))
      }
      .toMap

  /** Where the names stand, at the width that the picture takes for a letter. */
  private def names(of: Element): List[Box] =
    of.select("text[font-size=12]")
      .asScala
      .toList
      .map: text =>
        val (x, y) = (number(text, "x"), number(text, "y"))
        Box(text.text, x, y - 12, x + text.text.length * 7, y)

  test("smaller is lower, and faster is further left"):
    val found = marks(
      picture(figures("small", 100, 500, 500), figures("quick", 300, 10, 10), figures("large", 900, 900, 900)).get
    )
    assert(found("small").y > found("quick").y && found("quick").y > found("large").y, found)
    assert(found("quick").x < found("small").x && found("small").x < found("large").x, found)

  test("equal ratios are equal distances"):
    val found = marks(
      picture(figures("a", 100, 50, 50), figures("b", 1000, 500, 500), figures("c", 10000, 5000, 5000)).get
    )
    assertEqualsDouble(found("b").x - found("a").x, found("c").x - found("b").x, 0.2)
    assertEqualsDouble(found("a").y - found("b").y, found("b").y - found("c").y, 0.2)

  test("every mark has its figures, its name beside it, and ours another colour"):
    val found = picture(figures("brine-dictionary", 1234, 1500, 500), figures("kryo5", 2000, 1000, 1000)).get
    val ours  = found.select("circle").asScala.find(_.text.startsWith("brine")).get
    assertEquals(ours.select("title").text, "brine-dictionary: 1,234 bytes, 2.00 µs")
    assertEquals(names(found).map(_.name).sorted, List("brine-dictionary", "kryo5"))
    assertEquals(found.select("circle").eachAttr("fill").asScala.distinct.size, 2)

  test("names never stand on each other, however close the libraries are"):
    val close = (1 to 20).map(at => figures(f"library-$at%02d", 1000 + at, 100 + at * 0.1, 100))
    val same  = (1 to 8).map(at => figures(s"the-same-$at", 5000, 3000, 3000))
    val all   = names(picture((close ++ same)*).get)
    assertEquals(all.size, 28)
    for Seq(one, other) <- all.combinations(2) do assert(!one.meets(other), s"$one $other")

  test("marks are inside the picture, whatever the figures are"):
    for all <- List(
        List(figures("a", 5, 7, 7), figures("b", 5, 7, 7)),
        List(figures("a", 0, 7, 7), figures("b", 0, 9, 9)),
        List(figures("a", 0, 7, 7), figures("b", 100, 9, 9)),
        List(figures("a", 1, 0.2, 0.2), figures("b", 1e11, 1e12, 1e12))
      )
    do
      val found                      = picture(all*).get
      val Array(0, 0, width, height) = found.attr("viewBox").split(' ').map(_.toDouble.toInt): @unchecked
      for mark <- marks(found).values do
        assert(mark.x > 0 && mark.x < width && mark.y > 0 && mark.y < height, s"$all: $mark")
      if all.map(_.bytes).distinct.sizeIs > 1 then assert(marks(found)("a").y > marks(found)("b").y, all)

  test("one library is no picture"):
    assertEquals(picture(figures("a", 1, 1, 1)).isEmpty, true)
    assertEquals(picture().isEmpty, true)
