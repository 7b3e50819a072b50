package brine.journal

import java.io.IOException

/** A failure of the operating system whose message also says what could not be done. */
private[journal] class ExplainedFailure(what: String, cause: IOException)
    extends IOException(s"$what: ${JournalError.describe(cause)}", cause)

/** A failure of another process, which has said what failed, where, and what to do. */
private[brine] final class RemoteFailure(message: String) extends IOException(message)
