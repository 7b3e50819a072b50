package brine.entity.projection.internal

import brine.entity.projection.{DatabaseIdentity, ProjectionError}
import java.sql.Connection

/** The slices of a version, as one start of it sees them: their number is in the database before a slice is claimed. If
  * it is not there any more later, the version was forgotten, and no slice may begin again by itself. Thread-safe.
  *
  * @param projection
  *   for messages
  * @param slices
  *   one is a projection that is not divided
  */
private[projection] final class Division(
    projection: String,
    val name: String,
    val version: Int,
    val slices: Int
):
  /** Whether the number of slices was found in the database once, or put there. */
  @volatile var isStored: Boolean = false

  /** The database of this start, once it is known. */
  @volatile var database: Option[DatabaseIdentity] = None

  def rowOf(slice: Int): String = if slices == 1 then name else SqlSlices.rowOf(name, slice)

  /** Stores the number of slices, unless it is there. Called in a transaction. */
  def store(connection: Connection): Unit =
    if !isThere(connection) then
      if slices > 1 then SqlSlices.store(connection, name, version, slices)
      else SqlTables.claim(connection, name, version): Unit

  /** Whether the number of slices is there. Called in a transaction. */
  def isThere(connection: Connection): Boolean = SqlSlices.of(connection, name, version) match
    case None         => false
    case Some(stored) =>
      requireSame(stored)
      true

  /** Claims a slice, and returns its epoch. Called in a transaction. */
  def claim(connection: Connection, slice: Int): Long =
    val isThere =
      if slices > 1 then SqlSlices.lock(connection, name, version, slices)
      else SqlTables.raise(connection, name, version)
    requireSameDatabase(connection)
    if isThere then
      keepIdentity(connection)
      if slices == 1 then SqlTables.read(connection, name, version).get.epoch
      else SqlTables.claim(connection, rowOf(slice), version)
    else
      SqlSlices.of(connection, name, version).foreach(requireSame)
      throw ClaimRefused(ProjectionError.Forgotten(projection))

  // Positions in another database are not those of this start. After the lock: SQLite would not let a transaction write
  // that has read something older.
  private def requireSameDatabase(connection: Connection): Unit =
    for known <- database; found <- SqlIdentity.read(connection) if found != known.id do
      val other = DatabaseIdentity(found, DatabasePlace.of(connection))
      throw ClaimRefused(ProjectionError.OtherDatabase(projection, s"$other", s"$known, as when it was started"))

  // A backup may have been made before the database had one. Other nodes would give it another one.
  private def keepIdentity(connection: Connection): Unit =
    for known <- database if SqlIdentity.read(connection).isEmpty do SqlIdentity.store(connection, known.id)

  private def requireSame(stored: Int): Unit =
    if stored != slices then throw ClaimRefused(ProjectionError.OtherSlices(projection, stored, slices))
