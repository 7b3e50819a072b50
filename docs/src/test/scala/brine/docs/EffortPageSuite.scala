package brine.docs

import java.nio.file.{Files, Path}

/** The table of efforts in `docs/faults.md` has the counts that the tests run with, and they have the time for them. */
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

  private val parents = raw"(?:class|trait) \w+[^=]*?extends ([\w.,\s]+)".r

  // munit gives a test 30 seconds, which effort full exceeds, and effort quick on a busy machine.
  test("a suite that reads a count of Effort says its time limit, or a class that it extends does"):
    val sources = CheckoutFiles.of(home, ".scala").map(file => file.getFileName.toString -> home.resolve(file))
    val texts   = sources.map((name, file) => name.stripSuffix(".scala") -> Files.readString(file))
    val byName  = texts.toMap
    def saysTimeLimit(text: String, depth: Int): Boolean =
      text.contains("munitTimeout") || depth > 0 && parents
        .findAllMatchIn(text)
        .exists: found =>
          raw"\w+".r.findAllIn(found.group(1)).flatMap(byName.get).exists(saysTimeLimit(_, depth - 1))
    val names   = counts(Files.readString(home.resolve("test-effort/Effort.scala")), count).keys.mkString("|")
    val use     = raw"\bEffort\.($names)\b".r
    val reading = texts.filter((name, text) => name.endsWith("Suite") && use.findFirstIn(text).nonEmpty)
    assert(reading.size >= 10, reading.map(_._1))
    assertEquals(reading.collect { case (name, text) if !saysTimeLimit(text, 6) => name }, Nil)
