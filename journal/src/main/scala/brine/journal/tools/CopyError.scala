package brine.journal.tools

import brine.journal.{OpenError, ReadError}

/** Why a log was not copied. Each message says what failed, where, and what to do. */
enum CopyError(val message: String):
  /** The copy cannot be opened. */
  case Unopened(error: OpenError) extends CopyError(error.message)

  /** Records cannot be read. What was copied stays: copy again to continue. */
  case Unread(log: String, error: ReadError) extends CopyError(s"$log: ${error.message}")

  /** There are records already, which are not the beginning of the log to copy. Nothing was appended. */
  case NotACopy(to: String, problem: String)
      extends CopyError(
        s"$to has records that are not those of the log: $problem. Copy into a new folder, or into tables with " +
          "another prefix"
      )

  /** Log and copy are the same, or one is within the other. Nothing was appended. */
  case SamePlace(problem: String) extends CopyError(problem)

  /** The copy did not take a record. What was copied before it stays. */
  case Refused(problem: String) extends CopyError(problem)

  /** What was read back from the copy is not what was copied. */
  case Different(to: String, problem: String)
      extends CopyError(s"$to is not equal to the log: $problem. Do not use this copy; copy again into a new place")
