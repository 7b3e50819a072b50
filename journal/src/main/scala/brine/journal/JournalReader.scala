package brine.journal

import brine.journal.file.{FollowedJournal, JournalView, Selection}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.time.Instant

/** Reads a journal. Every record that it returns is durable: no crash revokes what a reader saw. Thread-safe.
  *
  * {{{
  * val reader = JournalReader.open(Path.of("data")) // another process may be writing
  * reader.read[SiteEvent]("site-42").foreach(record => println(record.value))
  * }}}
  */
trait JournalReader extends AutoCloseable:
  /** The journal's folder. */
  def folder: Path

  /** Offset of the last durable record. Every record up to it can be read. A reader in another process looks at the
    * journal's files for it.
    *
    * @throws JournalException
    *   if they are damaged or cannot be read
    */
  def durable: Offset

  /** The events of a stream, in order.
    *
    * @param stream
    *   name of the stream; one that does not exist has no events
    * @param from
    *   first version to read; versions count from 1. If retention has deleted this version, the result is
    *   [[ReadError.Gone]]. From 0 on are all events that are kept
    */
  final def read[A](stream: String, from: Long = 1)(using ReadAs[A]): Records[A] =
    Records(view, Selection.Stream(stream, from))

  /** All events after an offset, in the order in which they were appended. */
  final def readAll[A](from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    Records(view, Selection.All(from.sequence))

  /** The events with a tag after an offset, in the order in which they were appended. */
  final def readTagged[A](tag: String, from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    Records(view, Selection.Tagged(tag, from.sequence))

  /** The offset to read from for the events appended at this time or later. Reads little besides indexes. */
  def offsetAt(time: Instant): Either[ReadError, Offset]

  /** The version of a stream: the number of events appended to it so far. In the process that writes the journal this
    * includes accepted events that are not durable yet. So it is the version to expect of the next append.
    */
  def version(stream: String): Either[ReadError, Long]

  /** Passes each event after an offset to a function: first the existing ones, then each as it becomes durable. For an
    * exactly-once effect, store the record's offset in the same transaction as the effect, and start there the next
    * time.
    */
  final def subscribe[A](from: Offset, filter: Filter = Filter.All)(body: Record[A] => Unit)(using
      ReadAs[A]
  ): Subscription =
    val records = Records[A](view, filter.select(from))
    Subscription(s"brine-journal-subscription-${folder.getFileName}", records, follow(records, body)).start()

  private def follow[A](records: Records[A], body: Record[A] => Unit)(subscription: Subscription): Unit =
    var looks = true
    while !subscription.isStopped && !view.isClosed do
      records.next(looks) match
        case Right(Some(record)) =>
          body(record)
          subscription.passed(record.offset)
          looks = false
        case Right(None) =>
          val offset = records.offset
          subscription.passed(offset)
          while !subscription.isStopped && !view.isClosed &&
            !subscription.waiting(view.awaitBeyond(offset.sequence, JournalReader.LongestWaitNanos))
          do ()
          // While a subscription waits, others look for records. If that failed, this finds out why.
          looks = view.visible <= offset.sequence
        case Left(error) => throw JournalException(error)

  private[journal] def view: JournalView

  /** Closes the journal's files and ends its subscriptions. Records that are being read can be read on, as far as they
    * were durable by now.
    */
  def close(): Unit

object JournalReader:
  private inline val LongestWaitNanos = 60000000000L

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
