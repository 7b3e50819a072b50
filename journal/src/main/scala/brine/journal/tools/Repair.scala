package brine.journal.tools

import brine.journal.failure.Failures
import brine.journal.folders.SegmentFiles
import brine.journal.storage.Storage
import brine.journal.{Journal, JournalSettings, OpenError}
import java.nio.file.Path

/** The changes that make a damaged journal usable again, with every readable record under its old offset and version.
  *
  * {{{
  * Repair.plan(Path.of("data")).foreach: plan =>
  *   plan.steps.foreach(step => println(step.message)) // nothing is changed until now
  *   plan.perform()                                    // Right(verification) of the repaired journal
  * }}}
  *
  * Offsets of lost records are not reused, so stored offsets stay right. Nothing is deleted: replaced files are kept in
  * `quarantine`. Prefer a backup to a repair, if you have one.
  *
  * @param found
  *   the journal as it is
  * @param steps
  *   the changes, in order; empty if the journal is sound
  */
final class Repair private (
    val found: Verification,
    val steps: Vector[RepairStep],
    settings: JournalSettings,
    storage: Storage
):
  /** Whether there is anything to repair. */
  def isNeeded: Boolean = steps.nonEmpty

  /** The records that cannot be read, as far as they are known. */
  def lost: Vector[LostRecords] = found.damages.flatMap(_.lost)

  /** Makes the changes. If this is interrupted, another repair completes it.
    *
    * @return
    *   the journal afterwards; an error, with nothing changed, if a process has the journal open
    */
  def perform(onProgress: Progress => Unit = Progress.ignored): Either[OpenError, Verification] =
    val folder = found.folder
    Failures.opening(folder):
      for
        work <- locked(folder, onProgress)
        // Opening makes everything durable that is not proven so, and shows that the journal can be opened.
        opened <- Journal.tryOpen(folder, work.asBefore, storage)
        _ = opened.close()
        repaired <- Verification.of(folder, settings, storage, onProgress)
      yield repaired

  private def locked(folder: Path, onProgress: Progress => Unit): Either[OpenError, RepairWork] =
    storage.lock(folder.resolve(SegmentFiles.Lock)) match
      case None       => Left(OpenError.Locked(folder, "another process"))
      case Some(lock) =>
        try
          // A writer that has lost its lock without a crash must notice before anything is read.
          lock.awaitOthers()
          JournalFolder
            .read(storage, folder)
            .map: now =>
              val work = RepairWork(Survey.of(now, storage, settings, onProgress), settings, storage)
              work.perform()
              work
        finally lock.close()

object Repair:
  /** Reads a journal and plans the changes. Changes nothing.
    *
    * @return
    *   an error if there is no journal, or one of a later release
    */
  def plan(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk,
      onProgress: Progress => Unit = Progress.ignored
  ): Either[OpenError, Repair] =
    for
      found  <- JournalFolder.read(storage, folder)
      survey <- Failures.opening(folder)(Right(Survey.of(found, storage, settings, onProgress)))
    yield Repair(Verification.of(survey), RepairWork(survey, settings, storage).plan, settings, storage)
