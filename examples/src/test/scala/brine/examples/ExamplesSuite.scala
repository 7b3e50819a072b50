package brine.examples

import brine.examples.bank.Bank
import brine.examples.courses.Courses
import brine.examples.crawler.Crawler
import brine.examples.iot.Iot
import brine.examples.orders.Orders
import brine.examples.readings.Readings
import brine.examples.shop.Shop
import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.logging.{Level, Logger}
import munit.FunSuite

/** Every example prints the text of the `expected.txt` beside it. */
class ExamplesSuite extends FunSuite:
  private val folder   = Path.of(sys.props.getOrElse("brine.examples", "examples"))
  private val programs = Map[String, Array[String] => Unit](
    "readings"  -> Readings.main,
    "orders"    -> Orders.main,
    "bank"      -> Bank.main,
    "courses"   -> Courses.main,
    "crawler"   -> Crawler.main,
    "iot"       -> Iot.main,
    "shop"      -> Shop.main,
    "transfers" -> transfers.Bank.main
  )

  // Actors of the examples fail on purpose. Their stack traces do not belong in the build log.
  private val logger             = Logger.getLogger("brine.actor")
  override def beforeAll(): Unit = logger.setLevel(Level.OFF)
  override def afterAll(): Unit  = logger.setLevel(null)

  for (name, program) <- programs do
    test(name):
      val printed = ByteArrayOutputStream()
      Console.withOut(printed)(program(Array.empty))
      assertNoDiff(printed.toString(UTF_8), Files.readString(folder.resolve(name).resolve("expected.txt")))

  test("no example is left out"):
    val listed = Files.list(folder)
    try
      val folders = listed.filter(one => Files.exists(one.resolve("expected.txt"))).map(_.getFileName.toString).toArray
      assertEquals(folders.map(_.toString).toSet, programs.keySet)
    finally listed.close()

  test("the page about sensors has the code of the example"):
    requireCode("iot.md", "iot", List("Device", "DeviceQuery", "DeviceGroup", "DeviceManager", "Iot"))
    val page   = pageOf("iot.md")
    val output = Files.readString(folder.resolve("iot").resolve("expected.txt")).trim
    assert(page.contains(s"```text\n$output\n```"), "the page has another output")

  test("the page about processes has the code of the example"):
    requireCode("processes.md", "transfers", List("Account", "Transfer"))

  private def pageOf(name: String): String = Files.readString(folder.resolveSibling("docs").resolve(name))

  /** Each file is a block of the page, without its package and imports. */
  private def requireCode(page: String, example: String, files: List[String]): Unit =
    val blocks = pageOf(page).split("```scala mdoc\n").drop(1).map(_.takeWhile(_ != '`').trim).toSet
    for file <- files do
      val lines = Files.readString(folder.resolve(example).resolve(s"$file.scala")).linesIterator
      val code  = lines.filterNot(line => line.startsWith("package ") || line.startsWith("import ")).mkString("\n").trim
      assert(blocks(code), s"$file.scala is not on the page as it is")
