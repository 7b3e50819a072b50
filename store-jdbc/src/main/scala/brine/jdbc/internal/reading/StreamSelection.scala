package brine.jdbc.internal.reading

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.reading.Selection.Found
import brine.jdbc.internal.sql.{Dialect, Session, Tables}

/** The events of a stream, by version: they are in the order of their numbers too.
  *
  * Each page is a range of versions, so that a planner finds it by the index of versions, whatever it knows of the
  * table. Streams are in two indexes. If a page asks for the first events after a version, or after a number,
  * PostgreSQL may walk the other index, and reads the whole stream for each page.
  *
  * @param from
  *   the first version; 0 for that of the first event after the number where the selection begins
  * @param most
  *   the most versions of a page
  */
private[reading] final class StreamSelection(
    dialect: Dialect,
    tables: Tables,
    names: Names,
    name: String,
    from: Long,
    most: Int
) extends Selection:
  private var begin  = math.max(from, 0)
  private var before = begin

  def next(session: Session, after: Long, until: Long): Found =
    before = begin
    names
      .id(session, name)
      .fold(Found(Vector.empty, until)): id =>
        if begin == 0 then begin = if after == 0 then 1 else firstAfter(session, id, "seq", after)
        if begin == 0 then Found(Vector.empty, until) else page(session, id, until)

  private def page(session: Session, id: Long, until: Long): Found =
    val (last, rows) = range(session, id)
    val seen         = rows.takeWhile(_.seq <= until)
    def found        = seen.map(row => (row.seq, row.size))
    if seen.size < rows.size || last < begin + most then
      seen.lastOption.foreach(row => begin = row.version + 1)
      Found(found, until)
    else if rows.isEmpty then
      // Copies may leave out versions.
      val following = firstAfter(session, id, "version", begin)
      if following == 0 then Found(Vector.empty, until)
      else
        begin = following
        page(session, id, until)
    else
      begin += most
      Found(found, seen.last.seq)

  /** The last version of the stream, and its events in a range of versions, in order. */
  private def range(session: Session, id: Long): (Long, Vector[StreamSelection.Row]) =
    // The row of size -1 says how far the log goes, and has the last version.
    val sql = s"select next_seq as seq, -1 as size, (select max(version) from ${tables.event} where stream = ?) as " +
      s"version from ${tables.head} where id = 1 union all select e.seq, e.size, e.version from " +
      s"${tables.event} e${dialect.hintOfVersions} where e.stream = ? and e.version >= ? and e.version < ?"
    val all = session.query(tables.event, sql)(_.long(id).long(id).long(begin).long(begin + most)): row =>
      StreamSelection.Row(row.getLong(1), row.getInt(2), row.getLong(3)) // 0 for null
    val (head, rows) = all.partition(_.size < 0)
    head.foreach(one => session.reaches(one.seq - 1))
    (head.headOption.fold(0L)(_.version), rows.sortBy(_.version))

  /** The version of the first event with a number or a version above this one; 0 if there is none. May read the whole
    * stream.
    */
  private def firstAfter(session: Session, id: Long, column: String, value: Long): Long =
    val hint = if column == "seq" then dialect.hint(tables.byStream) else dialect.hintOfVersions
    val sql  = s"select e.version from ${tables.event} e$hint where ${dialect.within("e.stream", s"e.$column")} " +
      s"order by e.stream, e.$column limit 1"
    session.first(tables.event, sql)(dialect.bindWithin(_, id, value, Long.MaxValue))(_.getLong(1)).getOrElse(0L)

  def forget(): Unit = begin = before

private object StreamSelection:
  final case class Row(seq: Long, size: Int, version: Long)
