package brine.jdbc

import brine.effort.Effort
import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.opening.Opened
import brine.jdbc.internal.reading.Reading
import brine.jdbc.internal.sql.Migration
import brine.journal.*
import scala.util.Random

/** Queries in small pages: each gives exactly what it selects, however its parts are merged. */
abstract class Paging(make: () => TestDatabase) extends DatabaseSuite(make):
  private val separators = Vector('-', '_', '/')

  private def stream(random: Random): String = random.nextInt(12) match
    case 0     => "alone"
    case 1 | 2 => s"many-${random.nextInt(200)}"
    case 3     => s"many/${random.nextInt(200)}"
    case _     =>
      s"c${random.nextInt(3)}${separators(random.nextInt(3))}${random.nextInt(3)}${separators(random.nextInt(3))}x"

  private def query(random: Random, depth: Int = 3): Query = random.nextInt(if depth == 0 then 7 else 11) match
    case 0 => Query.tagged(s"t${random.nextInt(6)}")
    case 1 => Query.tagged("all", s"t${random.nextInt(6)}")
    case 2 => Query.stream(stream(random), Vector.fill(random.nextInt(90))(stream(random))*)
    case 3 => Query.category(s"c${random.nextInt(4)}", separators(random.nextInt(3)))
    case 4 => Query.category("many", separators(random.nextInt(3)))
    case 5 => Query.kinds("String", Vector.fill(random.nextInt(3))(s"K${random.nextInt(3)}")*)
    case 6 => Query.kinds("Even") and Query.category("many")
    case 7 => query(random, depth - 1) and query(random, depth - 1)
    case _ => query(random, depth - 1) or query(random, depth - 1)

  private def fill(log: JdbcEventLog, random: Random, count: Int): Unit =
    for i <- 1 to count do
      val tags = Set("all").filter(_ => random.nextInt(5) > 0) ++ Set(s"t${random.nextInt(6)}", s"u$i")
      val part = Paging.Parity.of(random.nextInt(2))
      log.append[Paging.Parity](stream(random), ExpectedVersion.Any, Seq(part), tags = tags): Unit
    appended(log.append("last", "x")): Unit

  private type Seen = (Long, String, Set[String], Option[String])

  private def walked(cursor: EventCursor, most: Int): Vector[Seen] =
    val found = Vector.newBuilder[Seen]
    var count = 0
    while count < most && cursor.next() do
      found += ((cursor.offset.sequence, cursor.stream, cursor.tags, cursor.kind))
      count += 1
    found.result()

  test("random queries in pages of a few events select what they say, also of events that come meanwhile"):
    val settings = database.fresh()
    logs(1, settings): all =>
      val log = all.head
      fill(log, Random(0), 300)
      val opened  = Opened.of(database.source, settings, Migration.all).fold(error => fail(error.message), identity)
      val tables  = opened.database.tables
      val sources = Vector(1, 2, 3, 7, 50).map: most =>
        most -> Reading(opened.database, Names(tables, opened.identity), Schemas(tables), opened.identity, most)
      try
        for seed <- 1 to Effort.sqlTwins * 40 do
          val random         = Random(seed)
          val (most, source) = sources(random.nextInt(sources.size))
          source.refresh()
          val events                     = walked(source.events(Filter.All, Offset.Begin), Int.MaxValue)
          val asked                      = query(random)
          val from                       = Offset(random.nextInt(events.size + 2).toLong)
          def want(events: Vector[Seen]) =
            events.filter((seq, stream, tags, kind) => seq >= from.sequence && asked.matches(stream, tags, kind))
          val cursor = source.matching(asked, from)
          val parts  = Vector.newBuilder[Vector[Seen]]
          parts += walked(cursor, random.nextInt(60))
          if random.nextInt(10) == 0 then
            fill(log, random, 1 + random.nextInt(20))
            source.refresh()
          parts += walked(cursor, Int.MaxValue)
          val now   = walked(source.events(Filter.All, Offset.Begin), Int.MaxValue)
          val found = parts.result().flatten
          assertEquals(found.map(_._1), want(now).map(_._1), s"seed $seed, pages of $most: $asked from $from")
          assertEquals(found, want(now))
          val name  = stream(random)
          val begin = random.nextInt(5).toLong
          assertEquals(
            walked(source.stream(name, begin), Int.MaxValue).map(_._1),
            now.filter(_._2 == name).drop(math.max(0, begin.toInt - 1)).map(_._1),
            s"seed $seed: $name from $begin"
          )
          assertEquals(
            walked(source.events(Filter.Stream(name), from), Int.MaxValue).map(_._1),
            now.filter(one => one._2 == name && one._1 >= from.sequence).map(_._1),
            s"seed $seed: $name from $from"
          )
      finally opened.database.close()

object Paging:
  /** Events of two kinds. */
  enum Parity derives brine.codec.Codec:
    case Even(value: Int)
    case Odd(value: Int)

  object Parity:
    def of(value: Int): Parity = if value % 2 == 0 then Even(value) else Odd(value)

/** On SQLite. */
class SqlitePagingSuite extends Paging(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlPagingSuite extends Paging(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbPagingSuite extends Paging(() => TestDatabase.Mariadb())
