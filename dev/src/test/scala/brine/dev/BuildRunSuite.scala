package brine.dev

import brine.commandline.TemporaryFolder
import java.nio.file.Files

class BuildRunSuite extends TemporaryFolder:
  test("a step that failed is read from the log"):
    assertEquals(
      BuildRun.failedStep("[error] (codecJS / Compile / compileIncremental) Compilation failed"),
      Some("codecJS / Compile / compileIncremental: Compilation failed")
    )

  test("failed tests are left to the reports, other lines are no steps"):
    assertEquals(BuildRun.failedStep("[error] (cli / Test / test) sbt.TestsFailedException: Tests unsuccessful"), None)
    assertEquals(BuildRun.failedStep("[error] Failed tests:"), None)
    assertEquals(BuildRun.failedStep("[info] (cli / Test / test) fine"), None)

  folder.test("runs the launcher's sbt, keeps the log, returns code and steps"): folder =>
    val checkout = Checkout(folder)
    writeScript(
      checkout.launcher,
      """#!/bin/sh
        |echo "got $*, $BRINE_EFFORT"
        |echo "[error] (docs / mdoc) failed" >&2
        |exit 3
        |""".stripMargin
    )
    val log   = checkout.target.resolve("brine-test.log")
    val lines = List.newBuilder[String]
    val run   = BuildRun.start(checkout, List("all a/test b/test"), Effort.Full, log)(line => lines += line)
    assertEquals(run, BuildRun(3, List("docs / mdoc: failed")))
    assertEquals(lines.result(), List("got sbt all a/test b/test, full", "[error] (docs / mdoc) failed"))
    assertEquals(Files.readString(log).linesIterator.toList, lines.result())
