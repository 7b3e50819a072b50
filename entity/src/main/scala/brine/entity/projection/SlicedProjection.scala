package brine.entity.projection

import brine.entity.internal.{EntityLog, MayWait}
import brine.entity.projection.internal.*
import brine.journal.{EventLogReader, Offset, Record}
import java.sql.{Connection, SQLException}
import java.util.{Objects, UUID}

/** A version of a projection whose records are divided in slices, for something else that decides which process runs a
  * slice: a cluster. Each slice has a position and an epoch of its own. Thread-safe.
  */
private[brine] final class SlicedProjection[E](
    log: EventLogReader,
    definition: Projection[E],
    val slices: Int,
    connect: () => Connection,
    settings: ProjectionSettings,
    function: (Connection, Vector[Record[E]]) => Unit
):
  Objects.requireNonNull(log, "log"): Unit
  Objects.requireNonNull(connect, "connect"): Unit
  Objects.requireNonNull(settings, "settings"): Unit
  Objects.requireNonNull(function, "function"): Unit
  SlicedProjection.requireSlices(definition.name, slices)

  private val division = Division(definition.toString, definition.name, definition.version, slices)

  @volatile private var refusal: Option[ProjectionError] = None

  /** Why no slice can run, if [[identify]], [[prepare]] or [[refuse]] has said so. */
  def refused: Option[ProjectionError] = refusal

  /** Notes that no slice can run here, and warns of it. Does not end what runs. */
  def refuse(error: ProjectionError): Unit =
    refusal = Some(error)
    EntityLog.warn(error.message)

  /** The database, once [[identify]] has read which one it is. Slices that are started after that are refused by any
    * other.
    */
  def database: Option[DatabaseIdentity] = division.database

  /** Finds out which database this is. Gives it an identity if it has none, and stores nothing else. If the version has
    * another number of slices there, it is [[refused]].
    *
    * @throws java.sql.SQLException
    *   if the database fails
    */
  def identify(): Unit =
    if !division.isStored && refusal.isEmpty then
      // If it is there, it was forgotten once it is not.
      try division.isStored = withTables(division.isThere)
      catch case other: ClaimRefused => refuse(other.error)
    if division.database.isEmpty then division.database = Some(readIdentity())

  private def readIdentity(): DatabaseIdentity =
    def stored = withTables: own =>
      SqlIdentity.read(own).map(DatabaseIdentity(_, DatabasePlace.of(own)))
    stored.getOrElse:
      val failure =
        try
          withTables(SqlIdentity.store(_, UUID.randomUUID()))
          None
        catch
          case failed: SQLException => Some(failed)
      // Another process may have stored one at the same time.
      stored.getOrElse(throw failure.getOrElse(SQLException(s"the database of $this has not stored its identity")))

  /** Puts the number of slices into the database, as each start of a slice does. If another one is there, it is
    * [[refused]].
    *
    * @throws java.sql.SQLException
    *   if the database fails, or others store it at the same time
    */
  def prepare(): Unit = if !division.isStored then
    try
      withTables(division.store)
      division.isStored = true
    catch case other: ClaimRefused => refuse(other.error)

  /** Starts a slice here. It ends where the same slice is started, too.
    *
    * @param ended
    *   called when it has ended, on a thread of its own; must not throw
    */
  def start(slice: Int)(ended: () => Unit): SqlProjection =
    Objects.checkIndex(slice, slices): Unit
    val part   = Slice(slice, slices)
    val name   = Slice.described(definition, Some(part))
    val target = SqlTarget(name, division.rowOf(slice), definition.version, connect, function, Some(division), slice)
    val runner = Runner(definition, log, target, settings, Some(part), ended)
    runner.start()
    new SqlProjection(definition, connect, runner)

  /** The slice of the records of a key. */
  def sliceOf(key: String): Int = Slice.numberOf(key, slices)

  /** Position, whether it has caught up, and number of records set aside of each slice, as the database has them. A
    * position is not stored while no record of the slice is appended.
    */
  def stored(): Vector[(Offset, Boolean, Int)] = withTables: own =>
    Vector.tabulate(slices): slice =>
      val row = SqlTables.read(own, division.rowOf(slice), definition.version)
      (
        Offset(row.fold(0L)(_.offset)),
        row.exists(_.hasCaughtUp),
        SqlTables.readAside(own, division.rowOf(slice), definition.version).size
      )

  /** The records set aside of all slices, by offset.
    *
    * @throws ProjectionException
    *   `OtherSlices` if the version has another number of slices
    */
  def setAside(): Vector[SetAside] = withTables: own =>
    otherThan(own).foreach(error => throw ProjectionException(error))
    Vector
      .tabulate(slices)(slice => SqlTables.readAside(own, division.rowOf(slice), definition.version))
      .flatten
      .sortBy(_.offset.sequence)

  /** Why nothing can be asked of slices here: the version has another number of them in the database, since it was
    * divided.
    *
    * @throws java.sql.SQLException
    *   if the database fails
    */
  def otherSlices(): Option[ProjectionError] = withTables: own =>
    otherThan(own)

  private def otherThan(own: Connection): Option[ProjectionError] =
    try
      division.isThere(own): Unit
      None
    catch case other: ClaimRefused => Some(other.error)

  private def withTables[A](body: Connection => A): A =
    SqlProjection.using(SqlProjection.withTables(connect))(body)

  /** The result of a function on a connection, in a transaction. */
  def read[A](body: Connection => A): A = SqlProjection.using(connect)(body)

  /** Refuses to wait on a thread that must not.
    *
    * @throws IllegalStateException
    *   on a worker of an actor system, or a thread of a store
    */
  def requireMayWait(what: String): Unit = MayWait.require("a virtual thread")(s"$what $definition")

  override def toString: String = definition.toString

private[brine] object SlicedProjection:
  /** The most slices. */
  final val MostSlices = Slice.Most

  private[projection] def requireSlices(name: String, slices: Int): Unit =
    require(
      slices >= 1 && slices <= MostSlices,
      s"the projection '$name' has $slices slices: it may have 1 to $MostSlices"
    )
    require(
      name.length <= SqlSlices.LongestName,
      s"the name of the projection '$name' has ${name.length} characters: one that is divided in slices may have " +
        s"${SqlSlices.LongestName}"
    )
