package brine.journal

import brine.journal.file.{FollowedJournal, JournalView, Selection}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.time.Instant

/** What can be read of a journal. Everything that is read is durable: no reader ever sees what a crash might take back. Thread-safe. */
trait JournalReader extends AutoCloseable:
  /** The journal's folder. */
  def folder: Path

  /** Everything up to here is durable, and can be read. */
  def durable: Offset

  /** The events of a stream, in order.
    *
    * @param from
    *   the first version that is of interest; versions count from 1
    */
  final def read[A](stream: String, from: Long = 1)(using ReadAs[A]): Records[A] =
    Records(view, Selection.Stream(stream, from))

  /** All events after an offset, in the order in which they were appended. */
  final def readAll[A](from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    Records(view, Selection.All(from.sequence))

  /** The events with a tag after an offset, in the order in which they were appended. */
  final def readTagged[A](tag: String, from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    Records(view, Selection.Tagged(tag, from.sequence))

  /** The offset after which the first event stands that was appended at this time or later. Reads little besides indexes. */
  def offsetAt(time: Instant): Either[ReadError, Offset]

  /** The version of a stream: how many events it has had. In the process that writes the journal those count as well that are accepted and not yet
    * durable, so that it is the version to expect of the next append.
    */
  def version(stream: String): Either[ReadError, Long]

  /** Gives each event after an offset to a function: those there are, then each as it becomes durable. To have each exactly once, keep the record's
    * offset together with what the function did, and begin there the next time.
    */
  final def subscribe[A](from: Offset, filter: Filter = Filter.All)(body: Record[A] => Unit)(using
      ReadAs[A]
  ): Subscription =
    val records = Records[A](view, filter.select(from))
    Subscription(s"brine-journal-subscription-${folder.getFileName}", records, follow(records, body)).start()

  private def follow[A](records: Records[A], body: Record[A] => Unit)(subscription: Subscription): Unit =
    while !subscription.isStopped && !view.isClosed do
      records.next() match
        case Right(Some(record)) =>
          body(record)
          subscription.passed(record.offset)
        case Right(None) =>
          subscription.passed(records.offset)
          subscription.waiting(view.awaitBeyond(records.offset.sequence, JournalReader.LongestWaitNanos): Unit)
        case Left(error) => throw JournalException(error)

  private[journal] def view: JournalView

  def close(): Unit

object JournalReader:
  private inline val LongestWaitNanos = 1000000000L

  /** Opens a journal that another process may be writing, for reading alone. Sees what is appended a moment after it is durable.
    *
    * @throws JournalException
    *   with an [[OpenError]] if there is no journal, or it is damaged
    */
  def open(
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk
  ): JournalReader =
    tryOpen(folder, settings, storage).fold(error => throw JournalException(error), identity)

  /** The same, with errors as values. */
  def tryOpen(
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk
  ): Either[OpenError, JournalReader] = FollowedJournal.open(folder, settings, storage)
