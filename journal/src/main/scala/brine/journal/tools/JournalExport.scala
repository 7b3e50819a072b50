package brine.journal.tools

import brine.journal.file.{JournalView, RecordCursor, Selection}
import brine.journal.format.{Damage, EntryReader, UnknownVersion}
import brine.journal.{JournalReader, Offset, ReadError, Record, Stored}
import java.io.IOException
import java.util.UUID

/** Exports all records of a journal, for [[JournalImport]] into another one.
  *
  * {{{
  * JournalExport.of(reader, from = Offset.Begin)(exported => …) // Right(number of records)
  * }}}
  */
object JournalExport:
  /** Passes every durable record from an offset on to a function, in order.
    *
    * @param from
    *   offset of the first record; [[Offset.Begin]] for all that are kept
    * @return
    *   number of records, or the error that ended the export; records passed before the error are right
    */
  def of(reader: JournalReader, from: Offset = Offset.Begin)(body: ExportedRecord => Unit): Either[ReadError, Long] =
    guarded(reader.view):
      reader.view.refresh()
      val cursor = RecordCursor(reader.view, Selection.All(from.sequence - 1))
      var count  = 0L
      try
        while cursor.next() do
          body(exported(cursor))
          count += 1
        count
      finally cursor.close()

  private def exported(cursor: RecordCursor): ExportedRecord =
    ExportedRecord(
      Record(
        Offset(cursor.sequence),
        cursor.stream,
        cursor.version,
        Micros.instant(cursor.time),
        cursor.tags,
        Option.when(cursor.hasKey)(UUID(cursor.keyHigh, cursor.keyLow)),
        Stored(cursor.schema, cursor.payload)
      ),
      if cursor.hasKey then cursor.keyEvents else 0
    )

  private def guarded(view: JournalView)(body: => Long): Either[ReadError, Long] =
    try Right(body)
    catch
      case damage: Damage => Left(ReadError.Corrupt(view.folder.resolve(damage.file), damage.offset, damage.problem))
      case malformed: EntryReader.Malformed => Left(ReadError.Corrupt(view.folder, malformed.at, malformed.problem))
      case newer: UnknownVersion   => Left(ReadError.NewerFormat(view.folder.resolve(newer.file), newer.version))
      case gone: RecordCursor.Gone => Left(ReadError.Gone(Offset(gone.sequence + 1)))
      case failed: IOException     => Left(ReadError.Failed(view.folder, failed))
