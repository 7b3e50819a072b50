package brine.dev

import java.nio.file.{Files, Path}
import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.{Element, NodeList}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The test results of one project.
  *
  * @param failed
  *   names of the tests that failed or could not run, with the suite first
  * @param suites
  *   how long each suite took
  */
final case class TestReport(passed: Int, failed: List[String], skipped: Int, suites: List[SuiteTime] = Nil):
  def total: Int = passed + failed.size + skipped

  def ++(other: TestReport): TestReport =
    TestReport(passed + other.passed, failed ++ other.failed, skipped + other.skipped, suites ++ other.suites)

/** How long a suite took, in seconds of wall-clock time. */
final case class SuiteTime(name: String, seconds: Double)

object TestReport:
  val empty: TestReport = TestReport(0, Nil, 0)

  /** Sums up the JUnit XML files in a folder; an unreadable file counts as one failure under its own name. */
  def read(folder: Path): TestReport = files(folder).map(readFile).foldLeft(empty)(_ ++ _)

  /** Deletes the reports of earlier runs, so that they are not counted again. */
  def clear(folder: Path): Unit = files(folder).foreach(Files.delete)

  private def files(folder: Path): List[Path] =
    if !Files.isDirectory(folder) then Nil
    else
      val listed = Files.list(folder)
      try listed.iterator.asScala.filter(_.getFileName.toString.endsWith(".xml")).toList.sorted
      finally listed.close()

  private def readFile(file: Path): TestReport =
    try
      val factory = DocumentBuilderFactory.newInstance
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
      val builder = factory.newDocumentBuilder
      builder.setErrorHandler(null) // it would print the error, which is thrown as well
      val document = builder.parse(file.toFile)
      val cases    = elements(document.getElementsByTagName("testcase")).map(readCase).foldLeft(empty)(_ ++ _)
      cases.copy(suites = elements(document.getElementsByTagName("testsuite")).flatMap(readSuite))
    catch case NonFatal(_) => TestReport(0, List(s"${file.getFileName}: not a readable test report"), 0)

  private def readSuite(suite: Element): Option[SuiteTime] =
    suite.getAttribute("time").toDoubleOption.map(SuiteTime(suite.getAttribute("name"), _))

  private def readCase(test: Element): TestReport =
    def has(tag: String) = test.getElementsByTagName(tag).getLength > 0
    if has("failure") || has("error") then
      TestReport(0, List(s"${test.getAttribute("classname")}: ${test.getAttribute("name")}"), 0)
    else if has("skipped") then TestReport(0, Nil, 1)
    else TestReport(1, Nil, 0)

  private def elements(nodes: NodeList): List[Element] =
    List.tabulate(nodes.getLength)(nodes.item).collect { case element: Element => element }
