package brine.jdbc.internal.sql

import brine.journal.Category
import java.nio.charset.StandardCharsets.UTF_8

/** Gives the events of tables of version 1 the number of their category. */
private[jdbc] object Categories:
  private final val Most = 1000

  /** Changes the events that have none. The caller holds the lock of the head. */
  def fill(session: Session, tables: Tables): Unit =
    var streams = next(session, tables, 0)
    while streams.nonEmpty do
      val some = for (id, name) <- streams; category <- Category.of(name) yield (category.name, id)
      for (category, all) <- some.groupMap(_._1)(_._2) do
        val number = numbered(session, tables, category)
        session.inLists(all): (part, marks) =>
          val sql = s"update ${tables.event} set category = ? where category is null and stream in ($marks)"
          session.update(tables.event, sql)(_.long(number).longs(part)): Unit
          Vector.empty
        : Unit
      streams = next(session, tables, streams.last._1)

  // Names that are streams, in the order of their numbers.
  private def next(session: Session, tables: Tables, after: Long): Vector[(Long, String)] =
    val sql = s"select n.id, n.name from ${tables.name} n where n.id > ? and " +
      s"exists (select 1 from ${tables.event} e where e.stream = n.id) order by n.id limit $Most"
    session.query(tables.name, sql)(_.long(after))(row => (row.getLong(1), String(row.getBytes(2), UTF_8)))

  private def numbered(session: Session, tables: Tables, name: String): Long =
    val bytes = name.getBytes(UTF_8)
    session
      .first(tables.name, s"select id from ${tables.name} where hash = ?")(_.bytes(Hash.of(bytes)))(_.getLong(1))
      .getOrElse:
        val id = session
          .first(tables.head, s"select next_name from ${tables.head} where id = 1")(_ => ())(_.getLong(1))
          .getOrElse(throw OwnFailure(s"table ${tables.head} has no row: somebody has deleted it"))
        session.update(tables.name, s"insert into ${tables.name} (id, hash, name) values (?, ?, ?)")(
          _.long(id).bytes(Hash.of(bytes)).bytes(bytes)
        ): Unit
        session.update(tables.head, s"update ${tables.head} set next_name = ? where id = 1")(_.long(id + 1)): Unit
        id
