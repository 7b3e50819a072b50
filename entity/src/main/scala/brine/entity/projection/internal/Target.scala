package brine.entity.projection.internal

import brine.entity.projection.{ProjectionError, SetAside}
import brine.journal.{Offset, Record}

/** Where a projection stores what it makes of records, together with its position. Used by the projection's thread.
  *
  * Each method does all it says, or nothing. What it throws says which failure it is: [[RecordsFailed]],
  * [[TargetUnavailable]] or [[ClaimedElsewhere]].
  */
private[projection] trait Target[E]:
  /** Makes this runner the one that stores, instead of any earlier one. */
  def claim(): Stored

  /** What is stored, after a failure, if no other runner has claimed it. */
  def resume(): Stored

  /** Applies records, sets others aside, and stores that every record up to an offset was one of these. */
  def store(records: Vector[Record[E]], aside: Vector[SetAside], upTo: Offset): Unit

  /** Applies a record that was set aside, which it no longer is then. */
  def storeAside(record: Record[E], aside: SetAside): Unit

  /** Stores what [[storeAside]] may have left for later, after the last record of a replay. */
  def endReplay(): Unit

  /** Forgets that records were set aside. */
  def discard(aside: Vector[SetAside]): Unit

  /** Stores a position at the end of the log, which the projection has reached. */
  def reachEnd(upTo: Offset): Unit

  /** Releases what a failure may have broken. Does not throw. */
  def release(): Unit

  /** Releases everything. Does not throw. */
  def close(): Unit

/** What a target has stored.
  *
  * @param offset
  *   every record up to it was applied or set aside
  * @param hasCaughtUp
  *   whether the end of the log was reached once
  */
private[projection] final case class Stored(offset: Offset, hasCaughtUp: Boolean, aside: Vector[SetAside])

/** The records fail, whether or not the target works. */
private[projection] final class RecordsFailed(cause: Throwable) extends RuntimeException(null, cause, false, false)

/** The target does not work now. Nobody knows whether it did the last thing. */
private[projection] final class TargetUnavailable(cause: Throwable) extends RuntimeException(null, cause, false, false)

/** The target must not be claimed, or was forgotten. */
private[projection] final class ClaimRefused(val error: ProjectionError)
    extends RuntimeException(null, null, false, false)

/** Another runner has claimed the target. */
private[projection] final class ClaimedElsewhere extends RuntimeException(null, null, false, false)
