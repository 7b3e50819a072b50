package brine.journal.file

import brine.journal.storage.StorageFile

/** Events of the writer, for monitoring. */
private[journal] trait WriterEvents:
  /** Calls fsync on a file.
    *
    * @param records
    *   number of records that it makes durable
    * @param sequence
    *   sequence of the last of them
    */
  def force(file: StorageFile, records: Long, sequence: Long): Unit

  /** The journal has failed. */
  def failed(reason: String, cause: Throwable): Unit

  /** A listener threw an exception. */
  def uncaught(error: Throwable): Unit
