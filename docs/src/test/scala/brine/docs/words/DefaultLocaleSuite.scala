package brine.docs.words

import java.nio.file.Path
import munit.FunSuite

/** No code of a library or program depends on the default locale of the machine. */
class DefaultLocaleSuite extends FunSuite:
  private val home = Path.of(sys.props("brine.home"))

  private def lines(source: String): List[Int] = DefaultLocale.of("A.scala", source).map(_.line)

  test("sources"):
    val sources = SourceFile.all(home).filter(_.isMain)
    assert(sources.sizeIs > 300, sources.size)
    val findings = sources.flatMap(file => DefaultLocale.of(file.name, file.text))
    if findings.nonEmpty then fail(Finding.report(findings))

  test("case and numbers of the locale are found"):
    assertEquals(lines("a.toLowerCase\nb.toUpperCase()\nc.map(_.toLowerCase)\n"), List(1, 2, 3))
    assertEquals(
      lines("f\"$n%020d\"\nf\"${a / 2}%.1f KiB\"\nString.format(\"%d\", n)\n\"%d\".format(n)"),
      (1 to 4).toList
    )

  test("the same with a locale, letters one by one, hexadecimal numbers and comments are not"):
    assertEquals(
      lines("a.toLowerCase(Locale.ROOT)\nb.map(_.toLower)\nf\"$n%016x\"\n\"%d\".formatLocal(Locale.ROOT, n)"),
      Nil
    )
    assertEquals(lines("// a.toLowerCase\n  * f\"$n%d\"\ns\"$n%d\""), Nil)
