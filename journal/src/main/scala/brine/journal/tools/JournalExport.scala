package brine.journal.tools

import brine.journal.{EventLogReader, Offset, ReadError}

/** Exports all records of a log, for [[JournalImport]] into another one.
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
  def of(reader: EventLogReader, from: Offset = Offset.Begin)(body: ExportedRecord => Unit): Either[ReadError, Long] =
    val records = ExportedRecords(reader, from)
    try
      var count = 0L
      var next  = records.next()
      while next.exists(_.isDefined) do
        next.foreach(_.foreach(body))
        count += 1
        next = records.next()
      next.map(_ => count)
    finally records.close()
