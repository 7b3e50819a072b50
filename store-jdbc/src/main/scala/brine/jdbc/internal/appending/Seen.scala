package brine.jdbc.internal.appending

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.sql.LaggingFailure

/** What this process has seen of the log. A database that has less has lost commits: somebody has restored a backup, or
  * a standby that lagged took over. Then the numbers of names that are remembered may be those of other names, and an
  * event that has one could not be read. Thread-safe.
  *
  * @param last
  *   number of the last event that is known
  */
private[jdbc] final class Seen(names: Names, schemas: Schemas, last: () => Long):
  /** Whether all of it is there with this head. */
  def isIn(head: Head): Boolean = missing(head).isEmpty

  /** Compares it with the head.
    *
    * @throws LaggingFailure
    *   if the head is behind
    */
  def verify(head: Head): Unit = missing(head).foreach(had => throw LaggingFailure(head.seq - 1, had))

  private def missing(head: Head): Option[String] =
    val known = last()
    if head.seq <= known then Some(s"event $known")
    else if names.highest >= head.name then Some(s"event ${head.seq}")
    else if schemas.highest >= head.schema then Some("a schema that is missing")
    else None
