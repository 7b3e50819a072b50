package brine.jdbc.internal.appending

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.queries.ClausePaths
import brine.jdbc.internal.sql.{Binder, Session, Tables}
import brine.journal.{AppendError, Appended, Category, Level, Micros, Offset}
import java.util.UUID

/** What the database has of all that a group depends on, with a certain head. Immutable.
  *
  * @param ids
  *   the numbers of names
  * @param schemas
  *   the numbers of schemas, by fingerprint
  * @param versions
  *   the versions of the group's streams
  * @param keys
  *   what was appended with the group's keys
  * @param conflicts
  *   the error of each append with a condition that an event matches
  */
private[jdbc] final class Known(
    val ids: Map[String, Long],
    val schemas: Map[Long, Long],
    val versions: Map[String, Long],
    val keys: Map[UUID, Appended],
    val conflicts: Map[Request, AppendError]
):
  /** The same with versions and keys that are read, of those that were taken for granted.
    *
    * @param version
    *   which versions need not be read
    */
  def verified(session: Session, tables: Tables, version: String => Option[Long], group: Vector[Request]): Known =
    Known(
      ids,
      schemas,
      Known.versions(session, tables, version, group, ids),
      Known.keys(session, tables, group),
      conflicts
    )

private[jdbc] object Known:
  /** Reads it.
    *
    * @param version
    *   the versions that need not be read
    * @param asksKeys
    *   whether to look for the group's keys; otherwise the database refuses rows with those that it has
    * @param next
    *   the number of the next event
    */
  def of(
      session: Session,
      tables: Tables,
      names: Names,
      schemas: Schemas,
      conditions: Conditions,
      version: String => Option[Long],
      group: Vector[Request],
      kinds: Set[String],
      asksKeys: Boolean,
      next: Long
  ): Known =
    val parts  = group.flatMap(_.append.parts)
    val asked  = group.iterator.flatMap(_.append.conditions).flatMap(one => ClausePaths.names(one.query))
    val wanted = parts.iterator.flatMap: part =>
      part.tags.iterator ++ Iterator.single(part.stream) ++ Category.of(part.stream).map(_.name)
    val ids = names.ids(session, (wanted ++ kinds ++ asked).toSet)
    Known(
      ids,
      schemas.ids(session, parts.map(_.schema)),
      versions(session, tables, version, group, ids),
      if asksKeys then keys(session, tables, group) else Map.empty,
      conditions.conflicts(session, group, ids, next)
    )

  private def versions(
      session: Session,
      tables: Tables,
      version: String => Option[Long],
      group: Vector[Request],
      ids: Map[String, Long]
  ): Map[String, Long] =
    val streams          = group.flatMap(_.append.parts).map(_.stream).distinct
    val recalled         = streams.flatMap(stream => version(stream).map(stream -> _)).toMap
    val (unknown, never) = streams.filterNot(recalled.contains).partition(ids.contains)
    recalled ++ never.map(_ -> 0L) ++ read(session, tables, unknown.map(stream => stream -> ids(stream)))

  // Each from the end of an index, however long the stream is.
  private def read(session: Session, tables: Tables, streams: Vector[(String, Long)]): Map[String, Long] =
    val byId = streams.map((stream, id) => id -> stream).toMap
    streams
      .map(_._2)
      .grouped(MostVersions)
      .flatMap: part =>
        val all  = Session.padded(part)
        val each =
          all.indices.map(at => s"select $at as n, (select max(version) from ${tables.event} where stream = ?) as v")
        session
          .query(tables.event, each.mkString(" union all "))(_.longs(all))(row => (row.getInt(1), row.getLong(2)))
          .map((at, version) => byId(all(at)) -> version)
      .toMap

  private final val MostVersions = 64

  private def keys(session: Session, tables: Tables, group: Vector[Request]): Map[UUID, Appended] =
    session
      .inLists(group.flatMap(_.append.key).distinct): (part, marks) =>
        session.query(
          tables.event,
          s"select append_key, seq, append_last, append_version, micros from ${tables.event} " +
            s"where append_key in ($marks)"
        )(binder => part.foreach(binder.uuid)): row =>
          val at = Micros.instant(row.getLong(5))
          Binder.uuidOf(row.getBytes(1)) ->
            Appended(Offset(row.getLong(2)), Offset(row.getLong(3)), row.getLong(4), at, Level.Disk)
      .toMap
