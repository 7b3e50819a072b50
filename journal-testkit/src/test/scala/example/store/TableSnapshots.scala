package example.store

import brine.journal.Offset
import brine.journal.snapshot.{EncodedSnapshot, EncodedSnapshots}
import java.util.UUID

/** Snapshots in a database. */
final class TableSnapshots(database: Database, last: () => Offset, isClosed: () => Boolean)
    extends EncodedSnapshots("table-log", UUID(1, 2)):
  private def change(change: Map[(String, Offset), EncodedSnapshot] => Map[(String, Offset), EncodedSnapshot]): Unit =
    database.synchronized { database.snapshots = change(database.snapshots) }

  protected def put(snapshot: EncodedSnapshot): Unit = change(_ + ((snapshot.name, snapshot.offset) -> snapshot))
  protected def get(name: String, offset: Offset): Option[EncodedSnapshot] = database.snapshots.get((name, offset))
  protected def list(name: String): Iterable[Offset]       = database.snapshots.keys.collect { case (`name`, at) => at }
  protected def delete(name: String, offset: Offset): Unit = change(_ - ((name, offset)))
  protected def reach: Offset                              = last()
  protected def refusal: Option[Exception] = Option.when(isClosed())(IllegalStateException("the log is closed"))
  def names: Vector[String]                = database.snapshots.keys.map(_._1).toVector.distinct.sorted
