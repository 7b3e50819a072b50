package brine.jdbc.internal.appending

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.sql.{Binder, Insert, Tables}
import brine.journal.Category

/** All rows of what a group has decided. */
private[jdbc] final class GroupRows(tables: Tables, names: Names, schemas: Schemas, decision: GroupDecision):
  import GroupRows.*

  // These first: they number the names and schemas that are new.
  private val rows = decision.events.toVector.map: event =>
    Row(
      event,
      decision.id(event.part.stream),
      Category.of(event.part.stream).map(one => decision.id(one.name)),
      event.kind.map(decision.id),
      decision.id(event.part.schema),
      event.part.tags.iterator.map(decision.id).toVector
    )

  /** The head after them. */
  val after: Head = decision.after

  /** Those of each table that gets some. */
  val inserts: Vector[Insert[?]] = Vector(
    names.insert(decision.names),
    schemas.insert(decision.schemas),
    Insert(tables.event, Events, rows, _.event.payload.length + 150),
    Insert(tables.tag, Tags, rows.flatMap(row => row.tags.map(tag => (tag, row.event.seq))), _ => 16),
    Insert(
      tables.deletion,
      Deletions,
      rows.filter(_.event.isDeletion).map(row => (row.stream, row.event.version)),
      _ => 16
    )
  ).filter(_.rows.nonEmpty)

private[jdbc] object GroupRows:
  private final class Row(
      val event: NewEvent,
      val stream: Long,
      val category: Option[Long],
      val kind: Option[Long],
      val schema: Long,
      val tags: Vector[Long]
  )

  private val Events: Vector[Insert.Column[Row]] = Vector(
    Insert.long("seq")(_.event.seq),
    Insert.long("stream")(_.stream),
    Insert.long("version")(_.event.version),
    Insert.someLong("category")(_.category),
    Insert.someLong("kind")(_.kind),
    Insert.long("micros")(_.event.micros),
    Insert.long("schema_id")(_.schema),
    Insert.bytes("tags")(row => if row.tags.isEmpty then null else Names.packed(row.tags)),
    Insert.int("size")(_.event.payload.length),
    Insert.bytes("append_key")(_.event.key.map(Binder.bytesOf).orNull),
    Insert.someLong("append_last")(row => row.event.key.map(_ => row.event.appendLast)),
    Insert.someLong("append_version")(row => row.event.key.map(_ => row.event.appendVersion)),
    Insert.bytes("payload")(_.event.payload)
  )

  private val Tags: Vector[Insert.Column[(Long, Long)]] = Vector(Insert.long("tag")(_._1), Insert.long("seq")(_._2))

  private val Deletions: Vector[Insert.Column[(Long, Long)]] =
    Vector(Insert.long("stream")(_._1), Insert.long("version")(_._2))
