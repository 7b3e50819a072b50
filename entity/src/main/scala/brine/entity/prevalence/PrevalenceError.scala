package brine.entity.prevalence

import brine.entity.internal.FailureText
import brine.journal.{JournalError, JournalException, Offset}
import java.time.Duration

/** Why a transaction has no reply, or a state cannot be built. Each message says what happened and what to do. */
enum PrevalenceError(val message: String):
  /** `execute` threw an exception. The state is as before. */
  case Failed(system: String, transaction: String, cause: Throwable)
      extends PrevalenceError(
        s"execute of $system failed on the transaction $transaction: ${FailureText.of(cause)}. The state is as " +
          "before. Correct execute"
      )

  /** The transaction or its reply cannot be encoded. The state is as before. */
  case Unencodable(system: String, transaction: String, cause: Throwable)
      extends PrevalenceError(
        s"$system cannot store the transaction $transaction or check its reply: ${FailureText.message(cause)}. The " +
          "state is as before"
      )

  /** The log refused the transaction, or cannot be read. The state is as before. */
  case Unavailable(system: String, cause: JournalError)
      extends PrevalenceError(s"$system is not available: ${cause.message}")

  /** It could not begin in time: too many others are pending, or the log does not proceed. Nothing was written. */
  case Overloaded(system: String, most: Int, after: Duration)
      extends PrevalenceError(
        s"$system did not begin the transaction within ${after.toMillis} ms: others take too long, or up to $most are " +
          "pending, and the log is slower than they come. Nothing was written; send fewer at a time"
      )

  /** It was executed, and is not durable within the timeout. It may become durable later. */
  case TimedOut(system: String, after: Duration)
      extends PrevalenceError(
        s"the transaction of $system is not durable after ${after.toMillis} ms; it may become so. Query the state later"
      )

  /** Writing failed, so nobody can know yet whether the transaction is stored. */
  case OutcomeUnknown(system: String, reason: String)
      extends PrevalenceError(
        s"it is not known whether the transaction of $system is stored: $reason. Open the system again and query it"
      )

  /** Somebody else appended to the stream of transactions. */
  case OtherWriter(system: String)
      extends PrevalenceError(
        s"another writer appended to the transactions of $system, so its state in memory is not that of the log: let " +
          "one process write them, and open the system again"
      )

  /** A transaction of the log cannot be executed again. */
  case Unreplayable(system: String, version: Long, offset: Offset, cause: Throwable)
      extends PrevalenceError(
        s"transaction $version of $system, at offset ${offset.sequence}, failed when it was repeated: " +
          s"${FailureText.of(cause)}. It succeeded before: correct execute, so that it does the same as then"
      )

  /** Transactions are missing in the log: a compaction has removed them.
    *
    * @param version
    *   number of the first that is missing
    * @param next
    *   number of the next that is there
    * @param offset
    *   offset of the next that is there
    */
  case Missing(system: String, version: Long, next: Long, offset: Offset)
      extends PrevalenceError(
        s"$system lacks the transactions from $version to ${next - 1}, before offset ${offset.sequence} of its log, " +
          "so its state cannot be built: restore a backup of the log, and exclude its stream from compaction"
      )

  /** The initial state could not be built. */
  case NoInitialState(system: String, cause: Throwable)
      extends PrevalenceError(s"initial of $system failed: ${FailureText.of(cause)}. Correct it")

  /** The system was closed. */
  case Closed(system: String) extends PrevalenceError(s"$system takes no transaction: it is closed")

/** A [[PrevalenceError]] as an exception. */
final class PrevalenceException(val error: PrevalenceError)
    extends RuntimeException(
      error.message,
      error match
        case PrevalenceError.Failed(_, _, cause)          => cause
        case PrevalenceError.Unencodable(_, _, cause)     => cause
        case PrevalenceError.Unreplayable(_, _, _, cause) => cause
        case PrevalenceError.NoInitialState(_, cause)     => cause
        // Its own cause is what led to the error.
        case PrevalenceError.Unavailable(_, cause) => JournalException(cause)
        case _                                     => null
    )
