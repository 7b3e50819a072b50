package brine.journal.storage

/** An open folder of a [[Storage]]. Where file descriptors run out, a name that was changed already could not be made
  * durable; so whoever changes a name opens the folder before.
  */
trait StorageFolder extends AutoCloseable:
  /** Makes the names in the folder durable, as [[Storage.forceFolder]] does. */
  def force(): Unit

  /** Closes the folder, without making its names durable. */
  def close(): Unit
