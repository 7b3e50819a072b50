package brine.entity.projection.internal

import java.sql.Connection
import java.util.UUID

/** The identity of a database that has the tables of projections: a random number that is stored once. By it, processes
  * can tell whether they use the same database. A copy of a database has the identity of the original.
  *
  * It is a row under a name that no projection has. So it needs no table of its own, nor the right to create one. The
  * methods are called in a transaction.
  */
private[projection] object SqlIdentity:
  // No name of a projection has a slash, and the rows of slices do not begin with one.
  private inline val Name    = "/identity"
  private inline val Version = 0

  /** The identity; None if there is none yet. */
  def read(connection: Connection): Option[UUID] =
    SqlTables.read(connection, Name, Version).map(row => UUID(row.offset, row.epoch))

  /** Stores an identity.
    *
    * @throws java.sql.SQLException
    *   if there is one
    */
  def store(connection: Connection, identity: UUID): Unit =
    val row = SqlTables.Row(identity.getMostSignificantBits, identity.getLeastSignificantBits, hasCaughtUp = false)
    SqlTables.insert(connection, Name, Version, row)
