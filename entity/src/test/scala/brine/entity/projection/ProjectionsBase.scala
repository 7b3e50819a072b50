package brine.entity.projection

import brine.actor.Backoff
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Offset}
import java.sql.Connection
import munit.FunSuite
import scala.concurrent.duration.*

/** What tests of running projections share. */
trait ProjectionsBase:
  this: FunSuite =>

  val quick: ProjectionSettings = ProjectionSettings(backoff = Backoff(1.milli, 10.millis))

  protected def move(log: EventLog, line: String, number: Long): Offset =
    log.append(s"line-$line", Move(number)).await().fold(error => fail(error.message), _.last)

  protected def withLog[A](body: MemoryEventLog => A): A =
    val log = MemoryEventLog()
    try body(log)
    finally log.close()

  protected def eventually(what: => String)(holds: => Boolean): Unit =
    val until = System.nanoTime + 60.seconds.toNanos
    while !holds do
      if System.nanoTime > until then fail(what)
      Thread.sleep(2)

  protected def running[P <: RunningProjection, A](projection: P)(body: P => A): A =
    try body(projection)
    finally projection.close()

  protected def ended(projection: RunningProjection): ProjectionError =
    eventually(s"it runs: ${projection.status}")(projection.status.end.nonEmpty)
    projection.status.end.get

  protected def lines(database: TestDatabase): Map[String, Line] = database(Moves.lines(_))

  protected val plain: (Connection, Vector[brine.journal.Record[Move]]) => Unit = Moves.store(_, _)
