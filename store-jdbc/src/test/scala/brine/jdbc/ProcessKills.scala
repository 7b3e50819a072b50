package brine.jdbc

import brine.effort.Effort
import brine.journal.testkit.ChildJvm
import java.util.SplittableRandom
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable
import scala.concurrent.duration.{Duration, DurationInt}
import scala.jdk.CollectionConverters.*

/** Processes that append to one log in a database are killed, as `kill -9` does, one after the other, while the next
  * one appends already: what was acknowledged is there, nothing is twice, each append is whole, and order is kept.
  */
abstract class ProcessKills(make: () => TestDatabase) extends DatabaseSuite(make):
  override def munitTimeout: Duration = 120.minutes

  /** A process, and what it has said. */
  private final class Writer(name: String, prefix: String, acknowledged: mutable.Map[(String, Int), Long])
      extends AutoCloseable:
    private val process          = ChildJvm.start("brine.jdbc.KilledWriter", Seq(database.url, prefix, name))
    @volatile private var count  = 0
    @volatile private var failed = Option.empty[String]
    private val reader           = Thread.ofPlatform.start: () =>
      Iterator
        .continually(process.readLine())
        .takeWhile(_ != null)
        .foreach:
          case s"ack $writer $number $offset" =>
            acknowledged((writer, number.toInt)) = offset.toLong
            count += 1
          case other => failed = Some(other)

    /** Waits until it has this number of acknowledgements. */
    def await(wanted: Int): Unit =
      eventually(s"$name has $wanted acknowledgements, it has $count")(count >= wanted || failed.isDefined)
      assertEquals(failed, None)

    def close(): Unit =
      process.kill()
      reader.join()
      assertEquals(failed, None)

  test(s"${Effort.sqlKills} processes killed while they and others append"):
    val seed         = System.nanoTime // printed, to repeat the same kind of round
    val random       = SplittableRandom(seed)
    val settings     = database.fresh()
    val acknowledged = ConcurrentHashMap[(String, Int), Long]().asScala
    var running      = Option.empty[Writer]
    try
      logs(1, settings): all =>
        for round <- 1 to Effort.sqlKills do
          val next = Writer(s"w$round", settings.prefix, acknowledged)
          try
            // Now and then the earlier one is killed while the next one starts; the last one always appends.
            if round == Effort.sqlKills || random.nextInt(4) > 0 then next.await(1 + random.nextInt(60))
          finally
            running.foreach(_.close())
            running = Some(next)
          if round % 10 == 0 || round == Effort.sqlKills then
            // The log is checked while the other process appends.
            val before = acknowledged.toVector
            Killed
              .problem(records(all.head), before)
              .foreach(problem => fail(s"round $round of seed $seed: $problem"))
        running.foreach(_.close())
        running = None
        val found = records(all.head)
        Killed.problem(found, acknowledged).foreach(problem => fail(s"seed $seed: $problem"))
        assert(acknowledged.size >= Effort.sqlKills / 2, s"${acknowledged.size} appends were acknowledged")
        println(
          s"${database.getClass.getSimpleName}: ${Effort.sqlKills} processes killed, ${acknowledged.size} appends " +
            s"acknowledged, ${found.size} events, nothing lost, twice or out of order"
        )
    finally running.foreach(_.close())

/** On SQLite. */
class SqliteProcessKillSuite extends ProcessKills(() => TestDatabase.Sqlite("journal_mode=WAL&busy_timeout=60000"))

/** On PostgreSQL. */
class PostgresqlProcessKillSuite extends ProcessKills(() => KillableDatabase.Postgresql())

/** On MariaDB. */
class MariadbProcessKillSuite extends ProcessKills(() => KillableDatabase.Mariadb())
