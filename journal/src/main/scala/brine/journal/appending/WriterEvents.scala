package brine.journal.appending

/** What the writer tells of itself, for monitoring. */
private[journal] trait WriterEvents:
  /** The journal has failed. */
  def failed(reason: String, cause: Throwable): Unit

  /** A listener threw an exception. */
  def uncaught(error: Throwable): Unit
