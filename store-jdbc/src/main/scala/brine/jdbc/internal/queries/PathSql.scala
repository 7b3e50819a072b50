package brine.jdbc.internal.queries

import brine.jdbc.internal.sql.{Binder, Dialect, Session, Tables}
import brine.journal.Category
import java.nio.charset.StandardCharsets.UTF_8

/** The statements of paths. Thread-safe.
  *
  * Each says which index it walks, so far as the database lets it: a planner with wrong statistics, or none, collects
  * all matches and sorts them for each page.
  */
private[jdbc] final class PathSql(dialect: Dialect, tables: Tables):
  import Path.{Index, Test}
  import PathSql.{Part, Rest}

  /** Runs pages. Tells the session how far the log goes. */
  def run(session: Session, pages: IndexedSeq[Branch]): Vector[Branch.Found] = Branch.run(session, tables, pages)

  /** A page: the first events after a number, up to another one, and no more than a limit. Those that are not selected
    * are part of it, but marked: so the cost of the statement has a bound, and who reads it knows how far it has come.
    * In any order.
    */
  def page(path: Path, after: Long, until: Long, limit: Int): Branch =
    val hit  = this.hit(path)
    val walk = walked(path.index, after, until)
    path.index match
      case Index.Tagged(_) =>
        // An event that somebody has deleted is selected, so that loading it says so.
        val sql =
          s"select p.seq, coalesce(e.size, 0) as size, case when e.seq is null then 1 else ${hit.sql} end as hit, " +
            s"0 as version from (select t.seq from ${tables.tag} t where ${walk.sql} order by t.tag, t.seq " +
            s"limit $limit) p " + dialect.lookedUp(tables.event, "p.seq")
        Branch(sql, binder => { hit.bind(binder); walk.bind(binder) })
      case index =>
        val sql = s"select e.seq, e.size, ${hit.sql} as hit, 0 as version from (select e.seq, e.size, e.kind, " +
          s"e.stream from ${tables.event} e${hint(index)} where ${walk.sql} order by ${order(index)} limit $limit) e"
        Branch(sql, binder => { hit.bind(binder); walk.bind(binder) })

  private def hit(path: Path): Part =
    if path.tests.isEmpty then Part("1") else any(path.tests).map(sql => s"case when $sql then 1 else 0 end")

  /** A page of a stream: its events from a version on, before another one, with their versions. Those that are not
    * selected are marked. In any order, and with one row of size -1 that has the last version of the stream.
    *
    * It is a range of versions, so that a planner finds it by the index of versions, whatever it knows of the table.
    * Streams are in two indexes. If a page asks for the first events after a number, PostgreSQL may walk the other one,
    * and reads the whole stream for each page.
    */
  def page(path: Path, stream: Long, from: Long, before: Long): Branch =
    val test = hit(path)
    val sql  = s"select e.seq, e.size, ${test.sql} as hit, e.version from (select e.seq, e.size, e.kind, e.stream, " +
      s"e.version from ${tables.event} e${dialect.hintOfVersions} where e.stream = ? and e.version >= ? and " +
      s"e.version < ?) e union all select 0 as seq, -1 as size, 0 as hit, (select max(m.version) from " +
      s"${tables.event} m where m.stream = ?) as version"
    Branch(sql, binder => { test.bind(binder); binder.long(stream).long(from).long(before).long(stream) })

  /** The version where the events of a stream after a number begin, or would begin. */
  def versionAfter(stream: Long, seq: Long): Branch =
    Branch(
      s"select 0 as seq, 0 as size, 0 as hit, v.version from (${dialect.versionAfter(tables)}) v",
      dialect.bindVersionAfter(_, stream, seq)
    )

  /** The first version of a stream that is there, from a version on. */
  def versionFrom(stream: Long, version: Long): Branch =
    val sql = s"select 0 as seq, 0 as size, 0 as hit, e.version from ${tables.event} e${dialect.hintOfVersions} " +
      "where e.stream = ? and e.version >= ? order by e.version limit 1"
    Branch(sql, _.long(stream).long(version))

  /** The first event that is selected. */
  def first(path: Path, after: Long, until: Long): Branch =
    path.index match
      case Index.InStream(stream) if !dialect.hasHints => firstInStream(path, stream, after, until)
      case index                                       =>
        val tests = if path.tests.isEmpty then Part("") else any(path.tests).map(sql => s" and ($sql)")
        val walk  = walked(index, after, until)
        val from  = index match
          case Index.Tagged(_) if path.tests.isEmpty => s"select t.seq, $Rest from ${tables.tag} t"
          case Index.Tagged(_)                       =>
            s"select t.seq, $Rest from ${tables.tag} t ${dialect.lookedUp(tables.event, "t.seq")}"
          case index => s"select e.seq, $Rest from ${tables.event} e${hint(index)}"
        val sql = s"$from where ${walk.sql}${tests.sql} order by ${order(index)} limit 1"
        Branch(sql, binder => { walk.bind(binder); tests.bind(binder) })

  // By the index of versions alone: it must not be able to use another one. Versions have an upper bound, and tests are
  // a case: a planner that misjudges how many match would collect and sort them all.
  private def firstInStream(path: Path, stream: Long, after: Long, until: Long): Branch =
    val tests = if path.tests.isEmpty then Part("") else hit(path).map(sql => s" and ($sql) = 1")
    val sql   = s"select e.seq, $Rest from ${tables.event} e where e.stream = ? and " +
      s"e.version >= (select v.version from (${dialect.versionAfter(tables)}) v) and e.version <= ${Long.MaxValue} " +
      s"and e.seq + 0 <= ?${tests.sql} order by e.version limit 1"
    Branch(
      sql,
      binder => { dialect.bindVersionAfter(binder.long(stream), stream, after).long(until); tests.bind(binder) }
    )

  private def walked(index: Index, after: Long, until: Long): Part = index match
    case Index.Tagged(tag)          => within("t.tag", tag, "t.seq", after, until)
    case Index.InStream(stream)     => within("e.stream", stream, "e.seq", after, until)
    case Index.InCategory(category) => within("e.category", category, "e.seq", after, until)
    case Index.All                  => Part("e.seq > ? and e.seq <= ?", _.long(after).long(until))

  private def within(key: String, value: Long, seq: String, after: Long, until: Long) =
    Part(dialect.within(key, seq), dialect.bindWithin(_, value, after, until))

  private def order(index: Index): String = index match
    case Index.Tagged(_)     => "t.tag, t.seq"
    case Index.InStream(_)   => "e.stream, e.seq"
    case Index.InCategory(_) => "e.category, e.seq"
    case Index.All           => "e.seq"

  private def hint(index: Index): String = index match
    case Index.InStream(_)   => dialect.hint(tables.byStream)
    case Index.InCategory(_) => dialect.hint(tables.byCategory)
    case _                   => ""

  // ---- Tests --------------------------------------------------------------------------------------------------------

  private def any(tests: Vector[Test]): Part = Part.joined(tests.map(test), " or ")

  // No `exists`: a planner may answer that for all rows at once, by reading all events of a tag for each page.
  private def test(one: Test): Part =
    val tags = one.tags.map: tag =>
      Part(s"(select count(*) from ${tables.tag} x where x.tag = ? and x.seq = e.seq) = 1", _.long(tag))
    val rest = Vector(in("e.kind", one.kinds), in("e.stream", one.streams), categories(one.categories)).flatten
    Part.joined(tags ++ rest, " and ").map(sql => s"($sql)")

  private def in(column: String, ids: Vector[Long]): Option[Part] = Option.when(ids.nonEmpty):
    val all = Session.padded(ids)
    Part(s"$column in (${Session.marks(all.size)})", _.longs(all))

  private def categories(all: Vector[Category]): Option[Part] = Option.when(all.nonEmpty):
    val column = dialect.nameInOrder("n.name")
    val ranges = all.map(PathSql.range(_, dialect))
    val each   = ranges.map(_ => s"$column >= ? and $column < ?").mkString(" or ")
    Part(
      s"(select case when $each then 1 else 0 end from ${tables.name} n where n.id = e.stream) = 1",
      binder => ranges.foreach((begin, end) => binder.bytes(begin).bytes(end))
    )

private[jdbc] object PathSql:
  private final val Rest = "0 as size, 1 as hit, 0 as version"

  /** Part of a statement, with what sets its parameters. */
  private final class Part(val sql: String, val bind: Binder => Any = _ => ()):
    def map(change: String => String): Part = Part(change(sql), bind)

  private object Part:
    def joined(all: Vector[Part], by: String): Part =
      Part(all.map(_.sql).mkString(by), binder => all.foreach(_.bind(binder)))

  /** The bytes that the names of the streams of a category are not less than, and those that they are less than. */
  def range(category: Category, dialect: Dialect): (Array[Byte], Array[Byte]) =
    val begin = s"${category.name}${category.separator}".getBytes(UTF_8).take(dialect.nameBytesInOrder)
    (begin, following(begin))

  /** The first bytes after all that begin with these, in UTF-8: where 0xff is no byte. */
  private def following(bytes: Array[Byte]): Array[Byte] =
    val next = bytes.clone
    next(next.length - 1) = (next.last + 1).toByte
    next
