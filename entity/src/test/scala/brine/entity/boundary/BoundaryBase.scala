package brine.entity.boundary

import brine.actor.Backoff
import brine.entity.{Answer, WrappedLog}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion, Record, Stored}
import java.time.Duration
import munit.FunSuite

/** What tests of boundaries share. */
trait BoundaryBase:
  this: FunSuite =>

  protected val quick: BoundarySettings =
    BoundarySettings(timeout = Duration.ofSeconds(20), backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(4)))

  protected def withLog[A](log: EventLog = MemoryEventLog())(body: EventLog => A): A =
    try body(log)
    finally log.close()

  protected def using[A](log: EventLog = MemoryEventLog(), settings: BoundarySettings = quick)(
      body: Boundary[CampusEvent] => A
  ): A = withLog(log)(log => body(Boundary.open(log, settings)(Campus)))

  extension (boundary: Boundary[CampusEvent])
    protected def ask(ask: Ask, id: Long = 1): Answer[Seen] =
      boundary.decide(Campus.view(ask))(Campus.decide(ask, id)(_))

  /** The error of a decision that fails. */
  protected def error(body: => Any)(using munit.Location): BoundaryError = intercept[BoundaryException](body).error

  /** Appends as another writer. */
  protected def other(log: EventLog, event: CampusEvent): Long =
    log
      .append(Campus.stream(event), ExpectedVersion.Any, Seq(event), tags = Campus.tags(event))
      .await()
      .fold(error => fail(error.message), _.last.sequence)

  protected def note(log: EventLog, course: Int): Long = other(log, CampusEvent.Noted(course, 0))

  protected def records(log: EventLog): Vector[Record[Stored]] =
    log.readAll[Stored]().toVector.fold(error => fail(error.message), identity)

  /** Waits for what must become true. */
  protected def eventually(what: => String)(holds: => Boolean)(using munit.Location): Unit =
    val until = System.nanoTime + 20_000_000_000L
    while !holds do
      if System.nanoTime > until then fail(s"$what: not after 20 seconds")
      Thread.sleep(1)

/** A log whose queries cannot be read while a test says so. */
final class UnqueriedLog(log: EventLog) extends WrappedLog(log):
  @volatile var failure: Option[Throwable] = None

  override protected def beforeQuery(): Unit = failure.foreach(throw _)
