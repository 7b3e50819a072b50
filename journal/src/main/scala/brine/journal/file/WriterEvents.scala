package brine.journal.file

import brine.journal.storage.StorageFile

/** What happens to the writer, for those who watch. */
private[journal] trait WriterEvents:
  /** Forces a file.
    *
    * @param records
    *   that are made safe by it
    * @param sequence
    *   of the last of them
    */
  def force(file: StorageFile, records: Long, sequence: Long): Unit

  /** The journal has failed. */
  def failed(reason: String, cause: Throwable): Unit

  /** A listener threw. */
  def uncaught(error: Throwable): Unit
