package brine.entity.projection

import brine.journal.Offset

/** A version of a projection, as its database has it.
  *
  * @param position
  *   every record up to this offset was applied or set aside
  * @param hasCaughtUp
  *   whether it has once reached the end of the log
  */
final case class ProjectionVersion(version: Int, position: Offset, hasCaughtUp: Boolean)
