package brine.journal.tools

import brine.journal.Offset
import java.nio.file.Path

/** Something in a journal's files that is not as it was written.
  *
  * @param file
  *   that is damaged, or that shows that another one is missing
  * @param offset
  *   where in it, in bytes
  * @param lost
  *   the records that cannot be read for that reason, as far as it is known which
  */
final case class Damaged(file: Path, offset: Long, problem: String, lost: Option[LostRecords]):
  /** All of it on one line. */
  def message: String =
    s"$file, byte $offset: $problem${lost.fold("")(lost => s"; ${lost.text} cannot be read")}"

/** Records by their numbers, both ends included. */
final case class LostRecords(first: Offset, last: Offset):
  def count: Long = last.sequence - first.sequence + 1

  def text: String =
    if first == last then s"record ${first.sequence}" else s"records ${first.sequence} to ${last.sequence}"

object LostRecords:
  /** None if there are none between. */
  private[tools] def between(first: Long, last: Long): Option[LostRecords] =
    if last < first then None else Some(LostRecords(Offset(first), Offset(last)))
