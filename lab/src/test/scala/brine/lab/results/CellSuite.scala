package brine.lab.results

import scala.util.Random

/** Cells and their lines in the results file, whose fields are side by side, whatever groups they have here. */
final class CellSuite extends munit.FunSuite:
  /** Every field of a line. */
  private val line =
    """{"kind":"cell","study":"log","case":"callers-16","library":"brine","version":"1.0","op":"rate","status":"ok",
      "note":"a note","round":3,"mode":"standard","value":1.5,"unit":"records/s","lo":1,"hi":2,"cpuNs":3,"allocB":4,
      "gcMs":5,"heapB":6,"sizeB":7,"gzipB":8,"gzipTogetherB":9,"zstdB":10,"n":11,"runs":12,"openMs":13,"firstMs":14,
      "warnings":15,"jdk":"JDK 25","platform":"browser","compressionStreamB":16,"jvm":"zgc","togetherB":17,
      "zstdEachB":18,"limit":19,"turns":[1,2,"NaN"],"samples":20,"beside":{"R":[21,22]}}"""

  test("a line of the file has the fields that it had before they were in groups"):
    val json = ujson.read(line)
    val cell = Cell.fromJson(json)
    assertEquals((cell.value, cell.unit, cell.lo, cell.hi), (Some(1.5), Some("records/s"), Some(1.0), Some(2.0)))
    assertEquals((cell.runs, cell.samples, cell.n, cell.warnings), (Some(12), Some(20L), Some(11), Some(15)))
    assertEquals((cell.jdk, cell.platform, cell.jvm), ("JDK 25", "browser", "zgc"))
    assertEquals((cell.limit, cell.beside), (Some(19.0), Map("R" -> List(21.0, 22.0))))
    assertEquals(
      cell.sizes.productIterator.toList.map(_.asInstanceOf[Option[Double]].get.toInt),
      List(7, 8, 9, 10, 18, 17, 16)
    )
    val written = Cell.toJson(cell)
    assertEquals(written.obj.keySet, json.obj.keySet)
    for (name, value) <- json.obj do assertEquals(ujson.write(written(name)), ujson.write(value), name)

  test("what a cell does not have is not in its line, and what it has comes back"):
    val bare = Cell("site", "site-2k", "control-brine", "encode")
    assertEquals(
      Cell.toJson(bare).obj.keySet,
      Set("kind", "study", "case", "library", "version", "op", "status", "note", "round", "mode")
    )
    val random = Random(5)
    val fields = ujson.read(line).obj.toList
    val always = Cell.toJson(bare).obj.toList
    for _ <- 1 to 300 do
      val some = ujson.Obj.from(always ++ fields.filter(_ => random.nextBoolean()))
      some("kind") = "cell"
      some("library") = "brine"
      val cell = Cell.fromJson(some)
      assertEquals(Cell.fromJson(Cell.toJson(cell)).toString, cell.toString)
      assertEquals(Cell.toJson(cell).obj.keySet, some.obj.keySet)
