package brine.jdbc.internal.appending

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.sql.{Session, Tables}
import brine.journal.Category

/** Inserts what a group has decided. Thread-safe. */
private[jdbc] final class GroupInserts(tables: Tables, names: Names, schemas: Schemas):
  def run(session: Session, decision: GroupDecision): Unit =
    val events = decision.events
    // These first: they number the names and schemas that are new.
    val rows = events.map: event =>
      GroupInserts.Row(
        event,
        decision.id(event.part.stream),
        Category.of(event.part.stream).map(one => decision.id(one.name)),
        event.kind.map(decision.id),
        decision.id(event.part.schema),
        event.part.tags.iterator.map(decision.id).toVector
      )
    names.insert(session, decision.names)
    schemas.insert(session, decision.schemas)
    session.insert(tables.event, GroupInserts.Columns, rows)(_.event.payload.length + 150): (binder, row) =>
      val event = row.event
      binder.long(event.seq).long(row.stream).long(event.version)
      row.category.fold(binder.noLong())(binder.long)
      row.kind.fold(binder.noLong())(binder.long)
      binder.long(event.micros).long(row.schema)
      if row.tags.isEmpty then binder.noBytes() else binder.bytes(Names.packed(row.tags))
      binder.int(event.payload.length)
      event.key match
        case Some(key) => binder.uuid(key).long(event.appendLast).long(event.appendVersion)
        case None      => binder.noBytes().noLong().noLong()
      binder.bytes(event.payload)
    val tagged = rows.flatMap(row => row.tags.map(tag => (tag, row.event.seq)))
    session.insert(tables.tag, Vector("tag", "seq"), tagged)(_ => 16): (binder, row) =>
      binder.long(row._1).long(row._2)
    val deleted = rows.filter(_.event.isDeletion).map(row => (row.stream, row.event.version))
    session.insert(tables.deletion, Vector("stream", "version"), deleted)(_ => 16): (binder, row) =>
      binder.long(row._1).long(row._2)
    Head.store(session, tables, decision.after)

private[jdbc] object GroupInserts:
  private val Columns: Vector[String] =
    Vector(
      "seq",
      "stream",
      "version",
      "category",
      "kind",
      "micros",
      "schema_id",
      "tags",
      "size",
      "append_key",
      "append_last"
    ) ++
      Vector("append_version", "payload")

  private final class Row(
      val event: NewEvent,
      val stream: Long,
      val category: Option[Long],
      val kind: Option[Long],
      val schema: Long,
      val tags: Vector[Long]
  )
