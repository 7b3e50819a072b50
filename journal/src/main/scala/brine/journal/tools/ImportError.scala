package brine.journal.tools

/** Why a record cannot be imported.
  *
  * @param at
  *   the record's number, as it was given; 0 if the error is not about one record
  * @param problem
  *   what is wrong
  */
final case class ImportError(at: Long, problem: String):
  /** Number and problem, on one line. */
  def message: String = if at > 0 then s"line $at: $problem" else problem
