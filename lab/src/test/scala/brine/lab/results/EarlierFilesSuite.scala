package brine.lab.results

import brine.lab.Fixtures
import java.nio.file.Files

final class EarlierFilesSuite extends munit.FunSuite:
  test("results of an earlier run are kept, also two of one second"):
    Fixtures.in("earlier"): folder =>
      for text <- List("first", "second") do
        EarlierFiles.keep(Files.writeString(folder.resolve("results.jsonl"), text))
        assert(!Files.exists(folder.resolve("results.jsonl")))
      EarlierFiles.keep(folder.resolve("results.jsonl"))
      assertEquals(Files.list(folder.resolve(EarlierFiles.folder)).count, 2L)

  test("a file with the same content stays, one with other content is kept beside the new one"):
    Fixtures.in("replaced"): folder =>
      val file = folder.resolve("Custom.scala")
      for _ <- 1 to 2 do EarlierFiles.replace(file, "one")
      assert(!Files.exists(folder.resolve(EarlierFiles.folder)))
      EarlierFiles.replace(file, "two")
      assertEquals(Files.readString(file), "two")
      val older = Files.list(folder.resolve(EarlierFiles.folder)).findFirst.get
      assertEquals(Files.readString(older), "one")
      assert(older.getFileName.toString.matches("""Custom-\d{4}-\d\d-\d\dT\d{6}Z?\.scala"""), older)
