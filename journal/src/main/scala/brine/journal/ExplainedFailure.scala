package brine.journal

import java.io.IOException

/** A failure of the operating system whose message also says what could not be done. */
private[journal] class ExplainedFailure(what: String, cause: IOException)
    extends IOException(s"$what: ${JournalError.describe(cause)}", cause),
      WordedFailure
