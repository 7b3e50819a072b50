package brine.journal

import java.io.IOException

/** A failure of the operating system, and what it kept the journal from: the message says both. */
private[journal] class ExplainedFailure(what: String, cause: IOException)
    extends IOException(s"$what: ${JournalError.describe(cause)}", cause)
