package brine.journal.replication

import java.time.Instant

/** Where a follower gets records. For one thread. */
private[replication] trait FeedSource:
  /** Called before the others: waits until they have an answer, unless it is stopped. */
  def prepare(isStopped: () => Boolean): Option[FollowError]

  /** What messages call the log. */
  def name: String

  /** Whether [[feed]] may be called more than once. */
  def canRestart: Boolean

  /** Begins with the first record of this time or later, or with the first one that is kept.
    *
    * @param at
    *   None for all records
    */
  def feed(at: Option[Instant]): Either[Feed.Next.Failed, Feed]

  /** The time from which on the records come, if that is fixed. */
  def begins: Option[Option[Instant]]

  /** Offset of the last record of the log, as far as is known without asking it. Any thread may ask. */
  def visible: Long

  /** Whether the log can be read. */
  def isReadable: Boolean

  /** Releases what it holds, but for the log or the stream. */
  def close(): Unit
