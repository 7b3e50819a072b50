package brine.journal.tools

import brine.journal.{Record, Stored}

/** A record for export, with everything that another journal needs to store the same record.
  *
  * @param record
  *   the record, with its bytes and their schema
  * @param keyEvents
  *   if the record has an idempotency key: number of records of the append with that key, this one and the next ones;
  *   otherwise 0
  */
final case class ExportedRecord(record: Record[Stored], keyEvents: Int)
