package brine.docs.pekko

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Small programs, each written for Brine and for Pekko's typed actors. What they show is the same, line by line, or
  * differs as the page for those who come from Pekko says.
  */
abstract class ComparedPrograms extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  protected def same(name: String)(brine: Trace => Vector[String])(pekko: Trace => Vector[String]): Unit =
    test(name):
      val found = brine(Trace())
      assertEquals(found, pekko(Trace()))
      assert(found.nonEmpty && !found.contains("the program did not end"), found)

  /** @param words
    *   what the page says about it
    */
  protected def differs(name: String, words: String)(brine: Trace => Vector[String], shown: String*)(
      pekko: Trace => Vector[String],
      there: String*
  ): Unit =
    test(name):
      assertEquals(brine(Trace()), shown.toVector)
      assertEquals(pekko(Trace()), there.toVector)
      assert(page.contains(words), s"docs/migration/from-akka-pekko.md does not say: $words")

  private val page = Files
    .readString(Path.of(sys.props("brine.home"), "docs", "migration", "from-akka-pekko.md"))
    .replaceAll("\\s+", " ")
