package brine.lab.results

import brine.lab.Fixtures
import brine.lab.failure.RunFailure
import java.io.IOException
import java.nio.file.{FileSystemException, Files, NoSuchFileException, Path}

final class DiskSuite extends munit.FunSuite:
  private def failure(thrown: IOException): String =
    intercept[RunFailure](Disk.writing(Path.of("out/file"), "do it again")(throw thrown)).getMessage

  test("a full disk is named, with the file and the next step"):
    for thrown <- List(
        IOException("No space left on device"),
        IOException("Disk quota exceeded"),
        FileSystemException("out/other", null, "No space left on device"),
        IOException("There is not enough space on the disk")
      )
    do
      assertEquals(
        failure(thrown),
        s"cannot write ${Path.of("out/file")}: the disk is full. Free some space there, then do it again"
      )

  test("any other failure keeps its words, and never says that the disk is full"):
    assertEquals(failure(IOException("Input/output error")), "cannot write out/file: Input/output error")
    for thrown <- List(IOException(), NoSuchFileException("out"), FileSystemException("out", null, "Read-only")) do
      val said = failure(thrown)
      assert(said.startsWith("cannot write out/file: ") && !said.contains("full") && !said.endsWith("null"), said)

  test("a device that is full is a full disk"):
    val full = Path.of("/dev/full")
    assume(Files.exists(full), "/dev/full is a device of Linux")
    val thrown = intercept[RunFailure](Disk.writing(full, "again")(Files.writeString(full, "text")))
    assert(thrown.getMessage.contains("cannot write /dev/full: the disk is full"), thrown.getMessage)

  test("what can be written is written, and its result given back"):
    Fixtures.in("disk"): folder =>
      assertEquals(Disk.writing(folder, "again")(Files.writeString(folder.resolve("a"), "b").getFileName.toString), "a")
