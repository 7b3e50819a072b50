package brine.journal

import brine.journal.file.{JournalView, RecordCursor, Selection}
import brine.journal.format.{Damage, EntryReader, UnknownVersion}
import java.io.IOException
import java.time.Instant
import java.util.UUID

/** Records in order, up to what is durable when the end is reached: asked later again, there may be more. Has to be closed, which the methods that
  * read to the end do by themselves. Not safe for use by several threads at once.
  *
  * {{{
  * journal.read[SiteEvent]("site-42").foldLeft(Site.empty)((site, record) => site.after(record.value))
  * }}}
  */
final class Records[A] private[journal] (view: JournalView, selection: Selection)(using as: ReadAs[A])
    extends AutoCloseable:
  private val cursor   = RecordCursor(view, selection)
  private var isClosed = false

  /** The next record, None if there is none yet. After an error there is no next one. */
  def next(): Either[ReadError, Option[Record[A]]] =
    if isClosed then Left(ReadError.Closed)
    else
      val result =
        try if cursor.next() || nextAfterRefresh() then record() else Right(None)
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

  /** The place that was read up to. */
  def offset: Offset = Offset(cursor.sequence)

  /** Goes through what there is, and closes. */
  def foldLeft[B](zero: B)(step: (B, Record[A]) => B): Either[ReadError, B] =
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

  /** Does something with each, and closes. */
  def foreach(body: Record[A] => Unit): Either[ReadError, Unit] = foldLeft(())((_, record) => body(record))

  /** All there is, and closes. */
  def toVector: Either[ReadError, Vector[Record[A]]] =
    foldLeft(Vector.newBuilder[Record[A]])(_ += _).map(_.result())

  /** As an iterator, which closes at the end and throws [[JournalException]] where something is wrong. */
  def iterator: Iterator[Record[A]] =
    Iterator
      .continually(next().fold(error => throw JournalException(error), identity))
      .takeWhile: record =>
        if record.isEmpty then close()
        record.isDefined
      .flatten

  def close(): Unit =
    isClosed = true
    cursor.close()
