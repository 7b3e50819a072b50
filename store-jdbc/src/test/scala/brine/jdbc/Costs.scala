package brine.jdbc

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.opening.Opened
import brine.jdbc.internal.queries.{Branch, ClausePaths, PathSql}
import brine.jdbc.internal.reading.{Selection, Selections}
import brine.jdbc.internal.sql.{Dialect, Migration, Session, Tables}
import brine.journal.*

/** What pages of queries cost, counted in rows that the database reads: about what they return, however many events
  * there are, and whether the planner knows the tables or not.
  *
  * @param page
  *   the most that reading one more event of a page may cost
  * @param more
  *   the most that a statement of a path may cost besides
  */
abstract class Costs(make: () => TestDatabase, page: Int, more: Int) extends DatabaseSuite(make):
  protected def reads(settings: JdbcSettings): Reads

  /** Runs before a table is filled. */
  protected def prepared(tables: Tables): Unit

  /** Gives the planner statistics. */
  protected def analyzed(tables: Tables): Unit

  private final val Most = 50

  // One in 20 is in ten streams of the category `few`, each other one in a stream of its own. `rare` has ten events.
  private def fill(log: JdbcEventLog, count: Int): Unit =
    for i <- 0 until count do
      val stream = if i % 20 == 0 then s"few-${i / 20 % 10}" else if i % 20 == 1 then s"odd/$i" else s"wide-$i"
      val tags = Set(s"ten-${i % 10}") ++ Set("often").filter(_ => i % 2 == 0) ++ Set("rare").filter(_ => i % 2000 == 0)
      log.append(stream, ExpectedVersion.Any, Seq(s"$i"), tags = tags): Unit
      if i == count / 2 then
        for k <- 1 to 10 do log.append(s"rare-$k", s"$k"): Unit
        for k <- 1 to 10 do log.append(s"rare/$k", s"$k"): Unit
    appended(log.append("end", "end")): Unit

  private def fillOneStream(log: JdbcEventLog, count: Int): Unit =
    for i <- 0 until count do
      val tags = Set("rare").filter(_ => i % 1000 == 0)
      if i == 150 then log.append("long", ExpectedVersion.Any, Seq(7L)): Unit
      else log.append(if i % 100 == 0 then s"other-$i" else "long", ExpectedVersion.Any, Seq(s"$i"), tags = tags): Unit
    appended(log.append("end", "end")): Unit

  private val small = 3_000
  private val large = 10 * small

  private final class Filled(
      session: Session,
      names: Names,
      dialect: Dialect,
      tables: Tables,
      val last: Long,
      reads: Reads
  ):
    val selections: Selections = Selections(dialect, tables, names, Most)

    /** What it costs to find the first event that a query selects after one, as appends with conditions do. */
    def first(query: Query, after: Long): Long =
      val ids   = names.ids(session, ClausePaths.names(query).toSet)
      val paths = ClausePaths(dialect, tables).of(session, query, ids)
      val all   = paths.map(PathSql(dialect, tables).first(_, after, last))
      val found = reads.of(session.connection)(Branch.run(session, tables.event, all))
      assert(found._2.exists(_.seq > after), s"$query after $after")
      found._1

    /** All pages: what each has cost, and how many events it has. */
    def pages(selection: Selection, after: Long = 0): Vector[(Long, Int)] =
      val found = Vector.newBuilder[(Long, Int)]
      var at    = after
      while at < last do
        val (cost, some) = reads.of(session.connection)(selection.next(session, at, last))
        at = some.upTo
        found += ((cost, some.events.size))
      found.result()

  /** Runs a body with a log of many events, without statistics and with them. */
  private def filled(count: Int, fill: (JdbcEventLog, Int) => Unit)(body: (Filled, String) => Unit): Unit =
    val settings = database.fresh().withMaxPendingAppends(1 << 14)
    val tables   = Tables(settings.prefix)
    logs(1, settings): all =>
      prepared(tables)
      fill(all.head, count)
      val opened = Opened.of(database.source, settings, Migration.all).fold(error => fail(error.message), identity)
      try
        for isAnalyzed <- Vector(false, true) do
          if isAnalyzed then analyzed(tables)
          val session = opened.database.connect()
          try
            val names = Names(tables, opened.identity)
            val about = s"of $count ${if isAnalyzed then "with" else "without"} statistics"
            body(Filled(session, names, opened.database.dialect, tables, opened.last, reads(settings)), about)
          finally session.close()
      finally opened.database.close()

  private def of(query: Query): Selections => Selection = _.matching(query)

  private val tens = (0 to 9).map(i => Query.tagged(s"ten-$i")).reduce(_ or _)

  // Each by an index: how many paths it has at most.
  private val indexed = Vector[(String, Int, Selections => Selection)](
    ("all", 1, _.all),
    ("a tag", 1, _.tagged("often")),
    ("a category that is nearly all events, each in a stream of its own", 1, of(Query.category("wide"))),
    ("a category of few streams", 1, of(Query.category("few"))),
    ("a rare category", 1, of(Query.category("rare"))),
    ("a rare category of another separator", 10, of(Query.category("rare", '/'))),
    ("a stream by version", 1, _.stream("few-3", 0)),
    ("a stream by number", 1, _.stream("few-3")),
    ("several streams", 10, of(Query.stream("few-0", (1 to 9).map(i => s"few-$i")*))),
    ("several tags, which are all events", 10, of(tens)),
    ("a rare tag or a category", 2, of(Query.tagged("rare") or Query.category("wide"))),
    (
      "a tag or a stream or two categories",
      4,
      of(
        Query.tagged("ten-1") or Query.stream("few-3") or Query.category("few") or Query.category("rare")
      )
    )
  )

  private val ofOneStream = Vector[(String, Int, Selections => Selection)](
    ("a long stream by version", 1, _.stream("long", 0)),
    ("a long stream by number", 1, _.stream("long")),
    ("a query of a long stream", 1, of(Query.stream("long"))),
    ("a query of a kind in a long stream", 1, of(Query.stream("long") and Query.kinds("String"))),
    ("a long stream or another one", 2, of(Query.stream("long", "other-0"))),
    ("a long stream or a rare tag", 2, of(Query.stream("long") or Query.tagged("rare"))),
    ("a long stream or a category", 2, of(Query.stream("long") or Query.category("other")))
  )

  private def isBounded(
      log: Filled,
      about: String,
      selections: Vector[(String, Int, Selections => Selection)]
  ): Unit =
    for (what, paths, selection) <- selections; after <- Vector(0L, log.last / 2, log.last - 5) do
      val pages         = log.pages(selection(log.selections), after)
      val sum           = pages.map(_._1).sum
      val found         = pages.map(_._2).sum
      val (worst, size) = pages.maxBy(_._1)
      // What a path finds beyond a page is kept for the next.
      assert(
        worst <= page.toLong * (size + 2 * Most * paths) + more * paths,
        s"$what $about after $after: a page of $size events has read $worst rows"
      )
      assert(
        sum <= page.toLong * 2 * found + more.toLong * (paths + 1) * (1 + pages.size),
        s"$what $about after $after: $found events in ${pages.size} pages have read $sum rows"
      )

  private val walks = Vector[(String, Query)](
    "a kind, and a category of another separator" -> (Query.kinds("String") and Query.category("odd", '/')),
    "a category of another separator"             -> Query.category("odd", '/'),
    "two of them"                                 -> (Query.category("odd", '/') or Query.category("wide-", '1')),
    "a kind"                                      -> Query.kinds("String"),
    "a tag and a category of few events"          -> (Query.tagged("often") and Query.category("rare"))
  )

  private def isOneWalk(log: Filled, about: String): Unit =
    for (what, query) <- walks do
      val pages = log.pages(log.selections.matching(query))
      val sum   = pages.map(_._1).sum
      val worst = pages.map(_._1).max
      assert(sum <= 3L * page * log.last, s"$what $about: the walk has read $sum rows")
      assert(worst <= 3L * page * Most * 8 + 4 * more, s"$what $about: a page has read $worst rows")

  test("a page costs about what it returns, and what no index has is found in one walk, in parts"):
    for count <- Vector(small, large) do
      filled(count, fill): (log, about) =>
        isBounded(log, about, indexed)
        isOneWalk(log, about)

  test("a page of a stream that is nearly the whole log costs about what it returns"):
    for count <- Vector(small, large) do
      filled(count, fillOneStream): (log, about) =>
        isBounded(log, about, ofOneStream)
        for after <- Vector(0L, log.last / 2, log.last - 5) do
          for query <- Vector(Query.stream("long"), Query.stream("long") and Query.kinds("String")) do
            val cost = log.first(query, after)
            assert(cost <= 2 * page + more, s"the first event of $query after $after $about has cost $cost rows")
        // It reads the stream up to it.
        val cost = log.first(Query.stream("long") and Query.kinds("Long"), 0)
        assert(cost <= 150L * page + more, s"the first event of a rare kind $about has cost $cost rows")

