package brine.journal

import java.io.IOException

/** A failure of another process, which has said what failed, where, and what to do. */
private[brine] final class RemoteFailure(message: String) extends IOException(message), WordedFailure
