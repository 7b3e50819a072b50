package brine.journal.testkit

import brine.effort.Effort
import brine.journal.*
import java.nio.file.Path
import java.util.concurrent.{CyclicBarrier, Executors, TimeUnit}
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** 16 racers on one boundary in a journal in files: exactly one wins each round, whatever they know, whichever level
  * they ask for, and while segments end. It would hold without conditions only if the racers came one after the other.
  */
class BoundaryRaceSuite extends munit.FunSuite:
  private val Racers = 16

  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  test("of 16 racers on one boundary, one wins, and the others learn where"):
    val settings = JournalSettings(segmentSize = 1 << 20, firstSegmentSize = 1 << 16, maxPendingAppends = 64)
    val journal  = Journal.open(Path.of("data"), settings, FaultStorage(seed = 1))
    val executor = Executors.newFixedThreadPool(Racers)
    val barrier  = CyclicBarrier(Racers)
    val results  = Array.fill(Racers)(Vector.empty[Either[AppendError, Appended]])
    // Before the racers, so that some boundaries begin in ended segments.
    assert(journal.append("first", ExpectedVersion.Any, Vector.fill(2_000)("an event" * 10)).await().isRight)

    @volatile var start        = journal.durable.sequence
    def race(racer: Int): Unit =
      try raceOf(racer)
      finally barrier.reset() // if this racer has failed, the others end as well
    def raceOf(racer: Int): Unit =
      val random = Random(racer)
      for round <- 0 until Effort.boundaryRounds do
        barrier.await(5, TimeUnit.MINUTES): Unit
        val boundary = s"round-$round"
        val query    = random.nextInt(4) match
          case 0 => Query.tagged(boundary)
          case 1 => Query.tagged(boundary, "all")
          case 2 => Query.tagged(boundary) and Query.kinds("String")
          case _ => Query.tagged(boundary) or Query.tagged(boundary, "absent")
        // What was durable when the round began, or less.
        val after     = if random.nextInt(4) == 0 then random.nextLong(start + 1) else start
        val events    = Vector.fill(1 + random.nextInt(2))(s"$racer" * random.nextInt(100))
        val parts     = Vector(StreamAppend(s"s$racer", ExpectedVersion.Any, events, Set(boundary, "all")))
        val level     = Level.values.apply(random.nextInt(3))
        val condition = AppendCondition(query, Offset(after))
        val twice     = Vector.fill(2)(journal.appendAll(parts, level = level, unless = Seq(condition)))
        results(racer) = twice.map(_.await())
        barrier.await(5, TimeUnit.MINUTES): Unit
        if racer == 0 then
          check(round)
          start = journal.durable.sequence

    def check(round: Int): Unit =
      val all = results.toVector.flatten
      val won = all.collect { case Right(result) => result }
      assertEquals(won.size, 1, s"round $round: $all")
      all.foreach:
        case Left(AppendError.Conflict(_, at)) => assertEquals(at, won.head.first, s"round $round")
        case Left(error)                       => fail(s"round $round: $error")
        case Right(_)                          => ()

    try
      executor
        .invokeAll((0 until Racers).map(racer => (() => race(racer)): java.util.concurrent.Callable[Unit]).asJava)
        .forEach(_.get())
    finally
      executor.shutdownNow()
      journal.close()
