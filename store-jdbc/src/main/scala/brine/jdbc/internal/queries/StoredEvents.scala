package brine.jdbc.internal.queries

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.sql.{Binder, Identity, LaggingFailure, Session, Tables}
import java.sql.ResultSet

/** Reads events by their numbers. Thread-safe. */
private[jdbc] final class StoredEvents(
    tables: Tables,
    names: Names,
    schemas: Schemas,
    identity: Identity
):
  private val columns =
    s"seq, stream, version, micros, schema_id, tags, append_key, append_last, payload, ${identity.column}"

  /** The events with these numbers, which are in order, all of which there must be. */
  def load(session: Session, seqs: Vector[Long]): Vector[StoredEvent] =
    val rows =
      if seqs.isEmpty then Vector.empty
      else if seqs.last - seqs.head == seqs.size - 1 then
        session.query(tables.event, s"select $columns from ${tables.event} where seq >= ? and seq <= ? order by seq")(
          _.long(seqs.head).long(seqs.last)
        )(row)
      else
        session.inLists(seqs): (part, marks) =>
          session.query(tables.event, s"select $columns from ${tables.event} where seq in ($marks) order by seq")(
            _.longs(part)
          )(row)
    // Before the numbers of names and schemas are taken for those of this log.
    if rows.nonEmpty then identity.verify(rows.head.log) else identity.verify(session)
    if rows.size < seqs.size then
      session.forgetReached()
      identity.verify(session)
      if session.leastReached < seqs.last then throw LaggingFailure(session.leastReached, s"event ${seqs.last}")
      throw java.sql.SQLException(
        s"of the events from ${seqs.head} to ${seqs.last}, ${seqs.size - rows.size} are missing: " +
          "somebody has deleted rows"
      )
    resolved(session, rows)

  private def row(row: ResultSet): StoredEvents.Row =
    StoredEvents.Row(
      row.getLong(1),
      row.getLong(2),
      row.getLong(3),
      row.getLong(4),
      row.getLong(5),
      Option(row.getBytes(6)).fold(Vector.empty)(Names.unpacked),
      Option(row.getBytes(7)),
      row.getLong(8),
      Option(row.getBytes(9)).getOrElse(new Array[Byte](0)), // some drivers give null for no bytes
      row.getBytes(10)
    )

  private def resolved(session: Session, rows: Vector[StoredEvents.Row]): Vector[StoredEvent] =
    val texts = names.names(session, rows.iterator.flatMap(row => row.tags :+ row.stream).toSet)
    val types = schemas.schemas(session, rows.iterator.map(_.schema).toSet)
    rows.map: row =>
      StoredEvent(
        row.seq,
        found(tables.name, texts, row.stream),
        row.version,
        row.micros,
        row.tags.iterator.map(found(tables.name, texts, _)).toSet,
        row.key.map(Binder.uuidOf),
        if row.key.isDefined then (row.appendLast - row.seq + 1).toInt else 0,
        found(tables.schema, types, row.schema),
        row.payload
      )

  private def found[A](table: String, all: Map[Long, A], id: Long): A = all.getOrElse(
    id,
    throw java.sql.SQLException(s"the row $id of table $table is missing: somebody has deleted it")
  )

private[jdbc] object StoredEvents:
  private final case class Row(
      seq: Long,
      stream: Long,
      version: Long,
      micros: Long,
      schema: Long,
      tags: Vector[Long],
      key: Option[Array[Byte]],
      appendLast: Long,
      payload: Array[Byte],
      log: Array[Byte] | Null
  )
