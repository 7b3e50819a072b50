package brine.journal.tools

import brine.journal.{JournalError, Micros}

/** How a record differs from what it should be a copy of. Offsets are not compared. */
private[brine] object RecordDifference:
  /** The first difference in words; None if there is none. */
  def of(expected: ExportedRecord, found: ExportedRecord): Option[String] =
    val (own, other) = (found.record, expected.record)
    if own.stream != other.stream then Some(s"its stream is ${quoted(own.stream)}, not ${quoted(other.stream)}")
    else if own.version != other.version then
      Some(s"its version of stream ${quoted(own.stream)} is ${own.version}, not ${other.version}")
    else if Micros.of(own.at) != Micros.of(other.at) then Some(s"its time is ${own.at}, not ${other.at}")
    else if own.tags != other.tags then Some(s"its tags are ${listed(own.tags)}, not ${listed(other.tags)}")
    else if own.key != other.key then
      Some(s"its key is ${own.key.fold("none")(_.toString)}, not ${other.key.fold("none")(_.toString)}")
    else if own.value.schema.fingerprint != other.value.schema.fingerprint then Some("its schema is another one")
    else if !java.util.Arrays.equals(own.value.bytes, other.value.bytes) then Some("its bytes are other ones")
    else None

  private def quoted(name: String)      = s"'${JournalError.inLine(name)}'"
  private def listed(tags: Set[String]) = tags.toVector.sorted.map(quoted).mkString("[", ", ", "]")
