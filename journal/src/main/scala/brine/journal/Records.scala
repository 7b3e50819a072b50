package brine.journal

import brine.journal.file.{JournalView, RecordCursor, Selection}
import brine.journal.format.{Damage, EntryReader, UnknownVersion}
import java.io.IOException
import java.nio.file.Path
import java.time.Instant
import java.util.UUID

/** Records in order, read as you go, up to the last durable one. Threads may take turns. If two read at once, one of
  * them gets an `IllegalStateException`. Any thread may [[close]] them.
  *
  * {{{
  * journal.read[SiteEvent]("site-42").foldLeft(Site.empty)((site, record) => site.after(record.value))
  * }}}
  *
  * Close it after use; the methods that read to the end close it themselves.
  */
final class Records[A] private[journal] (view: JournalView, selection: Selection)(using as: ReadAs[A])
    extends AutoCloseable:
  private val cursor = RecordCursor(view, selection)
  private val user   = OneUser(s"The records of the journal ${view.folder}", () => cursor.close())
  if view.isClosed then user.end()

  private[journal] def folder: Path = view.folder

  /** The next record, or None at the end. Call it again later to read records appended since. After an error the
    * records are closed.
    */
  def next(): Either[ReadError, Option[Record[A]]] = next(looks = true)

  /** The next record.
    *
    * @param looks
    *   whether to look for what another process has written, at the end of what is known
    */
  private[journal] def next(looks: Boolean): Either[ReadError, Option[Record[A]]] =
    // Asked before, too: records that another thread has closed are closed, even while that one is at it.
    if user.isEnded then Left(ReadError.Closed)
    else user.use(if user.isEnded then Left(ReadError.Closed) else read(looks))

  private def read(looks: Boolean): Either[ReadError, Option[Record[A]]] =
    val result =
      try if cursor.next() || looks && nextAfterRefresh() then record() else Right(None)
      catch
        case damage: Damage =>
          brine.journal.file.DamageEvent.tell(view.folder, damage)
          Left(ReadError.Corrupt(view.folder.resolve(damage.file), damage.offset, damage.problem))
        case malformed: EntryReader.Malformed => Left(ReadError.Corrupt(view.folder, malformed.at, malformed.problem))
        case newer: UnknownVersion   => Left(ReadError.NewerFormat(view.folder.resolve(newer.file), newer.version))
        case gone: RecordCursor.Gone => Left(ReadError.Gone(Offset(gone.sequence)))
        case failed: IOException     => Left(ReadError.Failed(view.folder, failed))
    if result.isLeft then close()
    result

  private def nextAfterRefresh(): Boolean =
    view.refresh()
    cursor.next()

  private def record(): Either[ReadError, Option[Record[A]]] =
    as.read(cursor.payload, cursor.schema) match
      case Left(error)  => Left(ReadError.Undecodable(Offset(cursor.sequence), cursor.stream, error))
      case Right(value) =>
        Right(
          Some(
            Record(
              Offset(cursor.sequence),
              cursor.stream,
              cursor.version,
              Instant.ofEpochSecond(Math.floorDiv(cursor.time, 1000000L), Math.floorMod(cursor.time, 1000000L) * 1000),
              cursor.tags,
              if cursor.hasKey then Some(UUID(cursor.keyHigh, cursor.keyLow)) else None,
              value
            )
          )
        )

  /** The position after the last record that was read or skipped. */
  def offset: Offset = Offset(cursor.sequence)

  /** Folds all records, and closes. */
  def foldLeft[B](zero: B)(step: (B, Record[A]) => B): Either[ReadError, B] =
    // The use of a whole fold costs each record less.
    user.use(folded(zero)(step))

  private def folded[B](zero: B)(step: (B, Record[A]) => B): Either[ReadError, B] =
    var sum                      = zero
    var error: Option[ReadError] = None
    var more                     = true
    try
      while more do
        next() match
          case Right(Some(record)) => sum = step(sum, record)
          case Right(None)         => more = false
          case Left(problem)       =>
            error = Some(problem)
            more = false
    finally close()
    error.toLeft(sum)

  /** Passes each record to a function, and closes. */
  def foreach(body: Record[A] => Unit): Either[ReadError, Unit] = foldLeft(())((_, record) => body(record))

  /** All records, read into memory; closes. */
  def toVector: Either[ReadError, Vector[Record[A]]] =
    foldLeft(Vector.newBuilder[Record[A]])(_ += _).map(_.result())

  /** The records as an iterator. It closes at the end, and throws [[JournalException]] on an error. */
  def iterator: Iterator[Record[A]] =
    Iterator
      .continually(next().fold(error => throw JournalException(error), identity))
      .takeWhile: record =>
        if record.isEmpty then close()
        record.isDefined
      .flatten

  /** Releases the files. Later calls of [[next]] return [[ReadError.Closed]]. If another thread reads a record now, it
    * gets that, and the files are released then.
    */
  def close(): Unit = user.end()
