package brine.jdbc.internal.reading

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.queries.{ClausePaths, Path, PathSql}
import brine.jdbc.internal.sql.{Dialect, Session, Tables}
import brine.journal.Query

/** Makes the selections of cursors. Thread-safe.
  *
  * @param most
  *   the most events of one path that are looked for at a time
  */
private[jdbc] final class Selections(dialect: Dialect, tables: Tables, names: Names, most: Int = Selection.Most):
  import Path.Index
  import Selection.Found

  private val clauses = ClausePaths(dialect, tables)
  private val paths   = PathSql(dialect, tables)

  /** All events. */
  def all: Selection = Merge(paths, most, _ => Vector(Path(Index.All, Vector.empty)))

  /** The events with a tag. */
  def tagged(tag: String): Selection = named(tag)(Index.Tagged(_))

  /** The events of a stream. */
  def stream(name: String): Selection = named(name)(Index.InStream(_))

  private def named(name: String)(index: Long => Index): Selection =
    Merge(paths, most, names.id(_, name).map(id => Path(index(id), Vector.empty)).toVector)

  /** The events that a query selects, and maybe others. */
  def matching(query: Query): Selection =
    val all                                   = ClausePaths.names(query).toSet
    val hasRanges                             = ClausePaths.hasRanges(query)
    def found(session: Session): Vector[Path] =
      if hasRanges then names.verify(session)
      clauses.of(session, query, names.ids(session, all))
    Merge(paths, most, found)

  /** The events of a stream from a version on. */
  def stream(name: String, from: Long): Selection = new Selection:
    private var begin  = math.max(from, 1)
    private var before = begin

    // By version, in which they are in order too. With no condition on the number of the event: where a planner has two
    // indexes to choose from, it takes the wrong one until the table was analyzed.
    def next(session: Session, after: Long, until: Long): Found =
      before = begin
      names.id(session, name).fold(Found(Vector.empty, until))(page(session, _, until))

    private def page(session: Session, id: Long, until: Long): Found =
      val select = s"select e.seq, e.size, e.version from ${tables.event} e${dialect.hintOfVersions} " +
        s"where ${dialect.within("e.stream", "e.version")} order by e.stream, e.version limit $most"
      // The row of version 0 says how far the log goes.
      val sql = s"select next_seq as seq, 0 as size, 0 as version from ${tables.head} where id = 1 union all " +
        s"select q.seq, q.size, q.version from ($select) q"
      val found = session.query(tables.event, sql)(dialect.bindWithin(_, id, begin - 1, Long.MaxValue)): row =>
        (row.getLong(1), row.getInt(2), row.getLong(3))
      val (head, events) = found.partition(_._3 == 0)
      head.foreach(one => session.reaches(one._1 - 1))
      val rows = events.sortBy(_._3)
      val seen = rows.takeWhile(_._1 <= until)
      seen.lastOption.foreach(last => begin = last._3 + 1)
      val upTo = if rows.size < most || seen.size < rows.size then until else seen.last._1
      Found(seen.map((seq, size, _) => (seq, size)), upTo)

    def forget(): Unit = begin = before
