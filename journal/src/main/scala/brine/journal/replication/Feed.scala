package brine.journal.replication

import brine.journal.tools.ExportedRecord

/** Records of a log, one after the other, without an end. For one thread. */
private[replication] trait Feed extends AutoCloseable:
  /** The next record. At the end waits for more, at most this long. */
  def next(nanos: Long): Feed.Next

  /** Offset of the last record of the log, as far as it is known. */
  def end: Long

  /** Looks whether the log still has a record that it gave, unless that was deleted. [[Feed.Next.Over]] if it has no
    * record there or later.
    *
    * @param replica
    *   what messages call the replica
    */
  def recheck(last: ExportedRecord, replica: String): Feed.Next

  def close(): Unit

private[replication] object Feed:
  /** What a feed gives. */
  enum Next:
    case One(record: ExportedRecord)

    /** These were all for now. */
    case CaughtUp

    /** Nothing has come in time; there may be more. */
    case Nothing

    /** There will be no more. */
    case Over

    /** There will be no more, since who gives them was stopped. */
    case Stopped

    /** It cannot be read.
      *
      * @param mayPass
      *   whether another feed of the same log may help
      */
    case Failed(error: FollowError, mayPass: Boolean)
