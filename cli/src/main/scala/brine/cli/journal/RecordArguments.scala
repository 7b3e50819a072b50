package brine.cli.journal

import brine.journal.{EventLogReader, JournalReader, Offset, ReadError, Record, Records, Stored}
import java.nio.file.Path
import java.time.format.DateTimeParseException
import java.time.{Instant, LocalDate, LocalDateTime, OffsetDateTime, ZoneOffset}
import mainargs.{arg, ParserForClass}
import scala.util.Try

/** The options that select records. */
private[journal] final case class RecordArguments(
    @arg(doc = "only records from this offset on") from: Long = 0,
    @arg(doc = "only records up to this offset") to: Option[Long] = None,
    @arg(doc = "only records of this stream") stream: Option[String] = None,
    @arg(doc = "only records with this tag") tag: Option[String] = None,
    @arg(doc =
      "only records of this time or later: 2026-11-21T20:15:00Z, without a zone in UTC, or a date alone"
    ) at: Option[
      String
    ] = None,
    @arg(doc = "at most this many records") limit: Option[Long] = None,
    @arg(doc = LogPlace.LogDoc) log: Option[String] = None
):
  /** The time of `--at`, or what is wrong with the options. */
  def checked: Either[String, Option[Instant]] =
    if from < 0 then Left(s"--from is 0 or more, not $from")
    else if to.exists(_ < 0) then Left(s"--to is 0 or more, not ${to.mkString}")
    else if limit.exists(_ < 1) then Left(s"--limit is 1 or more, not ${limit.mkString}")
    else
      at match
        case None       => Right(None)
        case Some(text) => RecordArguments.time(text).map(Some(_))

  /** Passes the selected records to a function until it returns false. */
  def read(reader: EventLogReader, time: Option[Instant])(body: Record[Stored] => Boolean): Either[ReadError, Unit] =
    val start = time.fold(Right(Offset.Begin))(reader.offsetAt).map(offset => Offset(math.max(offset.sequence, from)))
    start.flatMap: start =>
      val records = open(reader, start)
      try through(records, start, body)
      finally records.close()

  def open(reader: EventLogReader, start: Offset): Records[Stored] = (stream, tag) match
    case (_, Some(tag))       => reader.readTagged[Stored](tag, start)
    case (Some(stream), None) => reader.read[Stored](stream, from = 0)
    case _                    => reader.readAll[Stored](start)

  def accepts(record: Record[Stored], start: Offset): Boolean =
    record.offset.sequence >= start.sequence && stream.forall(_ == record.stream) && tag.forall(record.tags)

  private def through(
      records: Records[Stored],
      start: Offset,
      body: Record[Stored] => Boolean
  ): Either[ReadError, Unit] =
    var result: Either[ReadError, Unit] = Right(())
    var more                            = true
    while more do
      records.next() match
        case Right(Some(record)) if to.exists(record.offset.sequence > _) => more = false
        case Right(Some(record)) => if accepts(record, start) then more = body(record)
        case Right(None)         => more = false
        case Left(error)         =>
          result = Left(error)
          more = false
    result

private[journal] object RecordArguments:
  private final val OfStream = "of stream"

  given ParserForClass[RecordArguments] = ParserForClass[RecordArguments]

  private def time(text: String): Either[String, Instant] =
    try
      Right(
        Try(OffsetDateTime.parse(text).toInstant)
          .orElse(Try(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC)))
          .getOrElse(LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant)
      )
    catch case _: DateTimeParseException => Left(s"'$text' is no time; --at takes 2026-11-21T20:15:00Z or 2026-11-21")

  /** Opens a log for a command that only reads. Refuses a stream or tag that no record has. */
  def reading(place: LogPlace, which: RecordArguments = RecordArguments())(use: EventLogReader => Int): Int =
    def checked(reader: EventLogReader) =
      missing(reader, which.stream.toVector, which.tag.toVector).getOrElse(use(reader))
    place match
      case LogPlace.Folder(folder)     => readingFolder(folder)(checked)
      case database: LogPlace.Database => Databases.reading(database)(checked)

  /** Opens a journal in a folder for a command that only reads. */
  def readingFolder(folder: Path)(use: JournalReader => Int): Int =
    JournalReader.tryOpen(folder, Ending.settings) match
      case Left(error)   => Ending.failed(error)
      case Right(reader) =>
        try use(reader)
        finally reader.close()

  /** Complains of the first of these streams and tags that no record has. Returns the exit code, or None if all exist.
    */
  def missing(reader: EventLogReader, streams: Seq[String], tags: Seq[String]): Option[Int] =
    def wasDeleted(stream: String) = reader.source.deletedUpTo(stream) > 0
    val all = streams.iterator.map(stream => (OfStream, stream, () => reader.read[Stored](stream, from = 0))) ++
      tags.iterator.map(tag => ("with tag", tag, () => reader.readTagged[Stored](tag)))
    all
      .map: (what, name, open) =>
        val records = open()
        try
          records.next() match
            case Right(Some(_))                                      => None
            case Right(None) if what == OfStream && wasDeleted(name) => None
            case Right(None)                                         =>
              Some(Ending.complain(s"${reader.name} has no record $what '$name'; stats --top lists the names"))
            case Left(error) => Some(Ending.failed(error))
        finally records.close()
      .collectFirst { case Some(exitCode) => exitCode }
