package brine.lab.harness

import brine.lab.Fixtures
import java.nio.file.{Files, NoSuchFileException, Path}
import java.nio.file.StandardCopyOption.ATOMIC_MOVE

final class LogFolderSuite extends munit.FunSuite:
  private def names(folder: Path): Set[String] = folder.toFile.list.toSet

  test("a folder is copied whole while a file of it is renamed again and again"):
    Fixtures.in("log-folder"): folder =>
      val from = Files.createDirectories(folder.resolve("from/in it"))
      for number <- 0 until 5 do Files.writeString(from.resolve(s"$number"), s"$number")
      val part    = Files.writeString(from.resolve("next.part"), "next")
      val renamer = Thread.ofPlatform.start: () =>
        try
          while true do
            Files.move(part, from.resolve("next"), ATOMIC_MOVE)
            Thread.sleep(1)
            Files.move(from.resolve("next"), part, ATOMIC_MOVE)
            Thread.sleep(1)
        catch case _: InterruptedException => ()
      try
        for copied <- 0 until 20 do
          val to = folder.resolve(s"to $copied")
          LogFolder.copy(folder.resolve("from"), to)
          val found = names(to.resolve("in it"))
          // What was renamed since the folder was listed may be there under either name.
          assertEquals(found -- Set("next", "next.part"), (0 until 5).map(_.toString).toSet)
          for number <- 0 until 5 do assertEquals(Files.readString(to.resolve(s"in it/$number")), s"$number")
      finally
        renamer.interrupt()
        renamer.join()

  test("a folder that is not there is said to be missing"):
    Fixtures.in("log-folder"): folder =>
      val missing = intercept[NoSuchFileException](LogFolder.copy(folder.resolve("none"), folder.resolve("to")))
      assert(missing.getMessage.contains("none"), missing)
      assert(!Files.exists(folder.resolve("to")))

  test("what is already where the copy goes is never overwritten"):
    Fixtures.in("log-folder"): folder =>
      val from = Files.createDirectories(folder.resolve("from"))
      Files.writeString(from.resolve("a"), "new")
      val kept = Files.writeString(Files.createDirectories(folder.resolve("to")).resolve("a"), "old")
      intercept[java.nio.file.FileAlreadyExistsException](LogFolder.copy(from, folder.resolve("to")))
      assertEquals(Files.readString(kept), "old")
