package brine.entity.projection

import java.util.UUID

/** A database that projections store into.
  *
  * @param id
  *   the same for each process that uses it
  * @param place
  *   where it is, for messages; processes may have different addresses of the same database
  */
private[brine] final case class DatabaseIdentity(id: UUID, place: String):
  override def toString: String = s"$place (identity $id)"
