package brine.build

import brine.effort.Effort

import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** Which tests of the codec run in JavaScript. With effort full, all that the platforms share. With effort quick, those
  * whose subject may differ by platform. The suites in `test-logic` test logic that is the same code on both: with
  * effort quick they run on the JVM alone, and `docs/faults.md` lists them.
  */
class JavaScriptSuitesSuite extends FunSuite:
  private val home  = Path.of(sys.props("brine.home"))
  private val logic = "codec/shared/src/test-logic"

  private def sources(folders: String*): Set[String] =
    folders.toSet.flatMap: folder =>
      val files = Files.walk(home.resolve(folder))
      try files.iterator.asScala.map(home.relativize(_).toString).filter(_.endsWith(".scala")).toSet
      finally files.close()

  /** The sources that the build compiles for JavaScript in this run. */
  private lazy val compiled: Set[String] =
    scala.io.Source.fromResource("brine/build/javascript-tests.txt").getLines().toSet

  test("JavaScript has the sources of all tests with effort full, and those outside test-logic with effort quick"):
    val always = sources("codec/shared/src/test", "codec/js/src/test") + "test-effort/Effort.scala"
    assert(always.exists(_.endsWith("/GoldenSuite.scala")))
    assertEquals(compiled, if Effort.isFull then always ++ sources(logic) else always)

  test("no folder of tests that the platforms share is missing"):
    val folders = Files.list(home.resolve("codec/shared/src"))
    try
      val tests = folders.iterator.asScala.map(_.getFileName.toString).filter(_.startsWith("test")).toSet
      assertEquals(tests, Set("test", "test-logic"))
    finally folders.close()

  test("docs/faults.md lists the projects whose tests quick leaves to full, and no other"):
    val loaded = scala.io.Source.fromResource("brine/build/projects.txt").getLines().toList
    assert(loaded.contains("codecJS false"), loaded)
    assert(loaded.contains("codecTestkitJS true"), loaded)
    val page   = Files.readString(home.resolve("docs/faults.md"))
    val table  = page.linesIterator.dropWhile(!_.startsWith("| project |")).takeWhile(_.nonEmpty).drop(2)
    val listed = table.flatMap(_.split('|')(1).split(',')).map(_.trim.stripPrefix("`").stripSuffix("`")).toSet
    for line <- loaded do
      val Array(project, left) = line.split(' '): @unchecked
      assertEquals(listed(project), left.toBoolean, project)
    // The projects of the lab and its peers are loaded on request.
    val asked = listed.filter(name => name.startsWith("lab") || name.startsWith("peer"))
    assertEquals((listed -- asked).filterNot(name => loaded.contains(s"$name true")), Set.empty[String])
    assert(!loaded.exists(_.startsWith("peer")) || asked.forall(name => loaded.contains(s"$name true")), asked)

  test("docs/faults.md lists the suites that quick leaves to full in JavaScript, and no other"):
    val left = sources(logic).filter(_.endsWith("Suite.scala"))
    assert(left.sizeIs > 10, left)
    val page   = Files.readString(home.resolve("docs/faults.md"))
    val listed = raw"\(\.\./($logic/[^)]*Suite\.scala)\)".r.findAllMatchIn(page).map(_.group(1)).toList
    assertEquals(listed.sorted, left.toList.sorted)
