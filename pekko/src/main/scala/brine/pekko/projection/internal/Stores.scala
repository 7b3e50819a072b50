package brine.pekko.projection.internal

import brine.codec.Codec
import brine.entity.projection.{DatabaseIdentity, ProjectionError}
import brine.journal.EventLogReader
import brine.pekko.entity.internal.LogIdentity
import java.util.UUID

/** What a node reads and stores into. Places and names are for messages alone: they may differ between nodes.
  *
  * @param log
  *   identity of the log, if it has one that can be compared
  */
private[pekko] final case class Stores(database: UUID, place: String, log: Option[UUID], logName: String):
  /** Whether a node with these can run slices of a projection together with a node that has others. */
  def areThoseOf(other: Stores): Boolean = database == other.database && !isLogOther(other)

  private def isLogOther(other: Stores) = log.exists(own => other.log.exists(_ != own))

  /** Why a node with these cannot run slices together with another one; None if it can.
    *
    * @param node
    *   address of the node with these
    * @param otherNode
    *   address of the one with the others
    */
  def problem(projection: String, node: String, other: Stores, otherNode: String): Option[ProjectionError] =
    def here(what: String)  = s"$what on $node"
    def there(what: String) = s"$what, as $otherNode does"
    if database != other.database then
      Some(ProjectionError.OtherDatabase(projection, here(databaseText), there(other.databaseText)))
    else if isLogOther(other) then Some(ProjectionError.OtherLog(projection, here(logText), there(other.logText)))
    else None

  private def databaseText = DatabaseIdentity(database, place).toString

  private def logText = s"$logName${log.fold("")(id => s" (identity $id)")}"

// No `derives`: Scala 3.3 compiles it to a lazy val.
private[pekko] object Stores:
  implicit val codec: Codec[Stores] = Codec.derived

  def of(database: DatabaseIdentity, log: EventLogReader): Stores =
    Stores(database.id, database.place, LogIdentity.of(log), log.name)
