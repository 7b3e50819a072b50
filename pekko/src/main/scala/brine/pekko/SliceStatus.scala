package brine.pekko

import brine.entity.projection.ProjectionStatus
import brine.journal.Offset

/** What a slice of a projection on a cluster is doing, at a moment.
  *
  * @param slice
  *   its number, from 0
  * @param node
  *   address of the node that runs it; None if no node has answered in time. The database says the rest then, without
  *   what only a runner knows
  * @param position
  *   every record of the slice up to this offset is in the projection, or set aside
  * @param lag
  *   number of records of the log after the position, of this slice or not
  * @param hasCaughtUp
  *   whether this version of the slice has once reached the end of the log
  * @param applied
  *   number of records that its runner has applied
  * @param recordsPerSecond
  *   records applied in the last seconds, a second
  * @param setAside
  *   number of records set aside
  * @param failure
  *   what it is trying again, if the last attempt failed
  * @param end
  *   why it has ended, if it has and does not start again by itself
  */
final case class SliceStatus(
    slice: Int,
    node: Option[String],
    position: Offset,
    lag: Long,
    hasCaughtUp: Boolean,
    applied: Long,
    recordsPerSecond: Double,
    setAside: Int,
    failure: Option[ProjectionStatus.Failure],
    end: Option[String]
)
