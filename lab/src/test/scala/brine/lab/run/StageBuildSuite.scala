package brine.lab.run

import brine.lab.Fixtures
import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.failure.RunFailure
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Builds by a launcher that is a script. */
final class StageBuildSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private def launcher(folder: Path, script: String): Path =
    val file = Files.writeString(folder.resolve("brine"), s"#!/bin/sh\necho \"$$@\" > '$folder/asked'\n$script\n")
    file.toFile.setExecutable(true): Unit
    file

  test("the launcher is asked for the parts, and knows which are out of date"):
    Fixtures.in("build"): folder =>
      val build = StageBuild.byLauncher(launcher(folder, "exit 0"), "log codecs cli")
      assertEquals(build.stale, List("log", "codecs", "cli"))
      build.build(List("log", "cli"), Cancellation())
      assertEquals(Files.readString(folder.resolve("asked")), "build log cli\n")
      assertEquals(StageBuild.byLauncher(folder, "").stale, Nil)

  test("a build that fails is a failure of the run"):
    Fixtures.in("build-fails"): folder =>
      val build   = StageBuild.byLauncher(launcher(folder, "exit 1"), "log")
      val failure = intercept[RunFailure](build.build(List("log"), Cancellation()))
      assert(clue(failure.getMessage).contains("the build of log failed"))

  test("a build ends with the run that was cancelled, with all its processes"):
    Fixtures.in("build-cancelled"): folder =>
      val pid          = folder.resolve("pid")
      val build        = StageBuild.byLauncher(launcher(folder, s"sleep 600 &\necho $$! > '$pid'\nwait"), "log")
      val cancellation = Cancellation()
      val cancels      = Thread.ofPlatform.start: () =>
        while !Files.exists(pid) || Files.size(pid) == 0 do Thread.sleep(10)
        cancellation.request()
      build.build(List("log"), cancellation)
      cancels.join()
      val sleeper = ProcessHandle.of(Files.readString(pid).trim.toLong)
      assert(!sleeper.map(_.isAlive).orElse(false), "the build goes on")

  test("every study has parts"):
    for study <- Studies.all do assert(study.parts.nonEmpty, study)
