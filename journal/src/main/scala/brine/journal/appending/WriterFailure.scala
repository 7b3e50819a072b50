package brine.journal.appending

import brine.journal.AppendError

/** Why the writer writes nothing any more.
  *
  * @param reason
  *   in words
  * @param cause
  *   what it ended with, whose stack trace says where
  */
private[journal] final class WriterFailure(val reason: String, val cause: Throwable):
  /** The error of an append that was not written because of it. Made ahead: there may be no memory later. */
  val error: AppendError = AppendError.Closed(reason, Some(cause))
