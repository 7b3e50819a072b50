package brine.jdbc.internal.saving

import brine.jdbc.internal.names.Schemas
import brine.jdbc.internal.sql.{Database, Identity, Session}
import brine.journal.snapshot.{EncodedSnapshot, EncodedSnapshots}
import brine.journal.{Micros, Offset}

/** The snapshots of a log: rows of half a MiB, the schema in the first. Thread-safe. */
private[jdbc] final class JdbcSnapshots(
    database: Database,
    identity: Identity,
    last: () => Offset,
    isClosed: () => Boolean
) extends EncodedSnapshots(database.name, identity.id, database.settings.clock):
  import database.tables
  import tables.snapshot as table

  // Another log may save the same snapshot. Both delete what was there, and the later one finds that of the other: then
  // it may be done again.
  protected def put(one: EncodedSnapshot): Unit =
    val content = SnapshotRows.of(one)
    database.call(store(_, one, content), mayPass = database.failures.isDuplicate)

  private def store(session: Session, one: EncodedSnapshot, content: Vector[Array[Byte]]): Unit =
    session.transaction:
      // A write first: in SQLite, a transaction that begins by reading may be refused when it writes.
      session.update(table, s"delete from $table where name = ? and seq = ?")(
        _.text(one.name).long(one.offset.sequence)
      ): Unit
      session.insert(table, JdbcSnapshots.Columns, content.zipWithIndex)(_._1.length + 100): (binder, row) =>
        binder.text(one.name).long(one.offset.sequence).int(row._2).long(Micros.of(one.savedAt))
        binder.int(one.parts.size).int(if one.isParts then 1 else 0).bytes(row._1)
      identity.verify(session)

  protected def get(name: String, offset: Offset): Option[EncodedSnapshot] =
    val rows = verified: session =>
      session.query(
        table,
        s"select micros, parts, is_parts, content from $table where name = ? and seq = ? order by part"
      )(_.text(name).long(offset.sequence)): row =>
        (row.getLong(1), row.getInt(2), row.getInt(3) == 1, Option(row.getBytes(4)).getOrElse(new Array[Byte](0)))
    rows.headOption.map: (micros, parts, isParts, schema) =>
      EncodedSnapshot(
        name,
        offset,
        Micros.instant(micros),
        isParts,
        Schemas.decoded(schema),
        SnapshotRows.parts(rows.drop(1).map(_._4), parts)
      )

  protected def list(name: String): Iterable[Offset] = verified: session =>
    session.query(table, s"select distinct seq from $table where name = ?")(_.text(name))(row => Offset(row.getLong(1)))

  protected def delete(name: String, offset: Offset): Unit = verified: session =>
    session.update(table, s"delete from $table where name = ? and seq = ?")(_.text(name).long(offset.sequence)): Unit

  def names: Vector[String] = verified: session =>
    session.query(table, s"select distinct name from $table")(_ => ())(_.getString(1)).sorted

  private def verified[A](body: Session => A): A = database.call: session =>
    identity.verify(session)
    body(session)

  protected def reach: Offset              = last()
  protected def refusal: Option[Exception] = Option.when(isClosed()):
    java.io.IOException("the log is closed: open it again to save snapshots")

private[jdbc] object JdbcSnapshots:
  private val Columns: Vector[String] = Vector("name", "seq", "part", "micros", "parts", "is_parts", "content")
