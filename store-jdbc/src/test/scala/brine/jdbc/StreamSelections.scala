package brine.jdbc

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.opening.Opened
import brine.jdbc.internal.reading.{Selection, Selections}
import brine.jdbc.internal.sql.{Migration, Session, Tables}
import brine.journal.{ExpectedVersion, Query}
import java.util.SplittableRandom
import scala.util.Using

/** Pages of streams, by version, by number and as part of queries, beside what a statement over all rows finds: also of
  * streams that leave out versions, as copies of logs with deleted events do.
  */
abstract class StreamSelections(make: () => TestDatabase) extends DatabaseSuite(make):
  private final val Most = 7

  private final class Filled(session: Session, selections: Selections, tables: Tables):
    private def rows(sql: String): Vector[(Long, Long)] =
      Using.resource(session.connection.createStatement())(statement =>
        Using.resource(statement.executeQuery(sql)): rows =>
          Vector.unfold(rows)(at => Option.when(at.next())(((at.getLong(1), at.getLong(2)), at)))
      )

    /** Number and version of all events of a stream. */
    def all(name: String): Vector[(Long, Long)] =
      rows(
        s"select e.seq, e.version from ${tables.event} e where e.stream = " +
          s"(select min(x.stream) from ${tables.event} x where x.seq = ${first(name)}) order by e.version"
      )

    private val firsts              = Map("long" -> 1, "short" -> 2)
    private def first(name: String) = firsts(name)

    /** Numbers of the events that a selection finds from a number on, up to another one. */
    def pages(selection: Selection, after: Long, until: Long, random: SplittableRandom): Vector[Long] =
      val found = Vector.newBuilder[Long]
      var at    = after
      while at < until do
        // The log grows while it is read: the bound is not always the last one.
        val some = selection.next(session, at, random.nextLong(at, until) + 1)
        assert(some.upTo > at || some.events.nonEmpty, s"nothing after $at, up to ${some.upTo}")
        assert(some.events.forall(one => one._1 > at && one._1 <= some.upTo), s"$some after $at")
        // Where versions are left out, it asks for more of them.
        assert(some.events.size <= 3 * 8 * Most, some.events.size)
        at = some.upTo
        found ++= some.events.map(_._1)
      found.result()

    def byVersion(name: String, from: Long): Selection = selections.stream(name, from)
    def byNumber(name: String): Selection              = selections.stream(name)
    def matching(query: Query): Selection              = selections.matching(query)

    /** Numbers of all events that a query selects. */
    def selected(query: Query, all: Vector[Sent]): Vector[Long] =
      val there = rows(s"select seq, 0 from ${tables.event} order by seq").map(_._1)
      there.filter(seq => all.lift(seq.toInt - 1).exists(one => query.matches(one.stream, one.tags, Some(one.kind))))

  private final class Sent(val stream: String, val tags: Set[String], val kind: String)

  // The first event of each stream stays: it tells the number of its name.
  private def fill(log: JdbcEventLog, random: SplittableRandom): Vector[Sent] =
    val all = Vector.newBuilder[Sent]
    for name <- Vector("long", "short") do
      log.append(name, ExpectedVersion.Any, Seq("first")): Unit
      all += Sent(name, Set.empty, "String")
    for i <- 1 to 150 do
      val stream = if random.nextInt(6) == 0 then "short" else "long"
      val tags   = Set("often", "rare").filter(tag => random.nextInt(if tag == "often" then 2 else 20) == 0)
      val isEven = i % 2 == 0
      log.append[Paging.Parity](stream, ExpectedVersion.Any, Seq(Paging.Parity.of(i)), tags = tags): Unit
      all += Sent(stream, tags, if isEven then "Even" else "Odd")
    appended(log.append("other", "end")): Unit
    all.result()

  private def leaveOut(tables: Tables, random: SplittableRandom): Unit =
    for _ <- 1 to random.nextInt(5) do
      val from  = 3 + random.nextInt(140)
      val to    = from + random.nextInt(60)
      val range = s"between $from and ${math.min(to, 152)}"
      database.change(s"delete from ${tables.event} where seq $range")
      database.change(s"delete from ${tables.tag} where seq $range")

  // Each has a stream.
  private val queries = Vector(
    Query.stream("long"),
    Query.stream("long", "short", "never"),
    Query.stream("short") or Query.tagged("often"),
    Query.stream("long") or Query.tagged("rare"),
    Query.stream("long") and Query.kinds("Even"),
    Query.stream("long") and Query.kinds("Odd") or Query.stream("short"),
    Query.stream("long") and Query.kinds("Odd") or Query.stream("long") and Query.kinds("Even")
  )

  test("pages of a stream have what a statement over all rows finds"):
    val seed = System.nanoTime // printed on failure
    for round <- 1 to 6 do
      val random   = SplittableRandom(seed + round)
      val settings = database.fresh()
      val tables   = Tables(settings.prefix)
      logs(1, settings): all =>
        val sent = fill(all.head, random)
        if round > 1 then leaveOut(tables, random)
        val opened  = Opened.of(database.source, settings, Migration.all).fold(error => fail(error.message), identity)
        val session = opened.database.connect()
        try
          val selections = Selections(opened.database.dialect, tables, Names(tables, opened.identity), Most)
          val log        = Filled(session, selections, tables)
          for name <- Vector("long", "short") do
            val events = log.all(name)
            for _ <- 1 to 10 do
              val (from, after, until) =
                (random.nextInt(170).toLong, random.nextInt(150).toLong, 1 + random.nextInt(153).toLong)
              assertEquals(
                log.pages(log.byVersion(name, from), 0, until, random),
                events.collect { case (seq, version) if version >= from && seq <= until => seq },
                s"$name from version $from up to $until, round $round of seed $seed"
              )
              assertEquals(
                log.pages(log.byNumber(name), after, until, random),
                events.collect { case (seq, _) if seq > after && seq <= until => seq },
                s"$name after $after up to $until, round $round of seed $seed"
              )
          for _ <- 1 to 15 do
            val asked          = queries(random.nextInt(queries.size))
            val (after, until) = (random.nextInt(4) * random.nextInt(50).toLong, 1 + random.nextInt(153).toLong)
            assertEquals(
              log.pages(log.matching(asked), after, until, random),
              log.selected(asked, sent).filter(seq => seq > after && seq <= until),
              s"$asked after $after up to $until, round $round of seed $seed"
            )
        finally
          session.close()
          opened.database.close()

class SqliteStreamSelectionSuite     extends StreamSelections(() => TestDatabase.Sqlite())
class PostgresqlStreamSelectionSuite extends StreamSelections(() => TestDatabase.Postgresql())
class MariadbStreamSelectionSuite    extends StreamSelections(() => TestDatabase.Mariadb())
