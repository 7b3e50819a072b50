package brine.entity.projection.internal

import brine.entity.internal.UserFailure
import brine.entity.projection.SetAside
import brine.journal.{Offset, Record}
import java.sql.{Connection, SQLException}
import scala.util.control.NonFatal

/** Applies records in transactions of a database, each of which begins with the update of the position. That row is
  * locked then: who has claimed the projection meanwhile is noticed before anything is stored, and waits otherwise.
  */
private[projection] final class SqlTarget[E](
    projection: String,
    name: String,
    version: Int,
    connect: () => Connection,
    function: (Connection, Vector[Record[E]]) => Unit
) extends Target[E]:
  private var connection: Connection | Null = null
  private var epoch                         = 0L

  def claim(): Stored =
    ofDatabase:
      val own = connected()
      own.setAutoCommit(true)
      SqlTables.create(own)
    epoch = transaction(SqlTables.claim(_, name, version))
    resume()

  def resume(): Stored = transaction: own =>
    SqlTables.read(own, name, version) match
      case Some(row) if row.epoch == epoch =>
        Stored(Offset(row.offset), row.hasCaughtUp, SqlTables.readAside(own, name, version))
      case _ => throw ClaimedElsewhere()

  def store(records: Vector[Record[E]], aside: Vector[SetAside], upTo: Offset): Unit = transaction: own =>
    requireOwn(SqlTables.move(own, name, version, epoch, upTo))
    if records.nonEmpty then apply(own, records)
    if aside.nonEmpty then SqlTables.setAside(own, name, version, aside)

  def storeAside(record: Record[E], aside: SetAside): Unit = transaction: own =>
    requireOwn(SqlTables.lock(own, name, version, epoch))
    apply(own, Vector(record))
    SqlTables.forgetAside(own, name, version, Vector(aside))

  def discard(aside: Vector[SetAside]): Unit = transaction: own =>
    requireOwn(SqlTables.lock(own, name, version, epoch))
    SqlTables.forgetAside(own, name, version, aside)

  def reachEnd(upTo: Offset): Unit = transaction: own =>
    requireOwn(SqlTables.reachEnd(own, name, version, epoch, upTo))

  def release(): Unit = close()

  def close(): Unit =
    val own = connection
    connection = null
    if own != null then
      try
        own.rollback()
        // A pool gets it back as it gave it.
        own.setAutoCommit(true)
      catch case NonFatal(_) => ()
      try own.close()
      catch case NonFatal(_) => ()

  private def requireOwn(isOwn: Boolean): Unit = if !isOwn then throw ClaimedElsewhere()

  private def apply(own: Connection, records: Vector[Record[E]]): Unit =
    try function(LentConnection.of(own, projection), records)
    catch
      case UserFailure(failed) =>
        if SqlFailures.isOfDatabase(failed, own) then throw TargetUnavailable(failed) else throw RecordsFailed(failed)
    // An interrupt that the function has left would end a pause of the projection.
    finally Thread.interrupted(): Unit

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
          ofDatabase(own.rollback())
          throw failed
    try own.commit()
    catch
      case failed: SQLException if SqlFailures.isOfRecords(failed) =>
        ofDatabase(own.rollback())
        throw RecordsFailed(failed)
      case NonFatal(failed) => throw TargetUnavailable(failed)
    result

  private def connected(): Connection =
    if connection == null then connection = connect()
    connection.nn

  private def ofDatabase[A](body: => A): A =
    try body
    catch
      case known @ (_: RecordsFailed | _: TargetUnavailable | _: ClaimedElsewhere) => throw known
      case NonFatal(failed)                                                        => throw TargetUnavailable(failed)
