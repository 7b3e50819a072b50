package brine.entity.testkit

import brine.actor.Backoff
import brine.entity.EntitySettings
import brine.journal.*
import java.time.Duration

/** Settings of entities under which commands fail, or wait, more often than under the defaults: each error has a
  * reason, and errors without one are found nevertheless.
  */
class SimulationReasonsSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val defaults = SimulationSettings.defaults
  private val busy     = defaults
    .withFaults(20)
    .withPowerCuts(5)
    .withClosings(3)
    .withPassivations(10)
    .withEarlyTimers(5)
    .withRepeats(10)
  private val hour = Backoff.of(Duration.ofHours(1), Duration.ofHours(2))

  private def wallets(entities: EntitySettings, settings: SimulationSettings): Simulation =
    Wallets.simulation.withSettings(settings.withEntities(entities))

  for (name, entities) <- Vector(
      "one command at a time"         -> EntitySettings(maxPendingCommands = 1),
      "two commands at a time"        -> EntitySettings(maxPendingCommands = 2),
      "one attempt"                   -> EntitySettings(maxAttempts = 1),
      "two attempts"                  -> EntitySettings(maxAttempts = 2),
      "pauses longer than timeouts"   -> EntitySettings(backoff = hour),
      "a timeout of 1 ns"             -> EntitySettings(timeout = Duration.ofNanos(1)),
      "a timeout of 1 ms"             -> EntitySettings(timeout = Duration.ofMillis(1)),
      "1 ms, and pauses of hours"     -> EntitySettings(timeout = Duration.ofMillis(1), backoff = hour),
      "a timeout of 30 years"         -> EntitySettings(timeout = Duration.ofDays(30 * 365)),
      "one at a time, with all these" -> EntitySettings(Duration.ofMillis(1), 1, 1, 1, hour, 1, 1, 1)
    )
  do
    test(s"nothing is found with $name"):
      wallets(entities, defaults).check(400): Unit
      wallets(entities, busy).check(150): Unit
      wallets(entities, defaults.withStore(SimulatedStore.Files)).check(15): Unit

  test("clients wait until fewer commands are pending"):
    val one = wallets(EntitySettings(maxPendingCommands = 1), defaults)
    assert(!(0L until 200).flatMap(one.run(_).trace).exists(_.contains("Overloaded")))

  test("without anything that goes wrong, time does not pass"):
    val calm = SimulationSettings.exploring.withPowerCuts(0)
    for entities <- Seq(EntitySettings(timeout = Duration.ofNanos(1)), EntitySettings(maxPendingCommands = 1)) do
      val report = wallets(entities, calm).check(200)
      assertEquals(report.faults, 0L)

  private def finds(entities: EntitySettings, settings: SimulationSettings, violations: Violation*)(
      wrap: EventLog => EventLog
  )(using munit.Location): Unit =
    val failed = intercept[SimulationFailure](wallets(entities, settings).over(wrap).check(400))
    assert(violations.contains(failed.violation), failed.getMessage)

  // Each of these has an error that needs a reason, and faults before it that are none.
  private val noFaultSince = defaults.withPowerCuts(0).withClosings(0).withEarlyTimers(0)

  test("a timeout without a pause that is as long is found"):
    finds(EntitySettings(), noFaultSince.withFaults(1), Violation.NoReason): log =>
      new PassingLog(log):
        override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
          log.appendEncoded(append, if appends % 5 == 0 then PassingLog.Unheard else listener, context, waits)

  test("conflicts without as many appends of other processes are found"):
    for attempts <- 1 to 2 do
      finds(EntitySettings(maxAttempts = attempts), noFaultSince, Violation.NoReason): log =>
        new PassingLog(log):
          override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
            if appends % 7 > 1 then log.appendEncoded(append, listener, context, waits)
            else
              val stream = append.parts.last.stream
              listener.rejected(context, AppendError.WrongVersion(stream, 0, 1))

  test("a conflict beside that with another process is found"):
    finds(EntitySettings(maxAttempts = 2), noFaultSince, Violation.NoReason): log =>
      new PassingLog(log):
        private var conflicted                                                                                  = ""
        override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
          val stream = append.parts.last.stream
          if conflicted == stream then
            conflicted = ""
            listener.rejected(context, AppendError.WrongVersion(stream, 0, 1))
          else
            val told = new PassingLog.Told(listener):
              override def rejected(context: Long, error: AppendError): Unit =
                if error.isInstanceOf[AppendError.WrongVersion] then conflicted = stream
                listener.rejected(context, error)
            log.appendEncoded(append, told, context, waits)

  test("an entity that is never loaded again is found"):
    finds(EntitySettings(backoff = hour), defaults, Violation.NoReason, Violation.Stuck): log =>
      new PassingLog(log):
        override def cursor(cursor: EventCursor): EventCursor =
          throw JournalException(ReadError.Unavailable("of the test", java.io.IOException("always")))
