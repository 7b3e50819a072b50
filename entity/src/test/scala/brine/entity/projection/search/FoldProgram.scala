package brine.entity.projection.search

import brine.actor.Backoff
import brine.entity.projection.*
import brine.journal.state.StateRecords
import brine.journal.testkit.MemoryEventLog
import brine.journal.{Filter, JournalException, Offset, Query, ReadError, Record}
import java.io.IOException
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** A random program over two versions of a projection into memory, side by side: records are appended, some of which
  * fail once or always, or have another type. The versions are closed and started again. What they have set aside is
  * replayed and discarded. Meanwhile the log cannot be opened or read at times, and states cannot be saved or loaded.
  * At the end each record was applied once and in the order of its line, or is set aside, or was discarded.
  */
private[search] final class FoldProgram(seed: Long):
  import FoldProgram.*
  private val random    = SplittableRandom(seed)
  private val chance    = java.util.Random(seed)
  private val faults    = 5 + random.nextInt(60)
  private val mayForget = random.nextBoolean()
  private val log       = MemoryEventLog()

  @volatile private var isQuiet  = false
  @volatile private var isHealed = false
  private def strikes(): Boolean = !isQuiet && chance.nextInt(faults) == 0

  private val faulty = new SourcedLog(log):
    private def fail(): Unit =
      if strikes() then throw JournalException(ReadError.Unavailable("of the test", IOException("the test says so")))
    override protected def beforeOpening(filter: Option[Filter.Basic]): Unit = fail()
    override protected def beforeNext(): Unit                                = fail()
    override val states: StateRecords = FailingStates(log.states, () => strikes(), () => strikes())

  private val settings = ProjectionSettings(
    batchSize = 1 + random.nextInt(10),
    attempts = 2,
    backoff = Backoff(1.milli, 2.millis),
    maxSetAside = Int.MaxValue
  )

  // Numbers that seven divides fail always, and those that eleven divides at times.
  private def fails(number: Long) = !isHealed && (number % 7 == 0 || number % 11 == 0 && chance.nextBoolean())

  private def step(lines: Lines, record: Record[Move]): Lines =
    if fails(record.value.number) then throw IllegalStateException(s"${record.value.number}")
    lines.updated(record.stream, lines.getOrElse(record.stream, Vector.empty) :+ record.offset.sequence)

  private final class Version(number: Int):
    private val saveEvery = 1 + random.nextInt(6)

    /** The lines of which something was discarded. */
    var discarded: Set[String]         = Set.empty
    var running: FoldProjection[Lines] = start()

    private def start(): FoldProjection[Lines] =
      val moves = Projection[Move]("folds", number)(Query.category("line"))
      FoldProjection.start(faulty, moves, Map.empty: Lines, settings, saveEvery)(step)

    def restart(): Unit =
      running.close()
      running = start()

    def discard(line: String): Unit = if mayForget then
      discarded += line
      running.discard(line): Unit

    def await(): Unit =
      try running.await(log.durable, 60.seconds)
      catch case failed: ProjectionException => throw AssertionError(s"${failed.getMessage} ${running.status}", failed)

    /** Compares what was applied and what is set aside with the log. */
    def check(): Unit =
      val lines = running.state
      val aside = running.setAside
      all.foreach: (line, offsets) =>
        val applied = lines.getOrElse(line, Vector.empty)
        val kept    = aside.filter(_.key == line).map(_.offset.sequence)
        def text    = s"$line has $offsets, version $number has applied $applied and set aside $kept"
        demand(applied == applied.sorted.distinct, s"twice, or in another order: $text")
        demand(kept == kept.sorted.distinct, s"aside twice: $text")
        demand(applied.toSet.intersect(kept.toSet).isEmpty, s"both: $text")
        demand((applied ++ kept).forall(offsets.contains), s"not in the log: $text")
        if !discarded(line) then
          demand((applied ++ kept).size == offsets.size, s"lost: $text")
          demand(kept.isEmpty || applied.forall(_ < kept.head), s"before an earlier one: $text")

  private val versions = Vector(Version(1), Version(2))

  /** Runs it. Throws an AssertionError that says what is wrong. */
  def run(): Unit =
    try
      for _ <- 1 to 5 + random.nextInt(30) do
        val one  = versions(random.nextInt(2))
        val line = s"line-${random.nextInt(LineCount)}"
        random.nextInt(8) match
          case 0     => one.restart()
          case 1 | 2 => one.running.replay(line): Unit
          case 3     => one.discard(line)
          case _     => for _ <- 0 to random.nextInt(12) do append()
      isQuiet = true
      versions.foreach: one =>
        one.await()
        one.check()
        one.restart()
        one.await()
        one.check()
      isHealed = true
      versions.foreach: one =>
        one.running.setAside
          .map(_.key)
          .distinct
          .foreach: key =>
            val replayed = one.running.replay(key)
            // Those of another type.
            demand(replayed.isRight || one.running.setAside.exists(_.key == key), s"$key: $replayed")
        one.check()
        val (before, aside) = (one.running.state, one.running.setAside)
        one.restart()
        one.await()
        demand(one.running.state == before, s"$before was saved as ${one.running.state}")
        demand(one.running.setAside == aside, s"aside were $aside, and are ${one.running.setAside}")
        demand(one.running.status.applied == 0, s"${one.running.status.applied} were applied again")
    catch case wrong: AssertionError => throw AssertionError(s"seed $seed: ${wrong.getMessage}", wrong)
    finally
      versions.foreach(_.running.close())
      log.close()

  private def append(): Unit =
    val stream = s"line-${random.nextInt(LineCount)}"
    if random.nextInt(40) == 0 then log.append(stream, "no move").await(): Unit
    else log.append(stream, Move(random.nextInt(1, 100))).await(): Unit

  private def all: Map[String, Vector[Long]] =
    log.readAll[brine.journal.Stored](Offset.Begin).toVector.toOption.get.groupMap(_.stream)(_.offset.sequence)

  private def demand(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)

private[search] object FoldProgram:
  private inline val LineCount = 3

  /** The offsets that were applied of each line. */
  private type Lines = Map[String, Vector[Long]]
