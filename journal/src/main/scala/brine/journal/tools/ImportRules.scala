package brine.journal.tools

import brine.codec.inspect.Inspect
import brine.journal.format.Frame
import brine.journal.{JournalError, Micros, Names, Record, Stored}
import java.time.Instant
import java.util.Objects

/** What a record must be so that a journal can store it, whatever the journal has already. */
private[tools] object ImportRules:
  // As many versions can follow.
  private inline val LargestVersion = 1L << 62

  private val latest = Micros.instant(Long.MaxValue)

  /** What is wrong with a record, if something is. Decodes its bytes. */
  def problem(exported: ExportedRecord): Option[String] =
    val record = exported.record
    record.key.foreach(Objects.requireNonNull(_, "key"))
    Objects.requireNonNull(record.value.schema, "schema"): Unit
    Objects.requireNonNull(record.value.bytes, "bytes"): Unit
    name("stream", record.stream)
      .orElse(record.tags.iterator.flatMap(name("tag", _)).nextOption())
      .orElse(version(record))
      .orElse(time(record.at))
      .orElse(keyEvents(exported.keyEvents))
      .orElse(bytes(record.value))

  private def name(what: String, name: String): Option[String] =
    try
      Names.require(what, name)
      None
    catch case error: IllegalArgumentException => Some(error.getMessage)

  private def version(record: Record[Stored]): Option[String] =
    Option.when(record.version < 1 || record.version > LargestVersion):
      val stream = JournalError.inLine(record.stream)
      s"version ${record.version} of stream '$stream': versions are from 1 to $LargestVersion"

  private def time(at: Instant): Option[String] =
    if at.isBefore(Instant.EPOCH) then Some(s"its time, $at, is before 1970, the earliest time of a record")
    else if at.isAfter(latest) then Some(s"its time, $at, is after $latest, the latest time of a record")
    else None

  private def keyEvents(events: Int): Option[String] =
    Option.when(events < 0 || events > Frame.MostRecords):
      s"an append with a key has at most ${Frame.MostRecords} records, and this one would have $events"

  private def bytes(value: Stored): Option[String] =
    Inspect
      .bareValue(value.bytes, value.schema)
      .left
      .toOption
      .map(error => s"its bytes are not of its schema: ${error.getMessage}")
