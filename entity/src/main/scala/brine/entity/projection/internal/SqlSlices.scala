package brine.entity.projection.internal

import brine.entity.projection.ProjectionVersion
import brine.journal.Offset
import java.sql.Connection

/** The rows of projections that are divided in slices: one that has their number, as a negative epoch under the name of
  * the projection, and one for each slice, with its position and epoch. So a version cannot be divided and whole at the
  * same time. The methods are called in a transaction.
  */
private[projection] object SqlSlices:
  /** The most characters of a name whose slices have names. */
  final val LongestName = 95

  /** The name of the row of a slice. No name of a projection has a slash. */
  def rowOf(name: String, slice: Int): String = s"$name/$slice"

  /** Number of slices of a version: 1 if it is whole, None if it is not there. */
  def of(connection: Connection, name: String, version: Int): Option[Int] =
    SqlTables.read(connection, name, version).map(slicesOf)

  private def slicesOf(row: SqlTables.Row): Int = if row.epoch < 0 then math.toIntExact(-row.epoch) else 1

  /** Stores a number of slices, of a version that is not there. */
  def store(connection: Connection, name: String, version: Int, slices: Int): Unit =
    SqlTables.insert(connection, name, version, SqlTables.Row(0, -slices.toLong, hasCaughtUp = false))

  /** Locks the number of slices, so that the version is neither forgotten nor divided. Returns false if it is another,
    * or not there.
    */
  def lock(connection: Connection, name: String, version: Int, slices: Int): Boolean =
    SqlTables.lockEpoch(connection, name, version, -slices.toLong)

  /** The rows of all slices of a version; None for those that were never claimed. */
  def read(connection: Connection, name: String, version: Int, slices: Int): Vector[Option[SqlTables.Row]] =
    Vector.tabulate(slices)(slice => SqlTables.read(connection, rowOf(name, slice), version))

  /** The versions of a projection, divided or not. One that is divided is as far as its last slice. */
  def versions(connection: Connection, name: String): Vector[ProjectionVersion] =
    SqlTables
      .versions(connection, name)
      .map: (version, row) =>
        if row.epoch > 0 then ProjectionVersion(version, Offset(row.offset), row.hasCaughtUp)
        else
          val all = read(connection, name, version, slicesOf(row))
          ProjectionVersion(
            version,
            Offset(all.map(_.fold(0L)(_.offset)).min),
            all.forall(_.exists(_.hasCaughtUp))
          )

  def forget(connection: Connection, name: String, version: Int): Unit =
    // A statement that writes comes first, as in `divide`.
    SqlTables.raise(connection, name, version): Unit
    val slices = of(connection, name, version)
    // First the row that is locked while a slice is claimed: no slice appears after it.
    SqlTables.forget(connection, name, version)
    slices.filter(_ > 1).foreach(Vector.range(0, _).foreach(slice => forgetSlice(connection, name, version, slice)))

  private def forgetSlice(connection: Connection, name: String, version: Int, slice: Int): Unit =
    SqlTables.forget(connection, rowOf(name, slice), version)

  /** Divides a version in more slices. What runs it is fenced. Returns false if it is not there. The transaction must
    * see what others have committed meanwhile, so it is not one of repeatable reads.
    *
    * @throws IllegalArgumentException
    *   if the number is no multiple of the number of slices that it has
    */
  def divide(connection: Connection, name: String, version: Int, slices: Int): Boolean =
    // A statement that writes comes first: SQLite would not let a transaction write that has read something older.
    SqlTables.raise(connection, name, version): Unit
    of(connection, name, version) match
      case None                             => false
      case Some(before) if before == slices => true
      case Some(before)                     =>
        require(
          slices % before == 0,
          s"version $version of the projection '$name' has $before slices, which cannot become $slices: give a multiple"
        )
        // Nobody claims a slice from here on.
        if before > 1 then SqlTables.delete(connection, name, version): Unit
        val names = if before == 1 then Vector(name) else Vector.tabulate(before)(rowOf(name, _))
        val rows  = names.map: one =>
          if before > 1 then SqlTables.raise(connection, one, version): Unit
          SqlTables.read(connection, one, version)
        val asides = names.flatMap(SqlTables.readAside(connection, _, version))
        names.foreach(SqlTables.forget(connection, _, version))
        store(connection, name, version, slices)
        for slice <- 0 until slices do
          rows(slice * before / slices).foreach: row =>
            SqlTables.insert(connection, rowOf(name, slice), version, row.copy(epoch = SqlTables.newEpoch))
        asides
          .groupBy(one => Slice.numberOf(one.key, slices))
          .foreach: (slice, some) =>
            SqlTables.setAside(connection, rowOf(name, slice), version, some)
        true
