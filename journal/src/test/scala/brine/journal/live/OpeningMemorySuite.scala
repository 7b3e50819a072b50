package brine.journal.live

import brine.journal.*
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** A process that may have little memory outside of its heap. */
class OpeningMemorySuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("without memory outside of the heap, opening says what to set, changes nothing, and can be repeated"):
    TemporaryFolder.use: folder =>
      val (text, _) = OtherJvm.run(
        2,
        List("-XX:MaxDirectMemorySize=2m"),
        "brine.journal.live.LittleMemory",
        folder.resolve("journal").toString
      )
      assert(text.contains("all as expected"), text)

/** Opens a journal with segments that take more memory than there is, and then with smaller ones. */
object LittleMemory:
  def main(arguments: Array[String]): Unit =
    val folder = Path.of(arguments(0))
    for round <- 1 to 2 do
      Journal.tryOpen(folder, JournalSettings(segmentSize = 4 << 20)) match
        case Left(error @ OpenError.Failed(_, _)) =>
          assert(error.message.contains("MaxDirectMemorySize") && error.message.contains("segmentSize"), error.message)
        case other => throw AssertionError(s"round $round: $other")
      // It is not locked, and no segment was begun.
      val journal = Journal.open(folder, JournalSettings(segmentSize = 1 << 16))
      assert(journal.append("s", s"round $round").await().map(_.first) == Right(Offset(round)))
      // The states have segments of at least twice the largest append, 64 KiB here.
      assert(journal.states.save("key", Offset(round), "state").get(1, TimeUnit.MINUTES).isRight)
      journal.close()
    println("all as expected")
