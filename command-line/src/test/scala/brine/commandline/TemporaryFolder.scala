package brine.commandline

import java.nio.file.{Files, Path}
import java.util.Comparator
import munit.FunSuite

/** A suite whose tests each get a new folder, gone when the test is over. */
trait TemporaryFolder extends FunSuite:
  val folder: FunFixture[Path] = FunFixture[Path](setup = _ => newFolder(), teardown = delete)

  def newFolder(): Path = Files.createTempDirectory("brine-test").toRealPath()

  def delete(folder: Path): Unit =
    val all = Files.walk(folder)
    try all.sorted(Comparator.reverseOrder).forEach(file => Files.delete(file))
    finally all.close()

  /** Writes a text file and the folders it lies in. */
  def write(file: Path, text: String): Path =
    Files.createDirectories(file.getParent)
    Files.writeString(file, text)

  def writeScript(file: Path, text: String): Path =
    write(file, text)
    file.toFile.setExecutable(true): Unit
    file
