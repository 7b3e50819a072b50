package brine.journal.tools

import brine.journal.maintenance.{Attempt, Backup}
import brine.journal.storage.Storage
import brine.journal.{BackupReport, JournalError, JournalReader, JournalSettings}
import java.nio.file.Path

/** Backups of a journal that this process does not write; one that does has [[brine.journal.Journal.backup]]. */
object JournalBackup:
  /** Copies a journal, as far as it is safe now, to a folder of its own, which is then a journal; or to an earlier backup in that folder what is new
    * since. Another process may be appending, deleting or compacting meanwhile: a copy that this has disturbed is made again, a few times.
    *
    * @param thoroughly
    *   whether what is in the backup already is read through there
    */
  def of(
      folder: Path,
      to: Path,
      thoroughly: Boolean = false,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk
  ): Either[JournalError, BackupReport] =
    var isFirst = true
    JournalFolder.undisturbed(storage, folder)((_: BackupReport) => false):
      // What was copied of segments that were being replaced is not trusted.
      val rereads = thoroughly || !isFirst
      isFirst = false
      for
        found  <- JournalFolder.read(storage, folder)
        reader <- JournalReader.tryOpen(folder, settings, storage)
        report <-
          try copy(found, reader, to, rereads, settings, storage)
          finally reader.close()
      yield report

  private def copy(
      found: JournalFolder,
      reader: JournalReader,
      to: Path,
      thoroughly: Boolean,
      settings: JournalSettings,
      storage: Storage
  ): Either[JournalError, BackupReport] =
    Attempt(found.folder):
      // In this order: what is safe now is in the segments listed after.
      val durable  = reader.durable.sequence
      val headers  = reader.view.segments
      val manifest = found.manifest.getOrElse(throw IllegalStateException("a journal that opens has a manifest"))
      Backup(storage, found.folder, storage, to, settings.compressionOf).run(headers, durable, manifest, thoroughly)
