package brine.lab.results

import brine.lab.Fixtures
import brine.lab.failure.Refusal
import java.nio.file.Files

final class FolderInUseSuite extends munit.FunSuite:
  private val folder = FunFixture[java.nio.file.Path](
    _ => Files.createTempDirectory("brine-folder"),
    path =>
      Files.list(path).forEach(file => Files.delete(file))
      Files.delete(path)
  )

  folder.test("one run has a folder at a time, and leaves nothing in it"): path =>
    assertEquals(FolderInUse.holding(path)(1), 1)
    assertEquals(FolderInUse.holding(path)(2), 2)
    assertEquals(Files.list(path).count, 0L)

  folder.test("a second run in the folder is refused, and the first keeps it"): path =>
    FolderInUse.holding(path):
      for _ <- 1 to 2 do
        val refused = intercept[Refusal](FolderInUse.holding(path)(fail("it ran")))
        assert(refused.getMessage.contains("another run writes to") && refused.getMessage.contains("--out"))
    assertEquals(FolderInUse.holding(path)(3), 3)

  folder.test("a folder is free again after a run that failed"): path =>
    intercept[ArithmeticException](FolderInUse.holding(path)(throw ArithmeticException()))
    assertEquals(FolderInUse.holding(path)(4), 4)

  folder.test("a run in another process is refused; a killed one leaves no lock"): path =>
    val program = List("-cp", Fixtures.peerPath, "brine.lab.fixture.FolderHolder")
    val command = Fixtures.java.toString :: Fixtures.shortLived ++ program :+ path.resolve(FolderInUse.file).toString
    val process = ProcessBuilder(command*).start()
    try
      assertEquals(process.inputReader.readLine(), "true")
      val _ = intercept[Refusal](FolderInUse.holding(path)(fail("it ran")))
    finally
      process.destroyForcibly()
      val _ = process.waitFor()
    assertEquals(FolderInUse.holding(path)(5), 5)
