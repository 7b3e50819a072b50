package brine.journal.replication

import brine.journal.EventLogReader
import brine.journal.tools.JournalImport

/** A replica that was opened to be compared with its log. Until it is taken, another follower may have it, or a program
  * if it is in a database and was no replica before. For one thread.
  */
private[brine] trait OpenReplica extends AutoCloseable:
  /** Its records. */
  def log: EventLogReader

  /** Offset of its last record. */
  def end: Long

  /** Whether it has records and was no replica when it was opened. */
  def isAdopted: Boolean

  /** Makes it the replica of the log, and this follower the only one that appends, if it still ends there.
    *
    * @param end
    *   offset of the last record, up to which its records are known to be those of the log
    */
  def take(end: Long): Either[ReplicaTarget.Problem, OpenReplica.Taken]

  /** Releases it, after the import has ended. */
  def close(): Unit

private[brine] object OpenReplica:
  /** What has come of taking a replica. */
  enum Taken:
    /** Records may be appended. */
    case ToAppend(to: JournalImport)

    /** Somebody has appended records since it was opened: they must be compared, too. Nothing was changed.
      *
      * @param end
      *   offset of the last record
      */
    case Grown(end: Long)
