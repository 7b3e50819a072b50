package brine.pekko.persistence

import brine.effort.Effort
import brine.journal.{Journal, JournalSettings}
import brine.journal.testkit.FaultStorage
import brine.pekko.persistence.Notes.Command.*
import java.nio.file.Path
import java.util.SplittableRandom
import org.apache.pekko.persistence.typed.scaladsl.RetentionCriteria

/** The power is cut while persistent actors write, save snapshots and delete events: whatever they have confirmed is
  * there afterwards, each event once and in order, and of an atomic write all or nothing.
  */
class JournalCrashSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val folder    = Path.of("/log").toAbsolutePath
  private val settings  = JournalSettings(segmentSize = 64 << 10, firstSegmentSize = 64 << 10)
  private val retention = RetentionCriteria.snapshotEvery(5, 1).withDeleteEventsOnSnapshot
  private val ids       = (1 to 4).map(n => s"notes-$n").toVector
  private val size      = 3

  test("what was confirmed before the power was cut is there"):
    var storage = FaultStorage(seed = 1)
    var known   = ids.map(_ -> 0).toMap
    for crash <- 1 to Effort.pekkoCrashes do
      val random    = SplittableRandom(crash)
      val log       = Journal.open(folder, settings, storage)
      val system    = PersistenceSystem(BrinePersistence.setup(log))
      var confirmed = Map.empty[String, Int]
      var after     = storage
      try
        val actors = ids.map(id => id -> system.spawn(Notes(id, retention = retention)))
        for (id, actor) <- actors do
          val found = system.notes(actor)
          assert(found.size >= known(id), s"crash ${crash - 1}: $id has ${found.size} of ${known(id)} notes")
          assert(found.size % size == 0, s"crash ${crash - 1}: $id has a part of a write")
          assertEquals(found, (1 to found.size).map(n => s"$id $n").toVector, s"crash ${crash - 1}")
          confirmed = confirmed.updated(id, found.size)
        val probes = actors.map((id, actor) => (id, actor, system.kit.createTestProbe[Vector[String]]()))
        val rounds = 1 + random.nextInt(12)
        // Of the first rounds the answers come before the crash, of the last ones maybe not.
        val heard = random.nextInt(rounds + 1)
        for round <- 1 to rounds do
          for (id, actor, probe) <- probes do
            val from = confirmed(id) + (if round > heard then (round - heard - 1) * size else 0)
            actor ! Add((1 to size).map(n => s"$id ${from + n}"), probe.ref)
          if round <= heard then
            for (id, _, probe) <- probes do
              confirmed = confirmed.updated(id, probe.receiveMessage(scala.concurrent.duration.Duration(20, "s")).size)
        after = storage.crash(random.nextLong())
      finally
        system.close()
        log.close()
      storage = after
      known = confirmed
