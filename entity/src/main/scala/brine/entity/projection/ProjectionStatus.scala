package brine.entity.projection

import brine.journal.Offset
import java.time.Instant

/** What a running projection is doing, at a moment.
  *
  * @param position
  *   every record up to this offset is in the projection, or set aside
  * @param lag
  *   number of records of the log after the position, selected by its query or not
  * @param hasCaughtUp
  *   whether this version has once reached the end of the log, now or in an earlier run: then read it instead of the
  *   version before
  * @param applied
  *   number of records that it has applied since it was started
  * @param recordsPerSecond
  *   records applied in the last seconds, a second
  * @param setAside
  *   number of records set aside
  * @param failure
  *   what it is trying again after now, if the last attempt failed
  * @param end
  *   why it has ended, if it has
  */
final case class ProjectionStatus(
    position: Offset,
    lag: Long,
    hasCaughtUp: Boolean,
    applied: Long,
    recordsPerSecond: Double,
    setAside: Int,
    failure: Option[ProjectionStatus.Failure],
    end: Option[ProjectionError]
)

object ProjectionStatus:
  /** A failure that is tried again.
    *
    * @param message
    *   what failed and with what
    * @param attempts
    *   how often it has failed in a row
    * @param since
    *   when it failed first
    */
  final case class Failure(message: String, attempts: Int, since: Instant)
