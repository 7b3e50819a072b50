package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.failure.Failures
import brine.journal.storage.Storage
import brine.journal.{BackupReport, Compacted, CompactionRules, Offset, ReadError, Retained, RetentionRules}
import brine.journal.support.StackProbe
import java.nio.file.Path
import java.security.SecureRandom
import java.time.Clock
import java.util.concurrent.locks.ReentrantLock

/** Maintenance of ended segments while others append and read: one operation at a time. Thread-safe. */
private[journal] final class Maintenance(
    storage: Storage,
    folder: Path,
    compressions: Int => Option[Compression],
    live: LiveSegments,
    clock: Clock,
    random: () => Long = Maintenance.secure
):
  private val lock     = ReentrantLock()
  private var isClosed = false // guarded by the lock

  private def exclusive[A](what: String)(body: => A): Either[ReadError, A] =
    requireOutside(what)
    StackProbe.require()
    lock.lock()
    try if isClosed then Left(ReadError.Closed) else Failures.reading(folder)(body)
    finally lock.unlock()

  /** Refuses a call within an operation on the same thread: one that a rule of the program makes.
    *
    * @throws IllegalStateException
    *   within such an operation
    */
  def requireOutside(what: String): Unit =
    if lock.isHeldByCurrentThread then
      throw IllegalStateException(
        s"$what was called within a rule of a compaction, which is not over: call it when compact has returned"
      )

  /** Waits for the current operation, and refuses later ones: then other processes may open the journal. */
  def close(): Unit =
    StackProbe.require()
    lock.lock()
    try isClosed = true
    finally lock.unlock()

  /** Deletes the oldest segments that the rules select.
    *
    * @param keepsVersions
    *   whether streams of which nothing is left continue with their versions
    */
  def retain(rules: RetentionRules, keepsVersions: Boolean = true): Either[ReadError, Retained] = exclusive("retain"):
    val headers   = live.segments
    val retention = Retention(storage, folder, compressions, live.updateManifest, random, live.hasEvents)
    val count     = retention.expired(headers, rules, clock.millis * 1000)
    retention.delete(headers, count, keepsVersions)(live.forget)
    Retained(count, Offset(headers(count).firstSequence))

  /** Removes the records that the rules select from ended segments. */
  def compact(rules: CompactionRules): Either[ReadError, Vector[Compacted]] = exclusive("compact"):
    Compaction(storage, folder, compressions, random, live.hasEvents, live.checkOwner).run(live.segments, rules)(
      live.replace
    )

  /** Copies everything that is durable now to a folder, or to an earlier backup there what is new. */
  def backup(to: Path, storageOf: Storage = storage, thoroughly: Boolean = false): Either[ReadError, BackupReport] =
    exclusive("backup"):
      def content =
        // In this order: what is durable now is in the segments listed after.
        val durable = live.visible
        val headers = live.segments
        Backup.Content(headers, durable, live.currentManifest)
      Backup(storage, folder, BackupTarget(storageOf, to), to, compressions).run(content, thoroughly)

private[journal] object Maintenance:
  private val secureRandom = SecureRandom()
  private val secure       = () => secureRandom.nextLong()
