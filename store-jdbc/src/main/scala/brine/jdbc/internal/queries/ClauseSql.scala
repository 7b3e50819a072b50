package brine.jdbc.internal.queries

import brine.jdbc.internal.sql.{Binder, Dialect, Session, Tables}
import brine.journal.Query
import java.nio.charset.StandardCharsets.UTF_8

/** A clause of a query as a statement. It selects all events that the clause does, and may select more: whoever reads
  * them compares them with the query. Thread-safe.
  */
private[jdbc] final class ClauseSql(dialect: Dialect, tables: Tables):
  import ClauseSql.*

  /** The statement of a clause.
    *
    * @param ids
    *   the numbers of the names in it, of those that have one
    * @param after
    *   selects events after this number, up to `until`
    * @param limit
    *   the most events
    * @return
    *   None if no event can match: it has names that nobody has used
    */
  def of(clause: Query.Clause, ids: Map[String, Long], after: Long, until: Long, limit: Int): Option[Branch] =
    val tags    = clause.tags.toVector.map(ids.get)
    val streams = clause.streams.toVector.flatMap(ids.get)
    val kinds   = clause.kinds.toVector.flatMap(ids.get)
    if tags.contains(None) || clause.streams.nonEmpty && streams.isEmpty || clause.kinds.nonEmpty && kinds.isEmpty then
      None
    else
      // The tags that were used last for the first time: often those of the fewest events.
      val chosen = tags.flatten.sorted(using Ordering.Long.reverse).take(MostTags)
      val wheres = Vector(in("e.stream", streams), in("e.kind", kinds), categories(clause)).flatten
      Some(
        if chosen.isEmpty then ofEvents(wheres, after, until, limit) else ofTags(chosen, wheres, after, until, limit)
      )

  private def ofEvents(wheres: Vector[Where], after: Long, until: Long, limit: Int): Branch =
    val all = Where("e.seq > ?", _.long(after)) +: Where("e.seq <= ?", _.long(until)) +: wheres
    Branch(
      s"select e.seq, e.size from ${tables.event} e where ${all.map(_.sql).mkString(" and ")} " +
        s"order by e.seq limit $limit",
      binder => all.foreach(_.bind(binder))
    )

  private def ofTags(tags: Vector[Long], wheres: Vector[Where], after: Long, until: Long, limit: Int): Branch =
    val joins = tags.indices
      .drop(1)
      .map(at => s"join ${tables.tag} t$at on t$at.tag = ? and t$at.seq = t0.seq")
    val all = Vector(
      Where("t0.tag = ?", _.long(tags.head)),
      Where("t0.seq > ?", _.long(after)),
      Where("t0.seq <= ?", _.long(until))
    ) ++ wheres
    Branch(
      s"select t0.seq, e.size from ${tables.tag} t0 ${joins.mkString(" ")} join ${tables.event} e on e.seq = t0.seq " +
        s"where ${all.map(_.sql).mkString(" and ")} order by t0.seq limit $limit",
      binder =>
        binder.longs(tags.drop(1))
        all.foreach(_.bind(binder))
    )

  private def in(column: String, ids: Vector[Long]): Option[Where] =
    Option.when(ids.nonEmpty && ids.size <= MostIds):
      val all = Session.padded(ids)
      Where(s"$column in (${Session.marks(all.size)})", _.longs(all))

  private def categories(clause: Query.Clause): Option[Where] =
    val all = clause.categories.toVector
    Option.when(all.nonEmpty && all.size <= MostCategories):
      val column = dialect.nameInOrder("n.name")
      val ranges = all.map: one =>
        val begin = s"${one.name}${one.separator}".getBytes(UTF_8).take(dialect.nameBytesInOrder)
        (begin, following(begin))
      val each = ranges.map(_ => s"$column >= ? and $column < ?").mkString(" or ")
      Where(
        s"e.stream in (select n.id from ${tables.name} n where $each)",
        binder => ranges.foreach((begin, end) => binder.bytes(begin).bytes(end))
      )

private[jdbc] object ClauseSql:
  // Databases join some sixty tables at most.
  private final val MostTags       = 4
  private final val MostIds        = 64
  private final val MostCategories = 8

  private final class Where(val sql: String, val bind: Binder => Any)

  /** All names of a query that have numbers. */
  def names(query: Query): Iterator[String] =
    query.clauses.iterator.flatMap(clause => clause.tags.iterator ++ clause.streams ++ clause.kinds)

  /** The first bytes after all that begin with these, in UTF-8: where 0xff is no byte. */
  private def following(bytes: Array[Byte]): Array[Byte] =
    val next = bytes.clone
    next(next.length - 1) = (next.last + 1).toByte
    next
