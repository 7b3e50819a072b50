package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import java.util.SplittableRandom
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration.{Duration, DurationInt}
import scala.jdk.CollectionConverters.*

/** A server is killed, as `kill -9` does, and started again, while programs append to a log in it. They repeat with its
  * key what failed, or whose outcome is unknown. What was acknowledged is there, nothing is twice, and order is kept.
  */
abstract class ServerKills(make: () => KillableDatabase) extends DatabaseSuite(make):
  override def munitTimeout: Duration = 120.minutes

  private def server: KillableDatabase = database match
    case server: KillableDatabase => server
    case other                    => fail(s"$other is no server")

  private final class Writer(log: JdbcEventLog, name: String, isStopped: AtomicBoolean)(
      acknowledge: (Int, Long) => Unit
  ):
    private val acks    = AtomicInteger()
    private val unknown = AtomicInteger()
    private val ended   = started(run())

    def count: Int    = acks.get
    def unknowns: Int = unknown.get
    def await(): Unit = ended()

    private def run(): Unit =
      var number = 0
      while !isStopped.get do
        append(number)
        number += 1

    private def append(number: Int): Unit =
      var isDone = false
      while !isDone do
        val key = Some(Killed.key(name, number))
        done(log.append(s"stream-$name", ExpectedVersion.Any, Killed.events(name, number), key)) match
          case Right(appended) =>
            acknowledge(number, appended.first.sequence)
            isDone = true
          case Left(AppendError.Duplicate(original)) =>
            acknowledge(number, original.first.sequence)
            isDone = true
          case Left(_: AppendError.OutcomeUnknown)                    => unknown.incrementAndGet(): Unit
          case Left(AppendError.Unreadable(_: ReadError.Unavailable)) => ()
          case Left(error) => throw AssertionError(s"append $number of $name: ${error.message}")
      acks.incrementAndGet(): Unit

  test(s"${Effort.serverKills} times, the server is killed while programs append"):
    val seed         = System.nanoTime // printed, to repeat the same kind of round
    val random       = SplittableRandom(seed)
    val settings     = database.fresh().withRequireDurable(true)
    val acknowledged = ConcurrentHashMap[(String, Int), Long]().asScala
    val isStopped    = AtomicBoolean()
    logs(2, settings): all =>
      val writers = Vector.tabulate(6): number =>
        Writer(all(number % 2), s"w$number", isStopped)((at, offset) => acknowledged((s"w$number", at)) = offset)
      try
        for round <- 1 to Effort.serverKills do
          // Each has appended since the server was started.
          val before = writers.map(_.count)
          eventually(s"round $round of seed $seed: all append"):
            writers.zip(before).forall((writer, count) => writer.count > count)
          Thread.sleep(random.nextInt(60)) // a random moment
          server.kill()
          if random.nextInt(4) == 0 then Thread.sleep(random.nextInt(1000))
          server.restart()
          if round % 10 == 0 || round == Effort.serverKills then
            val known = acknowledged.toVector
            Killed
              .problem(records(all(round % 2)), known)
              .foreach(problem => fail(s"round $round of seed $seed: $problem"))
      finally isStopped.set(true)
      writers.foreach(_.await())
      val found = records(all.head)
      Killed.problem(found, acknowledged).foreach(problem => fail(s"seed $seed: $problem"))
      println(
        s"${database.getClass.getSimpleName}: killed ${Effort.serverKills} times, ${acknowledged.size} appends " +
          s"acknowledged, ${writers.map(_.unknowns).sum} of unknown outcome repeated, ${found.size} events, nothing " +
          "lost, twice or out of order"
      )

/** On PostgreSQL. */
class PostgresqlServerKillSuite extends ServerKills(() => KillableDatabase.Postgresql())

/** On MariaDB. */
class MariadbServerKillSuite extends ServerKills(() => KillableDatabase.Mariadb())
