package brine.journal.appending

/** What the writer tells of itself, for monitoring. */
private[journal] trait WriterEvents:
  /** The journal has failed. */
  def failed(failure: WriterFailure): Unit

  /** A listener threw an exception, or there is a mistake in this library. */
  def uncaught(error: Throwable): Unit
