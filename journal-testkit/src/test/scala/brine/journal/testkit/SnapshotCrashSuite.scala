package brine.journal.testkit

import brine.journal.*
import java.nio.file.Path
import java.time.Duration

/** Snapshots of records that a power cut revokes. */
class SnapshotCrashSuite extends munit.FunSuite:
  private val folder = Path.of("/journal")
  // Nothing becomes durable but by an append that asks for it.
  private val settings =
    JournalSettings(segmentSize = 1 << 16, idleAfter = Duration.ofHours(1), forceWithin = Duration.ofHours(1))

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def append(journal: Journal, text: String, level: Level = Level.Disk): Appended =
    ok(journal.append("s", ExpectedVersion.Any, Seq(text), level = level).await())

  test("after a power cut, no snapshot has records that are gone, while others have their offsets"):
    val disk    = FaultStorage(seed = 7)
    val journal = Journal.open(folder, settings, disk)
    append(journal, "kept")
    val lost  = append(journal, "lost", Level.OsCache)
    val saved = journal.snapshots.save("state", lost.last, Vector("kept", "lost"))
    assert(saved.isLeft, s"$saved, of records up to ${journal.durable}")
    // What was not forced is gone.
    val after = disk.crash(sectors = 0, changes = false)
    journal.close()
    val again = Journal.open(folder, settings, after)
    try
      assertEquals(ok(again.readAll[String]().toVector).map(_.value), Vector("kept"))
      assertEquals(append(again, "another").last, lost.last)
      val state = again.snapshots.latest[Vector[String]]("state").fold(error => fail(error.message), _.map(_.state))
      assertEquals(state, None)
      val info = again.snapshots.save("state", lost.last, Vector("kept", "another"))
      assert(info.isRight, info)
    finally again.close()
