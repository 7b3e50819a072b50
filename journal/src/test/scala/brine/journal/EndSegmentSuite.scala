package brine.journal

import brine.journal.maintenance.ClosedJournal.{fill, ok, settings}
import brine.journal.storage.MemoryStorage
import java.nio.file.Path

/** `endSegment` returns when the segment has ended. */
class EndSegmentSuite extends munit.FunSuite:
  private def inJournal(name: String)(body: Journal => Unit): Unit = test(name):
    val journal = Journal.open(Path.of("data"), settings, MemoryStorage())
    try body(journal)
    finally journal.close()

  inJournal("retention and compaction include the segment at once"): journal =>
    for round <- 1 to 50 do
      fill(journal, 20, from = round * 20)
      journal.endSegment()
      val last = journal.durable
      assertEquals(ok(journal.compact(CompactionRules(_ == "s1"))).size, 1, s"round $round")
      val retained = ok(journal.retain(RetentionRules(upTo = last)))
      assertEquals((retained.segments, retained.first), (1, Offset(last.sequence + 1)), s"round $round")

  inJournal("a segment without records does not end, and the call returns"): journal =>
    for _ <- 1 to 3 do journal.endSegment()
    assertEquals(journal.view.segments.size, 1)
    fill(journal, 1)
    for _ <- 1 to 3 do journal.endSegment()
    assertEquals(journal.view.segments.size, 2)

  inJournal("many callers, while others append"): journal =>
    val appending = Thread.ofVirtual.start(() => fill(journal, 2000))
    val ending    = Vector.fill(8)(Thread.ofVirtual.start(() => for _ <- 1 to 20 do journal.endSegment()))
    (ending :+ appending).foreach(_.join())
    assertEquals(ok(journal.readAll[String]().toVector).size, 2000)

  inJournal("an interrupt does not end the wait, and stays"): journal =>
    fill(journal, 20)
    Thread.currentThread.interrupt()
    journal.endSegment()
    assert(Thread.interrupted())
    assertEquals(journal.view.segments.size, 2)

  inJournal("a closed journal"): journal =>
    fill(journal, 20)
    journal.close()
    journal.endSegment()
