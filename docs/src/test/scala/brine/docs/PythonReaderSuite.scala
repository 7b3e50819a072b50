package brine.docs

import java.io.IOException
import java.nio.file.Path
import munit.FunSuite
import scala.concurrent.duration.{Duration, DurationInt}

/** Runs the tests of the reader in `spec`, which was written in Python from the specification alone: the page's
  * examples and the golden bytes have to mean the same to it. It needs Python 3.9 or newer as `python3` on the PATH.
  */
class PythonReaderSuite extends FunSuite:
  import PythonReaderSuite.*

  private val home = Path.of(sys.props("brine.home"))

  override val munitTimeout: Duration = 10.minutes

  test("the reader in Python passes its tests"):
    runs(List("--version")) match
      case Some(Ran(0, text)) if isNewEnough(text) =>
        val ran = runs(List(home.resolve("spec/run-tests").toString)).get
        println(s"spec/run-tests: ${ran.lastLine}")
        ran.lastLine match
          case Summary(passed, "0", "0") =>
            assertEquals(ran.code, 0, ran.text)
            assert(passed.toInt > 0, ran.text)
          case _ => fail(s"spec/run-tests ended with ${ran.code}:\n${ran.text}")
      case Some(other) => fail(s"$Missing: `python3 --version` says ${other.text.trim}")
      case None        => fail(s"$Missing: there is no python3 on the PATH")

  test("versions are compared by their numbers"):
    assert(isNewEnough("Python 3.9.0\n"))
    assert(isNewEnough("Python 3.11.7"))
    assert(isNewEnough("Python 4.0"))
    assert(!isNewEnough("Python 3.8.18"))
    assert(!isNewEnough("Python 2.7.18"))
    assert(!isNewEnough("no version"))

  private def runs(arguments: List[String]): Option[Ran] =
    try
      val builder = ProcessBuilder(("python3" :: arguments)*).directory(home.toFile).redirectErrorStream(true)
      builder.environment.put("PYTHONDONTWRITEBYTECODE", "1"): Unit
      builder.environment.put("PYTHONIOENCODING", "utf-8"): Unit
      val process = builder.start()
      process.getOutputStream.close()
      val text = String(process.getInputStream.readAllBytes, "UTF-8")
      Some(Ran(process.waitFor(), text))
    catch case _: IOException => None

object PythonReaderSuite:
  private final case class Ran(code: Int, text: String):
    def lastLine: String = text.linesIterator.toList.lastOption.getOrElse("")

  private val Missing = "the reader in spec needs Python 3.9 or newer: install `python3` so that it is on the PATH"
  private val Summary = """(\d+) passed, (\d+) failed, (\d+) skipped""".r
  private val Version = """Python (\d+)\.(\d+)""".r.unanchored

  private def isNewEnough(version: String): Boolean = version match
    case Version(major, minor) => major.toInt > 3 || major.toInt == 3 && minor.toInt >= 9
    case _                     => false
