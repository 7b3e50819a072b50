package brine.journal.tools

import brine.journal.{Record, Stored}

/** A record as it leaves a journal, with what another journal needs to keep it in the same way.
  *
  * @param record
  *   with its bytes and their schema
  * @param keyEvents
  *   if it has an idempotency key: how many records the append with that key had, this one and those that follow it; else 0
  */
final case class ExportedRecord(record: Record[Stored], keyEvents: Int)
