package brine.docs

import java.nio.file.{Files, Path}

/** The table of efforts in `docs/faults.md` has the counts that the tests run with. */
class EffortPageSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("brine.home"))

  private val count = raw"val (\w+): Int\s*=.*?count\(quick = ([\d_]+), full = ([\d_]+)\)".r
  private val row   = raw"(?m)^\| `(\w+)`:.*\| ([\d,]+) \| ([\d,]+) \|$$".r

  private def counts(text: String, pattern: scala.util.matching.Regex): Map[String, (Int, Int)] =
    def number(digits: String) = digits.filter(_.isDigit).toInt
    pattern.findAllMatchIn(text).map(found => found.group(1) -> (number(found.group(2)), number(found.group(3)))).toMap

  test("docs/faults.md lists every count of Effort, and no other"):
    val page = counts(Files.readString(home.resolve("docs/faults.md")), row)
    val code = counts(Files.readString(home.resolve("test-effort/Effort.scala")), count)
    assert(code.size >= 10, code)
    assertEquals(page, code)
