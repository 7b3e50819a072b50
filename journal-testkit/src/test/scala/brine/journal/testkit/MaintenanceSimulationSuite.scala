package brine.journal.testkit

import brine.effort.Effort
import brine.journal.*
import brine.journal.tools.Verification
import java.nio.file.Path
import java.util.SplittableRandom
import scala.collection.mutable
import scala.util.control.NonFatal

/** Power cuts while segments are deleted, compacted, indexed and copied, while streams are deleted, and while snapshots
  * are saved: nothing that was promised may be gone, and nothing that was deleted may come back.
  */
class MaintenanceSimulationSuite extends munit.FunSuite:
  import MaintenanceSimulationSuite.*

  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("power cuts during retention, compaction, backups and snapshots"):
    val trials = Trials("power cut during maintenance")
    trials.run(Effort.maintenanceFaults): seed =>
      val random  = SplittableRandom(seed)
      val storage = FaultStorage(seed)
      val promise = Promised()
      // Until some time after the journal is open.
      val journal = Journal.open(folder, settings, storage)
      storage.cutPowerAfter(50 + random.nextInt(1500))
      try work(journal, random, promise)
      catch case _: (PowerIsOff | JournalException) => ()
      try journal.close()
      catch case NonFatal(_) => ()
      val found = check(storage.crash(seed + 1), promise)
      trials.count(found)

