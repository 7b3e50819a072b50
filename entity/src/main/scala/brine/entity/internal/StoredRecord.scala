package brine.entity.internal

import brine.journal.{EventLog, Offset, ReadError, Record, Stored}

private[entity] object StoredRecord:
  /** The record at an offset; None if there is none. Blocks while it reads. */
  def at(log: EventLog, offset: Offset): Either[ReadError, Option[Record[Stored]]] =
    val records = log.readAll[Stored](offset)
    try records.next().map(_.filter(_.offset == offset))
    finally records.close()
