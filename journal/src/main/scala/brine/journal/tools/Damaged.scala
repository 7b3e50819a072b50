package brine.journal.tools

import brine.journal.Offset
import java.nio.file.Path

/** Corruption found in a journal's files.
  *
  * @param file
  *   the file that is damaged, or that shows that another one is missing
  * @param position
  *   position in the file, in bytes
  * @param problem
  *   what is wrong
  * @param lost
  *   the records that cannot be read because of it, as far as they are known
  */
final case class Damaged(file: Path, position: Long, problem: String, lost: Option[LostRecords]):
  /** File, position, problem and lost records, on one line. */
  def message: String =
    s"$file, byte $position: $problem${lost.fold("")(lost => s"; ${lost.text} cannot be read")}"

/** A range of records.
  *
  * @param first
  *   offset of the first one
  * @param last
  *   offset of the last one
  */
final case class LostRecords(first: Offset, last: Offset):
  /** Number of records. */
  def count: Long = last.sequence - first.sequence + 1

  /** The records in words: `record 7`, `records 7 to 9`. */
  def text: String =
    if first == last then s"record ${first.sequence}" else s"records ${first.sequence} to ${last.sequence}"

object LostRecords:
  /** The records from one number to another; None if there are none between. */
  private[tools] def between(first: Long, last: Long): Option[LostRecords] =
    if last < first then None else Some(LostRecords(Offset(first), Offset(last)))
