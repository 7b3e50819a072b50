package brine.entity.projection.search

import brine.actor.Backoff
import brine.entity.projection.*
import brine.journal.testkit.MemoryEventLog
import java.sql.Connection
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** A random program of a projection in slices: records of a few lines are appended while slices are started on several
  * nodes, also on two at once, and closed. The version is divided in more slices meanwhile. The database fails at
  * random. At the end what is stored must be the fold of the log.
  */
private[search] final class SlicedProgram(database: TestDatabase, name: String, seed: Long):
  private val random = SplittableRandom(seed)
  private val log    = MemoryEventLog()
  private val faults = 30 + random.nextInt(80)
  private val isSafe = random.nextInt(3) == 0

  // Some programs have records that fail for good until they are healed.
  private val poisons            = random.nextInt(2) == 0
  private val Poisoned           = 1_000_000L
  @volatile private var isHealed = false

  private val chance                = java.util.Random(seed)
  private def next(bound: Int): Int = chance.synchronized(chance.nextInt(bound))
  @volatile private var isQuiet     = false
  private def connect(): Connection =
    if isSafe then database.connect()
    else FaultyConnection.of(database.connect(), () => !isQuiet && next(faults) == 0, () => next(2) == 0)

  private val settings = ProjectionSettings(
    batchSize = 1 + random.nextInt(20),
    attempts = 2,
    backoff = Backoff(1.milli, 2.millis),
    maxSetAside = Int.MaxValue
  )

  private val definition = Moves.projection(name)
  private var slices     = if random.nextBoolean() then 1 else 1 + random.nextInt(4)
  private var nodes      = Vector.empty[SlicedProjection[Move]]
  private var running    = Vector.empty[SqlProjection]
  private var closed     = Vector.empty[SqlProjection]

  private def node() = SlicedProjection(log, definition, slices, () => connect(), settings, store)

  private def store(connection: Connection, records: Vector[brine.journal.Record[Move]]): Unit =
    val failing = records.find(record => record.value.number >= Poisoned && !isHealed)
    // A record that comes twice, or too early, throws.
    if failing.isEmpty then Moves.store(connection, records, isDense = !poisons)
    else throw IllegalStateException(s"${failing.get.value.number}")

  private def startOne(): Unit =
    // Also one that has an earlier number of slices: that must do nothing.
    val some = nodes(random.nextInt(nodes.size))
    running :+= some.start(random.nextInt(some.slices))(() => ())

  private def closeOne(): Unit = if running.nonEmpty then
    val one = running(random.nextInt(running.size))
    one.close()
    running = running.filterNot(_ eq one)
    closed :+= one

  private def divide(): Unit = if slices < 5 && random.nextInt(1 + slices) == 0 then
    val more = slices * (2 + random.nextInt(2))
    // Only what was started once can be divided.
    if SqlProjection.versions(() => database.connect(), name).nonEmpty then
      untilDone(SqlProjection.divide(() => database.connect(), name, 1, more))
      slices = more
      nodes :+= node()

  // So that slices are at different positions.
  private def settle(): Unit = if running.nonEmpty then
    try running(random.nextInt(running.size)).await(log.durable, 50.millis)
    catch case _: ProjectionException => ()

  private def untilDone(body: => Unit): Unit =
    var attempts = 0
    var isDone   = false
    while !isDone do
      try
        body
        isDone = true
      catch
        case failed: java.sql.SQLException =>
          attempts += 1
          if attempts > 50 then throw failed

  /** Runs it. Throws an AssertionError that says what is wrong. */
  def run(): Unit =
    try
      database(Moves.createTable(_))
      database(connection => connection.createStatement().execute("delete from lines_1"): Unit)
      nodes = Vector(node(), node())
      for _ <- 1 to 15 + random.nextInt(30) do
        random.nextInt(8) match
          case 0 | 1 => for _ <- 0 to random.nextInt(2) do startOne()
          case 2     => closeOne()
          case 3     => divide()
          case 4     => settle()
          case _     => for _ <- 0 to random.nextInt(20) do append()
      isQuiet = true
      check()
    catch case wrong: AssertionError => throw AssertionError(s"seed $seed: ${wrong.getMessage}", wrong)
    finally
      isQuiet = true
      running.foreach(_.close())
      SqlProjection.forget(() => database.connect(), name, 1)
      log.close()

  private def append(): Unit =
    val number = random.nextInt(1000) + (if poisons && random.nextInt(25) == 0 then Poisoned else 0)
    val stream = if random.nextInt(5) == 0 then "other" else s"line-${random.nextInt(9)}"
    log.append(stream, Move(number)).await(): Unit

  private def check(): Unit =
    // Every slice at once, beside whatever runs: those end.
    val last    = node()
    val earlier = running
    earlier.foreach(_.close())
    running = Vector.tabulate(slices)(last.start(_)(() => ()))
    (earlier ++ closed)
      .flatMap(_.status.end)
      .foreach:
        case ProjectionError.Fenced(_) | ProjectionError.Closed(_) | ProjectionError.OtherSlices(_, _, _) => ()
        case other => throw AssertionError(other.message)
    awaitAll()
    val aside = last.setAside()
    demand(poisons || aside.isEmpty, s"$aside is set aside")
    val offsets = aside.map(_.offset).toSet
    demand(offsets.size == aside.size, s"a record is aside twice: $aside")
    val kept = all.filterNot(record => offsets(record.offset))
    demand(stored == Moves.fold(kept), s"$stored is not ${Moves.fold(kept)}; aside are $aside")
    all
      .groupBy(_.stream)
      .foreach: (stream, records) =>
        val failed = records.dropWhile(_.value.number < Poisoned).map(_.offset)
        demand(aside.filter(_.key == stream).map(_.offset) == failed, s"of $stream are aside $aside, not $failed")
    isHealed = true
    aside
      .map(_.key)
      .distinct
      .foreach: key =>
        val result = running(last.sliceOf(key)).replay(key)
        demand(result.isRight, s"$key cannot be replayed: $result")
    demand(last.setAside().isEmpty, s"${last.setAside()} is set aside still")
    demand(stored == Moves.fold(all), s"after the replay $stored is not ${Moves.fold(all)}")
    // That is stored after the last record.
    val until = System.nanoTime + 60.seconds.toNanos
    while !last.stored().forall(_._2) do
      demand(System.nanoTime < until, s"a slice has not caught up: ${last.stored()}")
      Thread.sleep(1)
    demand(SqlProjection.currentVersion(() => database.connect(), name).contains(1), "the version has not caught up")

  private def awaitAll(): Unit = running.foreach: one =>
    try one.await(log.durable, 60.seconds)
    catch case failed: ProjectionException => throw AssertionError(s"${failed.getMessage} ${one.status}", failed)

  private def all    = log.readQuery[Move](definition.query).toVector.toOption.get
  private def stored = database(Moves.lines(_))

  private def demand(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)
