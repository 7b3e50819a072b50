package brine.journal.file

import brine.journal.storage.StorageFile

/** What happens to the writer, for those who watch. */
private[journal] trait WriterEvents:
  /** Forces a file. */
  def force(file: StorageFile, end: Long): Unit

  /** The journal has failed. */
  def failed(reason: String, cause: Throwable): Unit

  /** A listener threw. */
  def uncaught(error: Throwable): Unit
