package brine.journal.tools

import brine.journal.failure.Failures
import brine.journal.maintenance.{Backup, BackupTarget}
import brine.journal.storage.Storage
import brine.journal.{BackupReport, Compressions, JournalError, JournalReader, JournalSettings}
import java.nio.file.Path

/** Backs up a journal that this process does not write. For one that it does, use [[brine.journal.Journal.backup]].
  *
  * {{{
  * JournalBackup.of(Path.of("data"), to = Path.of("backup")) // Right(report)
  * }}}
  */
object JournalBackup:
  /** Copies every durable record to a folder, which is then a journal. If the folder holds an earlier backup of the
    * same journal, copies only what is new. Another process may append, delete or compact meanwhile: a copy that this
    * disturbed is repeated, a few times.
    *
    * @param thoroughly
    *   whether to verify also what the backup has already
    */
  def of(
      folder: Path,
      to: Path,
      thoroughly: Boolean = false,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[JournalError, BackupReport] =
    var isFirst = true
    JournalFolder.undisturbed(storage, folder)((_: BackupReport) => false):
      // A copy of segments that were being replaced is not trusted.
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
    Failures.reading(found.folder):
      val manifest = found.manifest.getOrElse(throw IllegalStateException("a journal that opens has a manifest"))
      def content  =
        // In this order: what is durable now is in the segments listed after.
        reader.view.refresh()
        val durable = reader.view.visible
        val headers = reader.view.segments
        Backup.Content(headers, durable, manifest)
      Backup(storage, found.folder, BackupTarget(storage, to), to, Compressions.of(settings)).run(content, thoroughly)
