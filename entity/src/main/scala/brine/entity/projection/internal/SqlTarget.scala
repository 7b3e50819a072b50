package brine.entity.projection.internal

import brine.entity.internal.UserFailure
import brine.entity.projection.{ProjectionError, SetAside, SqlProjection}
import brine.journal.{Offset, Record}
import java.sql.{Connection, SQLException}
import scala.util.control.NonFatal

/** Applies records in transactions of a database, each of which begins with the update of the position. That row is
  * locked then: who has claimed the projection meanwhile is noticed before anything is stored, and waits otherwise.
  *
  * @param division
  *   the slices of the projection; None if it is started whole, and again where it was forgotten
  * @param slice
  *   the slice that is stored here
  */
private[projection] final class SqlTarget[E](
    projection: String,
    name: String,
    version: Int,
    connect: () => Connection,
    function: (Connection, Vector[Record[E]]) => Unit,
    division: Option[Division] = None,
    slice: Int = 0
) extends Target[E]:
  private var connection: Connection | Null = null
  private var epoch                         = 0L
  private var position                      = Offset.Begin

  def claim(): Stored =
    ofDatabase:
      val own = connected()
      own.setAutoCommit(true)
      SqlTables.create(own)
    division.foreach(require)
    epoch = transaction(own => division.fold(claimWhole(own))(_.claim(own, slice)))
    resume()

  private def claimWhole(own: Connection): Long =
    val epoch = SqlTables.claim(own, name, version)
    if epoch < 0 then throw ClaimRefused(ProjectionError.OtherSlices(projection, math.toIntExact(-epoch), asked = 1))
    epoch

  // Other slices may store the same at the same time.
  private def require(division: Division): Unit = if !division.isStored then
    try transaction(division.store)
    catch case failed: TargetUnavailable => if !transaction(division.isThere) then throw failed
    division.isStored = true

  def resume(): Stored = transaction: own =>
    SqlTables.read(own, name, version) match
      case Some(row) if row.epoch == epoch =>
        position = Offset(row.offset)
        Stored(position, row.hasCaughtUp, SqlTables.readAside(own, name, version))
      case _ => throw ClaimedElsewhere()

  def store(records: Vector[Record[E]], aside: Vector[SetAside], upTo: Offset): Unit =
    transaction: own =>
      requireOwn(own, SqlTables.move(own, name, version, epoch, position, upTo))
      if records.nonEmpty then apply(own, records)(SqlTables.isAt(own, name, version, epoch, upTo))
      if aside.nonEmpty then SqlTables.setAside(own, name, version, aside)
    position = upTo

  def storeAside(record: Record[E], aside: SetAside): Unit = transaction: own =>
    requireOwn(own, SqlTables.lock(own, name, version, epoch, position))
    SqlTables.forgetAside(own, name, version, Vector(aside))
    apply(own, Vector(record))(!SqlTables.isAside(own, name, version, aside.offset))

  def endReplay(): Unit = ()

  def discard(aside: Vector[SetAside]): Unit = transaction: own =>
    requireOwn(own, SqlTables.lock(own, name, version, epoch, position))
    SqlTables.forgetAside(own, name, version, aside)

  def reachEnd(upTo: Offset): Unit =
    transaction: own =>
      requireOwn(own, SqlTables.reachEnd(own, name, version, epoch, position, upTo))
    position = upTo

  def release(): Unit = close()

  def close(): Unit =
    val own = connection
    connection = null
    if own != null then
      // Each by itself. SQLite ends a transaction of which the commit fails, so that this rollback fails, too. Its
      // driver takes the transaction for open until it is told otherwise: then each later commit would fail.
      quietly(own.rollback())
      // A pool gets it back as it gave it.
      quietly(own.setAutoCommit(true))
      quietly(own.close())

  private def quietly(body: => Unit): Unit =
    try body
    catch case NonFatal(_) => ()

  private def requireOwn(own: Connection, isOwn: Boolean): Unit = if !isOwn then
    if !SqlTables.read(own, name, version).exists(_.epoch == epoch) then throw ClaimedElsewhere()
    // What is stored is what counts.
    throw SQLException(
      s"$projection was at ${position.sequence}, but its position in the database is another now: its function has " +
        "executed a commit, or the position was changed by hand. It continues at the position in the database"
    )

  /** Applies records.
    *
    * @param isIntact
    *   whether the transaction still has what was stored before
    */
  private def apply(own: Connection, records: Vector[Record[E]])(isIntact: => Boolean): Unit =
    try function(LentConnection.of(own, projection), records)
    catch
      case UserFailure(failed) =>
        if SqlFailures.isOfDatabase(failed, own) then throw TargetUnavailable(failed) else throw RecordsFailed(failed)
    // An interrupt that the function has left would end a pause of the projection.
    finally Thread.interrupted(): Unit
    // The database may have rolled back by itself, and the function have caught that failure. Then a commit would store
    // nothing, without saying so, or only what came after the rollback.
    try
      if !isIntact then
        throw RecordsFailed(
          SQLException(
            s"the function of $projection has ended the transaction: it executed a rollback, or caught a failure " +
              "with which the database has rolled back"
          )
        )
    catch
      case failed: SQLException =>
        if SqlFailures.isOfDatabase(failed, own) then throw TargetUnavailable(failed) else throw RecordsFailed(failed)

  /** Runs all or nothing. */
  private def transaction[A](body: Connection => A): A =
    val own = ofDatabase:
      val connected = this.connected()
      connected.setAutoCommit(false)
      connected
    val result =
      try ofDatabase(body(own))
      catch
        case failed: Throwable =>
          rollBack(own, failed)
          throw failed
    try own.commit()
    catch
      case failed: SQLException if SqlFailures.isOfRecords(failed, own) =>
        rollBack(own, failed)
        throw RecordsFailed(failed)
      case NonFatal(failed) => throw TargetUnavailable(failed)
    result

  // SQLite rolls back by itself when some statements fail, and then fails to do it again.
  private def rollBack(own: Connection, first: Throwable): Unit =
    try own.rollback()
    catch
      case NonFatal(failed) =>
        if SqlFailures.isOfDatabase(failed, own) then throw TargetUnavailable(causeOf(first, failed))
        release()

  /** The first failure says why, and the rollback only what followed from it. */
  private def causeOf(first: Throwable, ofRollback: Throwable): Throwable =
    val cause = first match
      case known @ (_: RecordsFailed | _: TargetUnavailable) => known.getCause
      case _: ClaimedElsewhere | _: ClaimRefused             => ofRollback
      case other                                             => other
    if cause ne ofRollback then cause.addSuppressed(ofRollback)
    cause

  private def connected(): Connection =
    if connection == null then connection = SqlProjection.opened(connect)
    connection.nn

  private def ofDatabase[A](body: => A): A =
    try body
    catch
      case known @ (_: RecordsFailed | _: TargetUnavailable | _: ClaimedElsewhere | _: ClaimRefused) => throw known
      case NonFatal(failed) => throw TargetUnavailable(failed)
