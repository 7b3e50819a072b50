package brine.journal

import brine.codec.Codec
import brine.journal.file.Opening
import brine.journal.maintenance.{Attempt, Restore}
import brine.journal.snapshot.SnapshotStore
import brine.journal.storage.Storage
import java.nio.file.Path
import java.util.UUID

/** A durable log of events: streams, each with versions, and one order of all records.
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
trait Journal extends JournalReader:
  /** Appends events to a stream, all or none. Waits if there are more appends in flight than the settings allow.
    *
    * @param stream
    *   name of the stream: any text of 1 to 1024 characters (UTF-16 units, without unpaired surrogates)
    * @param expected
    *   the version that the stream must have before the append
    * @param events
    *   the events, at least 1 and at most 65,535
    * @param key
    *   an idempotency key: a second append with the same key writes nothing and fails with [[AppendError.Duplicate]].
    *   The journal remembers a key as long as it keeps the events
    * @param tags
    *   further names to read the events by
    * @param level
    *   what the events must survive before the append completes
    * @throws brine.codec.EncodeError
    *   if an event cannot be encoded
    * @throws IllegalArgumentException
    *   if there are no events, or a name is empty, too long or not Unicode text
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; nothing was appended
    */
  def append[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID] = None,
      tags: Set[String] = Set.empty,
      level: Level = Level.Disk
  )(using Codec[A]): Completion

  /** Appends one event, whatever the version of the stream is. */
  def append[A](stream: String, event: A)(using Codec[A]): Completion

  /** Appends one event with no allocation, and passes the result to a listener. Waits like [[append]].
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    */
  def append[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using Codec[A]): Unit

  /** Like [[append]], but refuses with [[AppendError.Full]] where that would wait. */
  def tryAppend[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID] = None,
      tags: Set[String] = Set.empty,
      level: Level = Level.Disk
  )(using Codec[A]): Completion

  /** Appends to several streams, everything or nothing.
    *
    * @param appends
    *   the events of each stream; each stream is named once
    * @throws IllegalArgumentException
    *   as [[append]], and if a stream is named twice
    */
  def appendAll(
      appends: Seq[StreamAppend[?]],
      key: Option[UUID] = None,
      level: Level = Level.Disk
  ): Completion

  /** Whether the journal accepts appends. */
  def state: JournalState

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
    * copied.
    */
  def backup(to: Path): Either[ReadError, BackupReport]

  /** The snapshots of this journal: states computed from its events. */
  def snapshots: SnapshotStore

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

  /** Restores a backup to a folder without files. Verifies the backup first and the copy afterwards. To verify a backup
    * without restoring it, use [[brine.journal.tools.Verification]].
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
    Attempt(backup)(Restore.run(storage, backup, storage, folder, Compressions.of(settings)))