object MaintenanceSimulationSuite:
  private val folder   = Path.of("/journal")
  private val backup   = Path.of("/backup")
  private val settings = JournalSettings(segmentSize = 1 << 16)

  private final class PowerIsOff extends Exception("the power is off", null, false, false)

  /** What the journal has said is done, and what it may have done. */
  private final class Promised:
    val events         = mutable.ArrayBuffer.empty[Record[String]] // with what matters of it
    val versions       = mutable.HashMap.empty[String, Long]
    val deletions      = mutable.HashMap.empty[String, Long]       // version of the last one of each stream
    val deletedBefore  = mutable.HashMap.empty[String, Long]       // offset of the last one that was begun, at most
    var deletedUpTo    = 0L                                        // at most
    var compactedUpTo  = 0L                                        // at most
    var backedUpTo     = -1L
    var snapshotAt     = -1L
    val snapshotsBegun = mutable.HashSet.empty[Long]

  private def isCompactable(stream: String) = stream.startsWith("c")

  private def valueOf(stream: String, version: Long, size: Int) = s"$stream $version ${"x" * size}"

  private def orOff[E, A](result: Either[E, A]): A = result.getOrElse(throw PowerIsOff())

  private def work(journal: Journal, random: SplittableRandom, promised: Promised): Unit =
    for _ <- 1 to 400 do
      random.nextInt(40) match
        case 0 => journal.endSegment()
        case 1 =>
          val upTo = promised.events.lastOption.fold(0L)(_.offset.sequence) - random.nextInt(300)
          if upTo > 0 then
            promised.deletedUpTo = math.max(promised.deletedUpTo, upTo)
            orOff(journal.retain(RetentionRules(upTo = Offset(upTo)))): Unit
        case 2 | 3 =>
          promised.compactedUpTo = Long.MaxValue
          orOff(journal.compact(CompactionRules(streams = isCompactable(_), leastGain = 0))): Unit
        case 4 =>
          val upTo = orOff(journal.backup(backup)).upTo
          promised.backedUpTo = upTo.sequence
        case 5 =>
          val at = journal.durable.sequence
          promised.snapshotsBegun += at
          orOff(
            journal.snapshots.saveParts("state", Offset(at), Iterator.tabulate(random.nextInt(2000))(n => s"$at $n"))
          ): Unit
          promised.snapshotAt = at
        case 6 => delete(journal, random, promised)
        case _ => append(journal, random, promised)

  private def delete(journal: Journal, random: SplittableRandom, promised: Promised): Unit =
    val streams = promised.versions.keys.toVector.sorted
    if streams.nonEmpty then
      val stream = streams(random.nextInt(streams.size))
      promised.deletedBefore(stream) = Long.MaxValue
      val done = orOff(journal.delete(stream, ExpectedVersion(promised.versions(stream))).await())
      promised.versions(stream) = done.version
      promised.deletions(stream) = done.version
      promised.deletedBefore(stream) = done.first.sequence

  private def append(journal: Journal, random: SplittableRandom, promised: Promised): Unit =
    val stream = s"${if random.nextInt(2) == 0 then "c" else "k"}${random.nextInt(12)}"
    val before = promised.versions.getOrElse(stream, 0L)
    val count  = 1 + random.nextInt(8)
    val values = (1 to count).map(n => valueOf(stream, before + n, random.nextInt(400)))
    val done   = orOff(journal.append(stream, ExpectedVersion(before), values).await())
    promised.versions(stream) = before + count
    values.zipWithIndex.foreach: (value, i) =>
      promised.events += Record(
        Offset(done.first.sequence + i),
        stream,
        before + 1 + i,
        java.time.Instant.EPOCH,
        Set.empty,
        None,
        value
      )

  private def fails(what: String): Nothing = throw AssertionError(what)

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fails(error.message), identity)

  private def check(disk: FaultStorage, promised: Promised): String =
    val damages = ok(Verification.of(folder, settings, disk)).damages
    if damages.nonEmpty then fails(damages.map(_.message).mkString("; "))
    val journal = ok(Journal.tryOpen(folder, settings, disk))
    val first   =
      try
        val first = contents(journal, promised)
        snapshots(journal, promised)
        first
      finally journal.close()
    if promised.backedUpTo >= 0 then restores(disk, promised)
    if first > 0 then "with deleted segments" else "with all segments"

  /** Compares what is read with what was promised; where what is kept begins. */
  private def contents(journal: Journal, promised: Promised): Long =
    val records = ok(journal.readAll[String]().toVector)
    val found   = records.map(record => record.offset.sequence -> record).toMap
    if records.map(_.offset.sequence) != records.map(_.offset.sequence).distinct.sorted then fails("out of order")
    val lastOf = promised.events.groupMapReduce(_.stream)(_.offset.sequence)(math.max)
    for event <- promised.events do
      found.get(event.offset.sequence) match
        case Some(record) =>
          if record.stream != event.stream || record.version != event.version || record.value != event.value then
            fails(s"$record instead of $event")
        case None =>
          val isDeleted   = event.offset.sequence <= promised.deletedUpTo
          val isCompacted = isCompactable(event.stream) && promised.compactedUpTo > 0 &&
            lastOf(event.stream) != event.offset.sequence
          val isOfDeleted = promised.compactedUpTo > 0 &&
            promised.deletedBefore.get(event.stream).exists(event.offset.sequence < _)
          if !isDeleted && !isCompacted && !isOfDeleted then fails(s"${event.offset} of ${event.stream} is gone")
    for (stream, version) <- promised.versions do
      val now = ok(journal.version(stream))
      if now < version then fails(s"$stream has version $now, not $version")
      journal.append(stream, ExpectedVersion.NoStream, Seq("x")).await() match
        case Left(AppendError.WrongVersion(_, _, actual)) if actual == now => ()
        case other                                                         => fails(s"$stream: $other")
    for (stream, version) <- promised.deletions do
      val left = ok(journal.read[String](stream, from = 0).toVector).map(_.version)
      if left.exists(_ <= version) then fails(s"$stream was deleted at version $version, but has versions $left")
    records.headOption.fold(0L)(_.offset.sequence - 1)

  private def snapshots(journal: Journal, promised: Promised): Unit =
    journal.snapshots.loadParts[String, Vector[String]]("state")(Vector.empty)(_ :+ _) match
      case Right(None) => if promised.snapshotAt >= 0 then fails(s"the snapshot at ${promised.snapshotAt} is gone")
      case Right(Some(snapshot)) =>
        val at = snapshot.offset.sequence
        if at < promised.snapshotAt || !promised.snapshotsBegun(at) then
          fails(s"a snapshot at $at, not ${promised.snapshotAt}")
        if snapshot.state != Vector.tabulate(snapshot.state.size)(n => s"$at $n") then fails(s"another state at $at")
        if snapshot.skipped.nonEmpty then fails(snapshot.skipped.map(_.message).mkString("; "))
      case Left(error) => fails(error.message)

  private def restores(disk: FaultStorage, promised: Promised): Unit =
    val restored = Path.of("/restored")
    val copied   = ok(Journal.restore(backup, restored, settings, disk))
    if copied.last.sequence < promised.backedUpTo then
      fails(s"a backup up to ${copied.last}, not ${promised.backedUpTo}")
    val journal = ok(Journal.tryOpen(restored, settings, disk))
    try
      val events = promised.events.map(event => event.offset.sequence -> event.value).toMap
      for record <- ok(journal.readAll[String]().toVector) do
        if events.get(record.offset.sequence).exists(_ != record.value) then fails(s"$record in the backup")
    finally journal.close()
