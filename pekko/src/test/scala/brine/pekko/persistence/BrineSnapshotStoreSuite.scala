package brine.pekko.persistence

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.pekko.persistence.Notes.Command.*
import brine.pekko.persistence.internal.SnapshotPart
import java.nio.file.{Files, Path}
import java.util.Comparator
import org.apache.pekko.persistence.typed.scaladsl.RetentionCriteria
import scala.util.Using

class BrineSnapshotStoreSuite extends munit.FunSuite:
  private val retention = RetentionCriteria.snapshotEvery(10, 1).withDeleteEventsOnSnapshot
  private val small     = JournalSettings(segmentSize = 64 << 10, firstSegmentSize = 64 << 10)

  private def using[A](log: EventLog)(body: PersistenceSystem => A): A =
    Using.resource(PersistenceSystem(BrinePersistence.setup(log)))(body)

  private def state(system: PersistenceSystem) = BrinePersistence(system.system).states(BrinePersistence.LogPath)

  /** Adds notes one by one, until the last snapshot has been saved, and the events before the one before it deleted. */
  private def fill(system: PersistenceSystem, id: String, from: Int, to: Int, size: Int = 1): Unit =
    val notes = system.spawn(Notes(id, retention = retention))
    for n <- from to to do system.ask(notes)(Add(Seq(s"$n " + "x" * size), _)): Unit
    val probe = system.kit.createTestProbe[Any]()
    val last  = to / 10 * 10L
    probe.awaitAssert(
      {
        val now = state(system).load(id)
        assertEquals(now.snapshots.map(_.sequenceNr), Vector(last - 10, last).filter(_ > 0))
        assertEquals(now.deletedTo, last - 10)
      },
      scala.concurrent.duration.Duration(20, "s")
    )
    system.kit.stop(notes)

  private def numbers(system: PersistenceSystem, id: String) =
    system.notes(system.spawn(Notes(id))).map(_.takeWhile(_ != ' ').toInt)

  test("the parts of snapshots that were deleted or replaced are deleted"):
    val log = MemoryEventLog()
    using(log): system =>
      fill(system, "notes-1", 1, 10, size = 300_000)
      val first = state(system).load("notes-1").snapshots.head
      assert(first.parts > 2)
      val keys = (0 until first.parts).map(part => s"brine.pekko.snapshot/${first.data}/$part")
      assert(keys.forall(key => log.states.load[SnapshotPart](key).exists(_.isDefined)))
      fill(system, "notes-1", 11, 30)
      assertEquals(numbers(system, "notes-1"), (1 to 30).toVector)
      assert(keys.forall(key => log.states.load[SnapshotPart](key) == Right(None)))
    log.close()

  test("after retention has deleted the events before a snapshot, actors recover from it; without it they fail"):
    inFolder: folder =>
      val log = Journal.open(folder.resolve("log"), small)
      using(log): system =>
        fill(system, "notes-1", 1, 45, size = 4000)
        system.ask(system.spawn(Notes("notes-2")))(Add(Seq("a"), _))
        log.endSegment()
        assert(log.retain(RetentionRules(upTo = Offset(30))).exists(_.segments > 0))
        assertEquals(numbers(system, "notes-1"), (1 to 45).toVector)
        state(system).deleteSnapshots("notes-1")(_ => true)
        // The mark of the deletion says that these events do not count.
        assertEquals(numbers(system, "notes-1"), (31 to 45).toVector)
      log.close()

  test("retention of events that were not deleted fails the recovery, with the offset from which events are kept"):
    inFolder: folder =>
      val log = Journal.open(folder.resolve("log"), small)
      using(log): system =>
        val notes = system.spawn(Notes("notes-1"))
        for n <- 1 to 50 do system.ask(notes)(Add(Seq(s"$n " + "x" * 4000), _)): Unit
        log.endSegment()
        assert(log.retain(RetentionRules(upTo = Offset(40))).exists(_.segments > 0))
        system.awaitStop(system.spawn(Notes("notes-1")))
      log.close()

  test("a backup has neither snapshots nor deletions: actors replay all events"):
    inFolder: folder =>
      val log = Journal.open(folder.resolve("log"), small)
      using(log)(fill(_, "notes-1", 1, 45))
      assert(log.backup(folder.resolve("backup")).isRight)
      log.close()
      val restored = Journal.open(folder.resolve("backup"))
      using(restored): system =>
        assertEquals(state(system).load("notes-1").snapshots.size, 0)
        assertEquals(numbers(system, "notes-1"), (1 to 45).toVector)
      restored.close()

  test("a stream that was deleted begins again without its snapshots, and with those from after that"):
    val log = MemoryEventLog()
    using(log): system =>
      // Also the mark of deleted events is one from before.
      fill(system, "notes-1", 1, 30)
      assert(log.delete("notes-1").await().isRight)
      assertEquals(numbers(system, "notes-1"), Vector.empty)
      assertEquals(system.ask(system.spawn(Notes("notes-1")))(Add(Seq("1 x"), _)), Vector("1 x"))
    using(log): system =>
      val notes = system.spawn(Notes("notes-1", retention = retention))
      for n <- 2 to 25 do system.ask(notes)(Add(Seq(s"$n x"), _)): Unit
      val probe = system.kit.createTestProbe[Any]()
      probe.awaitAssert(
        assertEquals(state(system).current("notes-1").map(_.sequenceNr), Vector(40L, 50L)),
        scala.concurrent.duration.Duration(20, "s")
      )
    using(log)(system => assertEquals(numbers(system, "notes-1"), (1 to 25).toVector))
    log.close()

  test("persistence ids of any length have snapshots of their own"):
    val log  = MemoryEventLog()
    val long = "x" * 1022 + "1"
    // What the snapshots of a long one are kept by is the hash of its name.
    val hash = java.security.MessageDigest.getInstance("SHA-256").digest(long.getBytes("UTF-8"))
    val ids  =
      Vector("x" * 1010 + "1", long, "x" * 1022 + "2", s"sha-256/${java.util.HexFormat.of.formatHex(hash)}")
    using(log): system =>
      for (id, at) <- ids.zipWithIndex do fill(system, id, 1, 10 * (at + 1))
    using(log): system =>
      for (id, at) <- ids.zipWithIndex do assertEquals(numbers(system, id), (1 to 10 * (at + 1)).toVector)
    log.close()

  private def inFolder(body: Path => Unit): Unit =
    val folder = Files.createTempDirectory("brine-pekko")
    try body(folder)
    finally
      Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
