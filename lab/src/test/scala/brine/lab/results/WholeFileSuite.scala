package brine.lab.results

import brine.lab.Fixtures
import java.io.IOException
import java.nio.file.{Files, Path}

final class WholeFileSuite extends munit.FunSuite:
  test("a file is written, and an older one replaced"):
    Fixtures.in("whole"): folder =>
      val file = folder.resolve("index.html")
      for content <- List("one", "two") do
        WholeFile.write(file, content)
        assertEquals(Files.readString(file), content)
      assertEquals(Files.list(folder).count, 1L)

  test("a full disk leaves the older file, and no part of the new one"):
    val full = Path.of("/dev/full")
    assume(Files.exists(full), "/dev/full is a device of Linux")
    Fixtures.in("full"): folder =>
      val file = Files.writeString(folder.resolve("Custom.scala"), "older")
      Files.createSymbolicLink(folder.resolve("Custom.scala.part"), full)
      intercept[IOException](EarlierFiles.replace(file, "newer"))
      assertEquals(Files.readString(file), "older")
      assertEquals(Files.list(folder).toList.size, 1)
