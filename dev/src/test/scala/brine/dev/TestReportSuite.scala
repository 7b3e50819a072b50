package brine.dev

import brine.commandline.TemporaryFolder
import java.nio.file.Files

class TestReportSuite extends TemporaryFolder:
  private val mixed =
    """<?xml version='1.0' encoding='UTF-8'?>
      |<testsuite hostname="h" name="a.OneSuite" tests="5" errors="1" failures="1" skipped="1" time="0.1">
      |  <properties><property name="p" value="v"/></properties>
      |  <testcase classname="a.OneSuite" name="adds" time="0.0"></testcase>
      |  <testcase classname="a.OneSuite" name="takes away" time="0.0"></testcase>
      |  <testcase classname="a.OneSuite" name="divides" time="0.0"><failure message="0" type="t">trace</failure></testcase>
      |  <testcase classname="a.OneSuite" name="starts" time="0.0"><error message="0" type="t">trace</error></testcase>
      |  <testcase classname="a.OneSuite" name="rests" time="0.0"><skipped/></testcase>
      |</testsuite>""".stripMargin

  folder.test("adds up the reports of a folder and names what failed"): folder =>
    write(folder.resolve("TEST-a.OneSuite.xml"), mixed)
    write(
      folder.resolve("TEST-a.TwoSuite.xml"),
      """<testsuite><testcase classname="a.TwoSuite" name="x"/></testsuite>"""
    )
    write(folder.resolve("notes.txt"), "no report")
    assertEquals(
      TestReport.read(folder),
      TestReport(3, List("a.OneSuite: divides", "a.OneSuite: starts"), 1, List(SuiteTime("a.OneSuite", 0.1)))
    )

  folder.test("a report cut short is a failure, not nothing"): folder =>
    write(folder.resolve("TEST-a.xml"), mixed.take(300))
    assertEquals(TestReport.read(folder), TestReport(0, List("TEST-a.xml: not a readable test report"), 0))

  folder.test("a folder that does not exist holds no tests"): folder =>
    assertEquals(TestReport.read(folder.resolve("none")), TestReport.empty)

  folder.test("clearing takes reports away and leaves the rest"): folder =>
    val report = write(folder.resolve("TEST-a.xml"), mixed)
    val notes  = write(folder.resolve("notes.txt"), "kept")
    TestReport.clear(folder)
    assert(!Files.exists(report))
    assert(Files.exists(notes))
