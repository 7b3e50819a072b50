package brine.journal.tools

import brine.journal.file.SegmentFiles
import brine.journal.storage.Storage
import brine.journal.{Journal, JournalSettings, OpenError}
import java.nio.file.Path

/** What has to be done to a damaged journal so that it can be opened again, with every record that can still be read, under its old number and version.
  *
  * {{{
  * Repair.plan(Path.of("data")).foreach: plan =>
  *   plan.steps.foreach(step => println(step.message))   // nothing is changed until now
  *   plan.perform()                                      // Right(verification): what there is afterwards
  * }}}
  *
  * Numbers of records that are lost are not given out again, so what others remember by offsets stays right. Nothing is deleted: what is replaced is
  * kept in `quarantine`. A backup, where there is one, is better than any repair.
  *
  * @param found
  *   the journal as it is
  * @param steps
  *   what is to be done, in this order; nothing if it is sound
  */
final class Repair private (
    val found: Verification,
    val steps: Vector[RepairStep],
    settings: JournalSettings,
    storage: Storage
):
  /** Whether there is anything to do. */
  def isNeeded: Boolean = steps.nonEmpty

  /** The records that cannot be read, as far as it is known which. */
  def lost: Vector[LostRecords] = found.damages.flatMap(_.lost)

  /** Does it. If that is interrupted, another repair goes on.
    *
    * @return
    *   what there is afterwards; an error if somebody has the journal open, and nothing is changed then
    */
  def perform(onProgress: Progress => Unit = Progress.ignored): Either[OpenError, Verification] =
    val folder = found.folder
    JournalFolder.guarded(folder):
      for
        work <- locked(folder, onProgress)
        // What is not known to be safe is made safe by opening it, which shows that it can be opened, too.
        opened <- Journal.tryOpen(folder, work.asBefore, storage)
        _ = opened.close()
        repaired <- Verification.of(folder, settings, storage, onProgress)
      yield repaired

  private def locked(folder: Path, onProgress: Progress => Unit): Either[OpenError, RepairWork] =
    storage.lock(folder.resolve(SegmentFiles.Lock)) match
      case None       => Left(OpenError.Locked(folder, "another process"))
      case Some(lock) =>
        try
          JournalFolder
            .read(storage, folder)
            .map: now =>
              val work = RepairWork(Survey.of(now, storage, settings, onProgress), settings, storage)
              work.perform()
              work
        finally lock.close()

object Repair:
  /** Reads a journal and finds out what is to be done. Changes nothing.
    *
    * @return
    *   an error if there is no journal, or one of a later release
    */
  def plan(
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk,
      onProgress: Progress => Unit = Progress.ignored
  ): Either[OpenError, Repair] =
    for
      found  <- JournalFolder.read(storage, folder)
      survey <- JournalFolder.guarded(folder)(Right(Survey.of(found, storage, settings, onProgress)))
    yield Repair(Verification.of(survey), RepairWork(survey, settings, storage).plan, settings, storage)
