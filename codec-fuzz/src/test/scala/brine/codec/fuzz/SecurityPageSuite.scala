package brine.codec.fuzz

import brine.codec.{Limits, ProjectFiles}

import java.nio.file.Files
import scala.jdk.CollectionConverters.*

/** SECURITY.md names tests beside its promises, and the limits with their defaults. */
class SecurityPageSuite extends munit.FunSuite:
  private val page = ProjectFiles.read("SECURITY.md")

  test("every suite that the page names is there"):
    val modules = List("codec", "codec-testkit", "codec-fuzz").map(ProjectFiles.find)
    val suites  = modules.flatMap: module =>
      val files = Files.walk(module)
      try files.iterator.asScala.map(_.getFileName.toString).filter(_.endsWith("Suite.scala")).toList
      finally files.close()
    val named = "`([A-Za-z]+Suite)`".r.findAllMatchIn(page).map(_.group(1)).toSet
    assert(named.sizeIs > 8)
    assertEquals(named.filterNot(name => suites.contains(s"$name.scala")), Set.empty[String])

  test("each promise has a test"):
    for (head, fewest) <- List("| Promise | Tests |" -> 5, "| Step | Bounded by | Test |" -> 8) do
      val rows = page.linesIterator.dropWhile(_ != head).drop(2).takeWhile(_.startsWith("|")).toList
      assert(clue(rows.size) >= fewest)
      rows.foreach(row => assert(clue(row).contains("Suite`")))

  test("the page names every limit"):
    Limits.defaults.productElementNames.foreach(name => assert(page.contains(s"`Limits.$name`"), name))
