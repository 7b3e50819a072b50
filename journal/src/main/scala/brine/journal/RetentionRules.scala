package brine.journal

import java.time.Duration

/** Selects which of the oldest segments retention deletes: those that any of the rules selects.
  *
  * @param before
  *   deletes segments whose records are all up to this offset
  * @param age
  *   deletes segments whose records are all older than this
  * @param bytes
  *   deletes the oldest segments until the rest fit in this number of bytes
  * @param keepAfter
  *   protects every record after this offset, whatever the rules say: pass the offset of the oldest snapshot that is
  *   needed, or of the slowest reader
  */
final case class RetentionRules(
    before: Option[Offset] = None,
    age: Option[Duration] = None,
    bytes: Option[Long] = None,
    keepAfter: Offset = Offset(Long.MaxValue)
):
  require(age.forall(!_.isNegative), s"an age is not negative: ${age.get}")
  require(bytes.forall(_ >= 0), s"a number of bytes is not negative: ${bytes.get}")
