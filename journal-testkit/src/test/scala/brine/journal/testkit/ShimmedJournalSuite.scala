package brine.journal.testkit

import brine.effort.Effort
import brine.journal.testkit.internal.Acknowledged
import java.nio.file.{Files, Path}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Using

/** The journal on real files, with system calls that fail. */
class ShimmedJournalSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 3.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine-shimmed"), Folders.delete)

  /** What a program that appends printed, and its exit code. */
  private final class Run(val lines: Vector[String], val code: Int, val struck: Vector[String]):
    override def toString: String = lines.takeRight(12).mkString(s"code $code, struck $struck, lines: … ", " | ", "")

    def has(start: String): Boolean = lines.exists(_.startsWith(start))
    def acknowledged: Acknowledged  =
      val all = Acknowledged()
      lines.foreach(all.add)
      all

  private def run(folder: Path, files: String, appends: Int = 400)(settings: (String, String)*): Run =
    val log     = folder.resolve("log")
    val arm     = folder.resolve("arm")
    val release = folder.resolve("release")
    for file <- Seq(log, arm, release) do Files.deleteIfExists(file): Unit
    val always        = Seq("ARM" -> arm.toString, "RELEASE" -> release.toString, "LOG" -> log.toString)
    val environment   = Shim.environment(files, settings ++ always*)
    val arguments     = Seq(folder.resolve("journal"), arm, release, appends).map(_.toString)
    val (lines, code) =
      Using.resource(ChildJvm.start("brine.journal.testkit.ShimmedJournal", arguments, environment))(_.finish(90))
    Run(lines, code, if Files.exists(log) then Files.readString(log).linesIterator.toVector else Vector.empty)

  /** Everything that was acknowledged is there, twice. */
  private def check(folder: Path, run: Run): Unit =
    assert(run.acknowledged.count >= 10, clue(run))
    CrashCheck.check(folder.resolve("journal"), run.acknowledged, power = false, CrashCheck.nothing): Unit

  folder.test("a force that fails: the outcome is unknown, the journal closed, and nothing acknowledged lost"):
    folder =>
      for n <- Seq("1", "40", "2", "7").take(Effort.struckCalls) do
        val ended = run(folder, "*/journal/*.seg")("SYNC" -> n)
        assertEquals(ended.struck, Vector("sync"), clue(ended))
        assert(ended.has("OutcomeUnknown: "), clue(ended))
        assertEquals(ended.lines.count(_.startsWith("Closed: ")), 3, clue(ended))
        assert(ended.has("state: Failed"), clue(ended))
        assertEquals(ended.lines.last, "end")
        check(folder, ended)

  folder.test("a write that fails half-way: the same"): folder =>
    for n <- Seq("1", "20", "3").take(Effort.struckCalls) do
      val ended = run(folder, "*/journal/0*.seg")("WRITE" -> n, "TORN" -> "error")
      assertEquals(ended.struck, Vector("write"), clue(ended))
      assert(ended.has("OutcomeUnknown: "), clue(ended))
      assert(ended.has("Closed: "), clue(ended))
      check(folder, ended)

  folder.test("a write that is cut short is continued, and nobody notices"): folder =>
    val ended = run(folder, "*/journal/0*.seg")("WRITE" -> "5", "TORN" -> "short")
    assertEquals(ended.struck, Vector("write"), clue(ended))
    assertEquals(ended.acknowledged.count, 400L)
    assert(ended.has("state: Healthy"), clue(ended))
    check(folder, ended)

  folder.test("a process that dies in the middle of a write"): folder =>
    for n <- Seq("1", "30", "2").take(Effort.struckCalls) do
      val ended = run(folder, "*/journal/0*.seg")("WRITE" -> n, "TORN" -> "kill")
      assertEquals(ended.code, 137, clue(ended))
      check(folder, ended)

  folder.test("no space: read-only until there is, without a restart"): folder =>
    val ended = run(folder, "*/journal/next.seg.part", appends = 5000)("SPACE" -> "100000")
    assert(ended.struck.contains("space"), clue(ended))
    assert(ended.has("read-only: "), clue(ended))
    assert(!ended.has("OutcomeUnknown: "), clue(ended))
    assertEquals(
      ended.lines.drop(ended.lines.indexWhere(_.startsWith("read-only"))).count(_.startsWith("ack ")),
      20,
      clue(ended)
    )
    assertEquals(ended.lines.last, "end")
    check(folder, ended)

  folder.test(
    "no space for bytes that have a place already, as on file systems that copy on write: as a write that fails"
  ): folder =>
    val ended = run(folder, "*/journal/0*.seg")("SPACE" -> "10000")
    assert(ended.has("OutcomeUnknown: "), clue(ended))
    assert(ended.has("Closed: "), clue(ended))
    check(folder, ended)

  folder.test("a force of the folder that fails"): folder =>
    val ended = run(folder, "*/journal")("SYNC" -> "1")
    assertEquals(ended.struck, Vector("sync"), clue(ended))
    check(folder, ended)
