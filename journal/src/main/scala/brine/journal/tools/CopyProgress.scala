package brine.journal.tools

/** How far a copy has come.
  *
  * @param step
  *   what it does
  * @param records
  *   number of records that this step has handled
  * @param left
  *   number of records that this step has before it, at most: offsets may have gaps
  */
final case class CopyProgress(step: CopyStep, records: Long, left: Long)

/** A step of a copy. */
enum CopyStep:
  /** Compares the records that the copy has already. */
  case Comparing

  /** Copies records. */
  case Copying

  /** Reads back and compares what was copied. */
  case Verifying
