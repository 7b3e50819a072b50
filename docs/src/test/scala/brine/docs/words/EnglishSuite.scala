package brine.docs.words

import brine.docs.Page
import java.nio.file.Path
import java.util.concurrent.{ConcurrentLinkedQueue, Executors, TimeUnit}
import munit.FunSuite
import org.languagetool.ResultCache
import scala.concurrent.duration.{Duration, DurationInt}
import scala.jdk.CollectionConverters.*

/** The pages are in English that LanguageTool finds nothing wrong with, in sentences of at most 30 words. */
class EnglishSuite extends FunSuite:
  import EnglishSuite.*

  private val home     = Path.of(sys.props("brine.home"))
  private val accepted = Accepted.read(home)
  private val cache    = ResultCache(100_000)

  // Each is for one thread at a time. Loading the rules takes seconds, so it is kept for the next one that needs it.
  private val idle = ConcurrentLinkedQueue[English]()

  private def use[A](body: English => A): A =
    val english = Option(idle.poll).getOrElse(English(accepted, cache))
    try body(english)
    finally idle.add(english): Unit

  // The rules take seconds to load, and the pages half a minute on two processors.
  override val munitTimeout: Duration = 10.minutes

  // Checked once for all tests, by a thread for each processor up to four, the longest page first.
  private lazy val checked: List[Checked] =
    val pages   = ConcurrentLinkedQueue(Page.all(home).sortBy(page => -page.text.length).asJava)
    val done    = ConcurrentLinkedQueue[Checked]()
    val threads = math.min(4, Runtime.getRuntime.availableProcessors)
    val pool    = Executors.newFixedThreadPool(threads)
    try
      def checkPages(): Unit = use: english =>
        Iterator
          .continually(pages.poll)
          .takeWhile(_ != null)
          .foreach(page => done.add(Checked(page.name, english.check(page.name, Markdown.prose(page.text)))): Unit)
      val tasks = List.fill(threads)(pool.submit((() => checkPages()): Runnable))
      tasks.foreach(_.get(10, TimeUnit.MINUTES))
      done.asScala.toList.sortBy(_.page)
    finally pool.shutdownNow(): Unit

  test("LanguageTool finds nothing wrong with any page"):
    assert(checked.sizeIs > 50, checked.size)
    val findings = checked.flatMap(_.findings).filterNot(accepted.accepts)
    if findings.nonEmpty then fail(Finding.report(findings))

  test("every accepted word and phrase is in a page"):
    val pages = Page.all(home).map(page => Markdown.prose(page.text).map(_.text).mkString("\n")).mkString("\n")
    val words = pages.split("""[^\p{L}\p{N}µ-]+""").toSet
    assertEquals(accepted.words.keySet.filterNot(word => words(word) || words(word + "s")), Set.empty[String])
    assertEquals(accepted.phrases.keySet.filterNot(pages.contains), Set.empty[String])

  // The README as it was before these checks.
  for (rule, sentence) <- Old do
    test(s"reports ($rule): $sentence"):
      val page     = s"# A title\n\nA sentence before it. $sentence\n"
      val findings = use(_.check("README.md", Markdown.prose(page)))
      assertEquals(findings.map(_.rule), List(rule), Finding.report(findings))
      assertEquals(findings.map(_.line), List(3))
      assert(clue(Finding.report(findings)).contains("docs/words/accepted.txt"))

  test("code, addresses and accepted words are not checked"):
    val page = "The `fooo barr` of [sbt](httpp://exampel) is in <https://exampel.org>.\n\n```\nteh code\n```\n"
    assertEquals(use(_.check("a.md", Markdown.prose(page))), Nil)

  test("names the line of a word that is in no dictionary"):
    val page = "# Title\n\nOne line,\nand a mispelled `word`.\n\n| a | b |\n|---|---|\n| `x` | another mispeling |\n"
    val made = use(_.check("a.md", Markdown.prose(page)))
    assertEquals(made.map(found => found.line -> found.turn), List(4 -> "mispelled", 8 -> "mispeling"))

object EnglishSuite:
  private final case class Checked(page: String, findings: List[Finding])

  private val Old = List(
    "TOO_LONG_SENTENCE" ->
      ("And actors, for programs that pass such values on to many small parts of themselves, and a journal, which keeps " +
        "them in files so that a power cut takes nothing away that was acknowledged."),
    "TOO_LONG_SENTENCE" ->
      ("What exists today: the codec with its tools, laws to test your own codecs with, an actor runtime with its test " +
        "kit, a journal with a disk that fails on purpose, and the five studies of the lab."),
    "COMMA_COMPOUND_SENTENCE_2" ->
      ("Nothing is published yet and the API may still change; the bytes may not: format 1 is frozen, and old data stay " +
        "readable when types change.")
  )
