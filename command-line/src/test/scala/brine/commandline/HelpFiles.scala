package brine.commandline

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** A suite of a program whose help the launcher prints from files, without the program. The folder is `help` of the
  * checkout, which the system property `brine.home` names.
  */
trait HelpFiles extends FunSuite:
  private val folder = Path.of(sys.props("brine.home")).resolve("help")

  /** Checks that the file of a command, such as `journal-verify`, has the help that the program prints. With the
    * environment variable `BRINE_WRITE_HELP` it writes the file instead.
    */
  def checkHelpFile(command: String, run: List[String] => Int, arguments: List[String]): Unit =
    val printed = Captured(run(arguments))
    assertEquals(printed.value, 0)
    assertEquals(printed.err, "")
    val file = folder.resolve(s"$command.txt")
    if sys.env.contains("BRINE_WRITE_HELP") then Files.writeString(file, printed.out, UTF_8): Unit
    else
      val there = if Files.isRegularFile(file) then Files.readString(file, UTF_8) else ""
      assertEquals(there, printed.out, s"$file is out of date: BRINE_WRITE_HELP=1 ./brine test MODULE writes it again")

  /** The commands that have a help file and whose names begin with these letters. */
  def helpFiles(prefix: String): List[String] =
    val files = Files.list(folder)
    try
      files.iterator.asScala
        .map(_.getFileName.toString)
        .filter(_.startsWith(prefix))
        .map(_.stripSuffix(".txt"))
        .toList
        .sorted
    finally files.close()
