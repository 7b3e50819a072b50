package brine.entity.projection.search

import brine.actor.Backoff
import brine.entity.projection.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{Offset, Record}
import java.sql.Connection
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** A random program: records of a few lines are appended, some of which fail for a while or for good. A projection is
  * closed, started again and started beside itself meanwhile, over a database that fails at random. At the end what it
  * has stored must be the fold of all records that it has not set aside, and of each line it has set aside all from one
  * on.
  */
private[search] final class ProjectionProgram(database: TestDatabase, name: String, seed: Long):
  private val random = SplittableRandom(seed)
  private val log    = MemoryEventLog()
  // One of this number of calls fails. A start has a dozen, and must get through.
  private val faults = 15 + random.nextInt(80)
  private val isSafe = random.nextInt(4) == 0

  // Numbers from here on fail: for good those that 3 divides, the others once or twice.
  private val Poisoned = 1_000_000L
  private val failures = java.util.concurrent.ConcurrentHashMap[Long, Integer]()

  private val chance                = java.util.Random(seed)
  private def next(bound: Int): Int = chance.synchronized(chance.nextInt(bound))
  @volatile private var isQuiet     = false
  private def connect(): Connection =
    if isSafe then database.connect()
    else FaultyConnection.of(database.connect(), () => !isQuiet && next(faults) == 0, () => next(2) == 0)

  private def fails(number: Long) = number >= Poisoned && !isHealed &&
    (number % 3 == 0 || failures.merge(number, 1, (one, two) => one + two) <= 2)
  @volatile private var isHealed = false

  private val settings = ProjectionSettings(
    batchSize = 1 + random.nextInt(20),
    attempts = 4,
    backoff = Backoff(1.milli, 2.millis),
    maxSetAside = Int.MaxValue
  )

  private def start() = SqlProjection.start(log, Moves.projection(name), () => connect(), settings):
    (connection, records) => store(connection, records)

  private def store(connection: Connection, records: Vector[Record[Move]]): Unit =
    val failing = records.indexWhere(record => fails(record.value.number))
    // Some of its work is done when it fails. It takes records in any order, and twice: the check must see that.
    Moves.store(connection, if failing < 0 then records else records.take(failing), isDense = false)
    if failing >= 0 then throw IllegalStateException(s"${records(failing).value.number}")

  /** Runs it. Throws an AssertionError that says what is wrong. */
  def run(): Unit =
    try
      database(Moves.createTable(_))
      database(connection => connection.createStatement().execute("delete from lines_1"): Unit)
      var running = start()
      var earlier = Vector.empty[SqlProjection]
      for _ <- 1 to 5 + random.nextInt(30) do
        random.nextInt(8) match
          case 0 =>
            running.close()
            running = start()
          case 1 =>
            // The last one to claim the position ends the other, and with such databases that may be either.
            earlier :+= running
            running = start()
          case 2 => running.replay(s"line-${random.nextInt(4)}"): Unit
          case 3 => Thread.sleep(random.nextInt(5))
          case _ => for _ <- 0 to random.nextInt(20) do append()
      isQuiet = true
      (earlier :+ running).foreach(_.close())
      running = start()
      check(running)
      // Corrected code applies what was set aside.
      isHealed = true
      running.setAside
        .map(_.key)
        .distinct
        .foreach: key =>
          demand(running.replay(key).isRight, s"$key cannot be replayed")
      demand(running.setAside.isEmpty, s"${running.setAside} is set aside still")
      demand(stored == Moves.fold(all), s"after the replay $stored is not ${Moves.fold(all)}")
      running.close()
      // Nothing of that was in memory alone.
      running = start()
      running.await(log.durable, 60.seconds)
      demand(running.setAside.isEmpty, s"${running.setAside} is set aside again")
      demand(stored == Moves.fold(all), s"after a restart $stored is not ${Moves.fold(all)}")
      running.close()
    catch case wrong: AssertionError => throw AssertionError(s"seed $seed: ${wrong.getMessage}", wrong)
    finally
      SqlProjection.forget(() => database.connect(), name, 1)
      log.close()

  private def append(): Unit =
    val number = random.nextInt(1000) + (if random.nextInt(25) == 0 then Poisoned else 0)
    val stream = if random.nextInt(5) == 0 then "other" else s"line-${random.nextInt(4)}"
    log.append(stream, Move(number)).await(): Unit

  private def all    = log.readQuery[Move](Moves.projection().query).toVector.toOption.get
  private def stored = database(Moves.lines(_))

  private def check(running: SqlProjection): Unit =
    val last = log.durable
    try running.await(last, 60.seconds)
    catch case failed: ProjectionException => throw AssertionError(s"${failed.getMessage} ${running.status}", failed)
    val aside   = running.setAside
    val offsets = aside.map(_.offset).toSet
    demand(offsets.size == aside.size, s"a record is aside twice: $aside")
    val kept = all.filterNot(record => offsets(record.offset))
    demand(stored == Moves.fold(kept), s"$stored is not ${Moves.fold(kept)}; aside are $aside")
    aside
      .groupBy(_.key)
      .foreach: (key, ofKey) =>
        val from = ofKey.map(_.offset.sequence).min
        val rest = all.filter(record => record.stream == key && record.offset.sequence >= from).map(_.offset)
        demand(rest == ofKey.map(_.offset), s"of $key are aside ${ofKey.map(_.offset)}, not $rest")
        val first = all.find(_.offset == Offset(from)).get
        demand(first.value.number >= Poisoned, s"$first is set aside, which never failed")

  private def demand(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)
