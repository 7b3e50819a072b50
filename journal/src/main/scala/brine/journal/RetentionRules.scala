package brine.journal

import java.time.Duration

/** Which of the oldest segments may be deleted: those that any of the rules lets go of.
  *
  * @param before
  *   those without a record after this offset
  * @param age
  *   those in which everything was appended longer ago than this
  * @param bytes
  *   as many as it takes for the others to have at most so many bytes on the disk
  * @param keepAfter
  *   whatever the rules say, nothing after this offset goes: that of the oldest snapshot that is needed, or of the slowest reader
  */
final case class RetentionRules(
    before: Option[Offset] = None,
    age: Option[Duration] = None,
    bytes: Option[Long] = None,
    keepAfter: Offset = Offset(Long.MaxValue)
):
  require(age.forall(!_.isNegative), s"an age is not negative: ${age.get}")
  require(bytes.forall(_ >= 0), s"a number of bytes is not negative: ${bytes.get}")
