package brine.entity.boundary

import brine.codec.Codec
import brine.effort.Effort
import brine.entity.{Answer, Decision}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Journal, Offset, Query}
import java.nio.file.Files
import java.util.concurrent.atomic.AtomicReference
import munit.FunSuite

/** Many threads decide on the same events at the same time. */
class BoundaryRaceSuite extends FunSuite:
  import BoundaryRaceSuite.*
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  /** Each decision takes the next number. */
  private def race(log: EventLog, rounds: Int)(way: Way): Unit =
    val taking  = way(log)
    val taken   = Vector.fill(Threads)(Array.fill(rounds)(Answer(-1, Offset.Begin)))
    val problem = AtomicReference[Throwable]()
    val threads = Vector.tabulate(Threads): thread =>
      Thread.ofVirtual.start: () =>
        try
          for round <- 0 until rounds do
            taken(thread)(round) = taking(thread, next => Decision(Ticket(thread, next))(next))
        catch case failed: Throwable => problem.compareAndSet(null, failed): Unit
    threads.foreach(_.join())
    if problem.get != null then throw problem.get
    // Each number once, and each is where its answer says.
    assertEquals(taken.flatMap(_.map(_.value)).sorted, (0 until Threads * rounds).toVector)
    val stored = log.readQuery[Ticket](Query.tagged("gate:1")).toVector.fold(error => fail(error.message), identity)
    assertEquals(stored.map(_.value.number), (0 until Threads * rounds).toVector)
    val offsets = stored.map(record => record.value.number -> record.offset).toMap
    taken.foreach(_.foreach(answer => assertEquals(answer.offset, offsets(answer.value))))

  // Fewer than threads: those that met a conflict take turns.
  private val few = BoundarySettings(maxAttempts = 12)

  private val ways: List[(String, Way)] = List(
    "views of their own" -> (log =>
      val boundary = Boundary.open(log, few)(Tickets)
      (_, take) => boundary.decide(all)(take(_))
    ),
    "one open view" -> (log =>
      val view = Boundary.open(log, few)(Tickets).open(all)
      (_, take) => view.decide(take(_))
    ),
    "queries that share a tag" -> (log =>
      val boundary = Boundary.open(log, few)(Tickets)
      val views    = Vector.tabulate(Threads)(thread => boundary.open(ofThread(thread)))
      (thread, take) => views(thread).decide(take(_))
    ),
    "three boundaries" -> (log =>
      val views = Vector.fill(3)(Boundary.open(log, few)(Tickets).open(all))
      (thread, take) => views(thread % 3).decide(take(_))
    )
  )

  private def over(name: String, rounds: Int)(open: => EventLog): Unit =
    for (how, way) <- ways do
      test(s"$Threads threads take numbers, $rounds each, with $how, over $name"):
        val log = open
        try race(log, rounds)(way)
        finally log.close()

  over("a log in memory", Effort.decisionRounds)(MemoryEventLog())
  over("a journal", Effort.decisionRounds)(Journal.open(Files.createTempDirectory("brine-boundary")))

object BoundaryRaceSuite:
  val Threads = 16

  /** How a thread takes a number by a decision. */
  type Way = EventLog => (Int, Int => Decision[Ticket, Int]) => Answer[Int]

  final case class Ticket(thread: Int, number: Int) derives Codec

  object Tickets extends BoundaryEvents[Ticket]("tickets"):
    def stream(event: Ticket): String    = s"tickets-${event.thread}"
    def tags(event: Ticket): Set[String] = Set("gate:1", s"thread:${event.thread}")

  private val all: View[Ticket, Int] = View[Ticket](Query.tagged("gate:1"), 0)((_, ticket) => ticket.number + 1)

  private def ofThread(thread: Int): View[Ticket, Int] =
    (View[Ticket](Query.tagged(s"thread:$thread"), 0)((count, _) => count + 1) and all).map((_, next) => next)
