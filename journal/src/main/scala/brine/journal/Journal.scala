package brine.journal

import brine.journal.failure.Failures
import brine.journal.live.Opening
import brine.journal.maintenance.Restore
import brine.journal.storage.Storage
import brine.journal.tools.JournalFolder
import java.nio.file.Path
import java.util.UUID

/** An [[EventLog]] in the files of a folder: streams, each with versions, and one order of all records.
  *
  * {{{
  * val journal = Journal.open(Path.of("data"))                         // one process writes, any number may read
  * val done    = journal.append("site-42", ExpectedVersion(7), events) // durable when it completes
  * journal.read[SiteEvent]("site-42").foreach(record => …)             // decodes every version of the type
  * journal.subscribe[SiteEvent](Offset.Begin)(record => …)             // existing records, then each new one
  * }}}
  *
  * Thread-safe. Appends of one thread keep their order. An append is atomic, also across a crash. The format is in
  * `docs/spec/journal-format.md`; `docs/durability.md` says what survives which fault.
  */
trait Journal extends EventLog, JournalReader:
  /** Whether the journal accepts appends. */
  def state: JournalState

  /** The identity that the journal got when it was created, if it is known. A backup that was restored has it, too: so
    * this is no [[logIdentity]].
    */
  private[brine] def journalIdentity: Option[UUID] = None

  /** Calls a function with each change of [[state]], on a thread of the journal: the function must not block. */
  def onStateChange(listener: JournalState => Unit): Unit

  /** Ends the current segment, if it has records, and waits until it has ended. After that, retention, compaction and
    * incremental backups include it. Does nothing if the journal accepts no appends. No interrupt ends the wait.
    */
  def endSegment(): Unit

  /** Deletes the oldest segments that the rules select. You cannot undo it. Stream versions continue as if the events
    * were there.
    */
  def retain(rules: RetentionRules): Either[ReadError, Retained]

  /** Removes the records that the rules select from ended segments. Kept records keep their offset, version and time.
    */
  def compact(rules: CompactionRules): Either[ReadError, Vector[Compacted]]

  /** Copies every record that is durable now to a folder, which is then a journal. If the folder holds an earlier
    * backup of this journal, copies only what is new. Appends continue meanwhile. Everything is verified before it is
    * copied. State records are not copied.
    */
  def backup(to: Path): Either[ReadError, BackupReport]

  /** Makes every accepted append durable, ends subscriptions, and lets other processes open the journal. Later appends
    * are refused. Waits for a backup, compaction or retention in progress. Closes completely on an interrupted thread
    * too: the thread's flag is set again when it is done.
    */
  def close(): Unit

object Journal:
  /** Opens a journal for writing, and creates it if it is missing.
    *
    * After a crash this recovers the journal, as `docs/durability.md` describes. That takes time in proportion to the
    * size of a segment, not of the journal.
    *
    * @param folder
    *   the journal's folder
    * @param storage
    *   the file system: the disk, or a fault-injecting one in tests
    * @throws JournalException
    *   with an [[OpenError]], for instance if the journal is open already, corrupt, or of a later release
    */
  def open(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Journal =
    tryOpen(folder, settings, storage).fold(error => throw JournalException(error), identity)

  /** Opens a journal as [[open]] does, and returns errors as values. */
  def tryOpen(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[OpenError, Journal] = Opening.open(folder, settings, storage)

  /** Opens a journal as [[tryOpen]] does, but does not create it: [[OpenError.NotAJournal]] if it is missing. */
  private[brine] def tryOpenExisting(folder: Path): Either[OpenError, Journal] =
    JournalFolder.read(Storage.disk, folder).flatMap(_ => tryOpen(folder))

  /** Restores a backup to a folder without files. Verifies the backup first and the copy afterwards. To verify a backup
    * without restoring it, use [[brine.journal.tools.Verification]]. The restored journal has no state records.
    *
    * @return
    *   what the restored journal contains
    */
  def restore(
      backup: Path,
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[ReadError, Restored] =
    Failures.reading(backup)(Restore.run(storage, backup, storage, folder, Compressions.of(settings)))
