package brine.jdbc.internal.reading

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.queries.{Branch, ClauseSql}
import brine.jdbc.internal.sql.{Session, Tables}
import brine.journal.Query
import java.sql.ResultSet

/** Makes the selections of cursors. Thread-safe. */
private[jdbc] final class Selections(tables: Tables, names: Names, clauses: ClauseSql):
  import Selection.{Found, Most}

  private def seqAndSize(row: ResultSet): (Long, Int) = (row.getLong(1), row.getInt(2))

  /** All events. */
  def all: Selection = (session, after, until) =>
    Selection.upTo(
      session.query(
        tables.event,
        s"select seq, size from ${tables.event} where seq > ? and seq <= ? order by seq limit $Most"
      )(_.long(after).long(until))(seqAndSize),
      until
    )

  /** The events with a tag. */
  def tagged(tag: String): Selection = (session, after, until) =>
    names.id(session, tag) match
      case None     => Found(Vector.empty, until)
      case Some(id) =>
        val sql = s"select t.seq, e.size from ${tables.tag} t join ${tables.event} e on e.seq = t.seq " +
          s"where t.tag = ? and t.seq > ? and t.seq <= ? order by t.seq limit $Most"
        Selection.upTo(session.query(tables.tag, sql)(_.long(id).long(after).long(until))(seqAndSize), until)

  /** The events of a stream from a version on. */
  def stream(name: String, from: Long): Selection = new Selection:
    private var begin = from

    // By version, in which they are in order too: that is what the index has.
    def next(session: Session, after: Long, until: Long): Found = names.id(session, name) match
      case None     => Found(Vector.empty, until)
      case Some(id) =>
        val sql = s"select seq, size, version from ${tables.event} where stream = ? and version >= ? and seq > ? " +
          s"and seq <= ? order by version limit $Most"
        val rows = session.query(tables.event, sql)(_.long(id).long(begin).long(after).long(until)): row =>
          (seqAndSize(row), row.getLong(3))
        rows.lastOption.foreach(last => begin = last._2 + 1)
        Selection.upTo(rows.map(_._1), until)

  /** The events that a query selects, and maybe others. */
  def matching(query: Query): Selection = (session, after, until) =>
    val ids      = names.ids(session, ClauseSql.names(query).toSet)
    val branches = query.clauses.flatMap(clauses.of(_, ids, after, until, Most))
    val found    = Branch.run(session, tables.event, branches).groupBy(_.branch)
    // A branch that has more is known up to its last event.
    val upTo = found.valuesIterator.filter(_.size >= Most).map(_.map(_.seq).max).minOption.getOrElse(until)
    val all  = found.valuesIterator.flatten.map(one => (one.seq, one.size)).filter(_._1 <= upTo).toVector
    Found(all.distinct.sorted, upTo)
