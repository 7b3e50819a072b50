package brine.journal

import brine.codec.Codec
import brine.journal.file.Opening
import brine.journal.maintenance.{Attempt, Restore}
import brine.journal.snapshot.SnapshotStore
import brine.journal.storage.Storage
import java.nio.file.Path
import java.util.UUID

/** A durable log of events: streams of them, each with versions, and all of them in one order.
  *
  * {{{
  * val journal = Journal.open(Path.of("data"))                                // one process writes, any number may read
  * val done    = journal.append("site-42", ExpectedVersion(7), events)        // durable when it completes
  * journal.read[SiteEvent]("site-42").foreach(record => …)                    // whatever version of the type wrote them
  * journal.subscribe[SiteEvent](Offset.Begin)(record => …)                    // those there are, then each new one
  * }}}
  *
  * Thread-safe. Appends of one thread are kept in its order; each is there whole or not at all, also after a crash. The format is in
  * `docs/spec/journal-format.md`, what survives which fault in `docs/durability.md`.
  */
trait Journal extends JournalReader:
  /** Appends events to a stream: all of them or none. Waits only where more are under way than the settings allow.
    *
    * @param stream
    *   any text of 1 to 1024 characters (UTF-16 units, without half of a surrogate pair)
    * @param expected
    *   what the stream's version has to be before
    * @param key
    *   an idempotency key: a second append with it writes nothing, and is told of the first. Keys are remembered as long as their events
    *   are kept
    * @param tags
    *   under which the events can be read, besides their stream
    * @throws brine.codec.EncodeError
    *   if an event cannot be written
    * @throws IllegalArgumentException
    *   if there are no events, or the stream's name or a tag's is empty, too long or not Unicode text
    */
  def append[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID] = None,
      tags: Set[String] = Set.empty,
      level: Level = Level.Disk
  )(using Codec[A]): Completion

  /** Appends one event, whatever the stream's version is. */
  def append[A](stream: String, event: A)(using Codec[A]): Completion

  /** Appends one event without allocating anything, and tells a listener.
    *
    * @param context
    *   what the listener is told with the result
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

  /** Appends to several streams: everything or nothing. */
  def appendAll(
      appends: Seq[StreamAppend[?]],
      key: Option[UUID] = None,
      level: Level = Level.Disk
  ): Completion

  /** Whether it takes appends. */
  def state: JournalState

  /** Calls a function with each change of [[state]], on a thread of the journal: it must not wait. */
  def onStateChange(listener: JournalState => Unit): Unit

  /** Ends the current segment, if it has records, so that retention, compaction and incremental backups can have it. */
  def endSegment(): Unit

  /** Deletes the oldest segments that the rules let go of, for good. Versions of streams go on as if their events were there. */
  def retain(rules: RetentionRules): Either[ReadError, Retained]

  /** Leaves out of the segments that have ended what the rules do not keep; what stays keeps its offset, version and time. */
  def compact(rules: CompactionRules): Either[ReadError, Vector[Compacted]]

  /** Copies the journal, as far as it is durable now, to a folder of its own, which is then a journal that can be opened and read; or to an earlier
    * backup in that folder what is new since. Appends go on meanwhile. Everything is checked before it is copied.
    */
  def backup(to: Path): Either[ReadError, BackupReport]

  /** States that were computed from the events. */
  def snapshots: SnapshotStore

  /** Writes and forces what was appended, ends subscriptions, and lets others open the journal. Appends after that are refused. Waits for a backup,
    * compaction or retention that is under way.
    */
  def close(): Unit

object Journal:
  /** Opens a journal for writing, and makes one where there is none.
    *
    * After a crash this finds out how far the journal reaches, see `docs/durability.md`: the time it takes depends on the size of a segment, not
    * on that of the journal.
    *
    * @throws JournalException
    *   with an [[OpenError]] if it is open already, damaged, or of a later release
    */
  def open(
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk
  ): Journal =
    tryOpen(folder, settings, storage).fold(error => throw JournalException(error), identity)

  /** The same, with errors as values. */
  def tryOpen(
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk
  ): Either[OpenError, Journal] = Opening.open(folder, settings, storage)

  /** Makes a journal of a backup, in a folder without files. The backup is read through first, the copy after. To read a backup
    * without restoring it, see [[brine.journal.tools.Verification]].
    *
    * @return
    *   what both have
    */
  def restore(
      backup: Path,
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk
  ): Either[ReadError, Restored] =
    Attempt(backup)(Restore.run(storage, backup, storage, folder, settings.compressionOf))
