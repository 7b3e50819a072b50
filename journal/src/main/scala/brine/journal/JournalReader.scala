package brine.journal

import brine.journal.following.FollowedJournal
import brine.journal.reading.JournalView
import brine.journal.storage.Storage
import java.nio.file.Path

/** Reads a journal in files. Every record that it returns is durable: no crash revokes what a reader saw. Thread-safe.
  *
  * {{{
  * val reader = JournalReader.open(Path.of("data")) // another process may be writing
  * reader.read[SiteEvent]("site-42").foreach(record => println(record.value))
  * }}}
  */
trait JournalReader extends EventLogReader:
  /** The journal's folder. */
  def folder: Path

  /** The journal's folder as text. */
  def name: String = folder.toString

  private[journal] def view: JournalView

  /** Closes the journal's files and ends its subscriptions. Records that are being read can be read on, as far as they
    * were durable by now.
    */
  def close(): Unit

object JournalReader:
  /** Opens a journal for reading only, while another process may be writing it. Sees new records a moment after they
    * are durable.
    *
    * @throws JournalException
    *   with an [[OpenError]], for instance if there is no journal or it is corrupt
    */
  def open(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): JournalReader =
    tryOpen(folder, settings, storage).fold(error => throw JournalException(error), identity)

  /** Opens a journal as [[open]] does, and returns errors as values. */
  def tryOpen(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[OpenError, JournalReader] = FollowedJournal.open(folder, settings, storage)
