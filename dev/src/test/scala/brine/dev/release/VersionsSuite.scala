package brine.dev.release

import munit.FunSuite

class VersionsSuite extends FunSuite:
  test("the version of the build is that of its build file"):
    val file  = java.nio.file.Path.of(sys.props("brine.home"), "build.sbt")
    val build = java.nio.file.Files.readString(file)
    assert(
      build.linesIterator.exists(line =>
        line.startsWith("ThisBuild / version ") && line.contains(s"\"${Versions.ofBuild}\"")
      )
    )

  test("a version is released as it is given, or else that of the build"):
    assertEquals(Versions.toRelease(Some("1.2.3"), "0.1.0-SNAPSHOT"), Right("1.2.3"))
    assertEquals(Versions.toRelease(Some("1.2.3-RC.1"), "0.1.0-SNAPSHOT"), Right("1.2.3-RC.1"))
    assertEquals(Versions.toRelease(None, "0.1.0"), Right("0.1.0"))

  test("a snapshot is refused with the version that it becomes"):
    for asked <- List(None, Some("0.1.0-SNAPSHOT")) do
      assert(clue(Versions.toRelease(asked, "0.1.0-SNAPSHOT")).left.exists(_.contains("--version 0.1.0")))

  for text <- List("", "1", "1.2", "v1.2.3", "1.2.3-", "1.2.3 ", "1.2.3/..", "latest") do
    test(s"'$text' is refused"):
      assert(clue(Versions.toRelease(Some(text), "0.1.0")).left.exists(_.startsWith(s"'$text' is no version")))
