package brine.journal.tools

import brine.journal.failure.Failures
import brine.journal.reading.{RecordCursor, Selection}
import brine.journal.{JournalReader, Micros, Offset, ReadError, Record, Stored}
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
    Failures.reading(reader.view.folder):
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
