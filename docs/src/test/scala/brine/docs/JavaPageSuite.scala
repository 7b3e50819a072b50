package brine.docs

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.util.matching.Regex

/** The Java of `docs/java.md` and `docs/getting-started.md` is that of compiled sources, and both programs run. */
class JavaPageSuite extends FunSuite:
  private val docs = Path.of(sys.props("brine.home")).resolve("docs")
  private val page = Files.readString(docs.resolve("java.md"))

  private def lines(text: String): List[String]  = text.linesIterator.map(_.trim).filter(_.nonEmpty).toList
  private def source(path: String): List[String] = lines(Files.readString(docs.resolve("src/main").resolve(path)))

  private val JavaBlock: Regex = "(?s)```java\n(.*?)```".r

  private def blocksOf(page: String): List[List[String]] =
    JavaBlock.findAllMatchIn(page).map(found => lines(found.group(1))).toList

  private def printedBy(program: Array[String] => Unit): List[String] =
    val printed = ByteArrayOutputStream()
    val before  = System.out
    System.setOut(PrintStream(printed, true, UTF_8))
    try program(Array.empty)
    finally System.setOut(before)
    printed.toString(UTF_8).linesIterator.toList

  test("every block of Java is a part of the program"):
    val programs = List("Readings", "Visits", "Counters").map(name => source(s"java/brine/docs/${name}InJava.java"))
    val blocks   = blocksOf(page)
    assert(blocks.sizeIs > 15, blocks.size)
    for block <- blocks do assert(programs.exists(_.containsSlice(block)), block.mkString("\n"))
    for program <- programs do assert(blocks.exists(program.containsSlice(_)), program.mkString("\n"))

  test("the type is the one the program uses"):
    val definition = source("scala/brine/docs/Reading.scala").dropWhile(!_.startsWith("final case class"))
    assert(lines(page).containsSlice(definition), definition)

  test("the program prints what it should"):
    val said = printedBy(ReadingsInJava.main)
    assertEquals(said.take(2), List("true", "true"))
    assert(said(2).startsWith("byte ") && said(2).contains("in celsius"), said(2))
    assertEquals(
      said.takeRight(6),
      List("false", "[1, 2, 3], position still 0", "3", "Point[x=1, y=2]", "Point[x=1, y=2]", "true")
    )

  test("the program with a journal prints what it should"):
    assertEquals(
      printedBy(VisitsInJava.main),
      List(
        "version 1",
        "read the new events and decide again: version 3",
        "2 Visit[page=search, seconds=3]",
        "3 Visit[page=result, seconds=30]",
        "45 seconds",
        "45 seconds, 0 snapshots skipped",
        "45 seconds up to record 3",
        "forget site-43",
        "0 segments deleted"
      )
    )

  test("the program with actors prints what it should"):
    assertEquals(
      printedBy(CountersInJava.main),
      List("count 7", "Hello, Ada", "orders 1", "it has counted to 7")
    )

  test("the program for newcomers is the one that is compiled, and prints what the page says"):
    val blocks = blocksOf(Files.readString(docs.resolve("getting-started.md")))
    assertEquals(blocks.size, 1)
    assert(source("java/brine/docs/HelloBrine.java").containsSlice(blocks.head), blocks.head.mkString("\n"))
    assertEquals(printedBy(HelloBrine.main), List("11 bytes", "Point[x=3, y=4]"))