/** On SQLite: an event takes some steps of its machine. */
class SqliteCostSuite extends Costs(() => TestDatabase.Sqlite(), page = 60, more = 2_000):
  protected def reads(settings: JdbcSettings): Reads = Reads.Sqlite
  protected def prepared(tables: Tables): Unit       = ()
  protected def analyzed(tables: Tables): Unit       = database.change("analyze")

/** On PostgreSQL. */
class PostgresqlCostSuite extends Costs(() => TestDatabase.Postgresql(), page = 6, more = 200):
  protected def reads(settings: JdbcSettings): Reads = Reads.postgresql(settings.prefix)
  protected def prepared(tables: Tables): Unit       =
    for table <- Vector(tables.event, tables.tag, tables.name) do
      database.change(s"alter table $table set (autovacuum_enabled = false)")
  protected def analyzed(tables: Tables): Unit =
    for table <- Vector(tables.event, tables.tag, tables.name) do database.change(s"analyze $table")

/** On MariaDB. */
class MariadbCostSuite extends Costs(() => TestDatabase.Mariadb(), page = 6, more = 200):
  protected def reads(settings: JdbcSettings): Reads = Reads.Mariadb
  protected def prepared(tables: Tables): Unit       = ()
  protected def analyzed(tables: Tables): Unit       =
    for table <- Vector(tables.event, tables.tag, tables.name) do
      database.apply(connection => connection.createStatement().execute(s"analyze table $table"): Unit)
