package brine.cli.journal

import brine.journal.{EventLogReader, LogRole, Offset, ReadError}
import brine.journal.tools.{ExportedRecord, ExportedRecords}
import java.time.Instant

/** A summary of a log that takes no longer than reading its first and its last record. */
private[journal] final case class LogInfo(
    name: String,
    first: Offset,
    last: Offset,
    earliest: Option[Instant],
    latest: Option[Instant]
):
  def text(role: LogRole): String =
    val times = earliest.zip(latest).fold("")((from, to) => s"times     $from to $to\n")
    s"log       ${Ending.oneLine(name)}${Roles.line(role)}\n$records$times"

  // Offsets of a database have no gaps.
  private def count: Long = if last == Offset.Begin then 0 else last.sequence - first.sequence + 1

  private def records: String =
    if count == 0 then "records   0\n" else s"records   $count, offsets ${first.sequence} to ${last.sequence}\n"

  def json(role: LogRole): ujson.Obj = ujson.Obj(
    "log"      -> name,
    "role"     -> Roles.text(role),
    "first"    -> ujson.Num(first.sequence.toDouble),
    "last"     -> ujson.Num(last.sequence.toDouble),
    "records"  -> ujson.Num(count.toDouble),
    "earliest" -> earliest.fold[ujson.Value](ujson.Null)(at => ujson.Str(at.toString)),
    "latest"   -> latest.fold[ujson.Value](ujson.Null)(at => ujson.Str(at.toString))
  )

private[journal] object LogInfo:
  def of(log: EventLogReader): Either[ReadError, LogInfo] =
    for
      end   <- ExportedRecords.reading(log.durable)
      first <- recordAt(log, Offset.Begin)
      last  <- if end == Offset.Begin then Right(None) else recordAt(log, end)
    yield LogInfo(
      log.name,
      first.fold(Offset.Begin)(_.record.offset),
      end,
      first.map(_.record.at),
      last.map(_.record.at)
    )

  private def recordAt(log: EventLogReader, offset: Offset): Either[ReadError, Option[ExportedRecord]] =
    val records = ExportedRecords(log, offset)
    try records.next()
    finally records.close()
