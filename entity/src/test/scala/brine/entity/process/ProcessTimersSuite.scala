package brine.entity.process

import brine.entity.effect.EffectsBegin
import brine.journal.{ExpectedVersion, Query, Record}
import java.time.{Duration, Instant}
import munit.FunSuite
import scala.concurrent.duration.*

/** Timers fire once, and late rather than never. */
class ProcessTimersSuite extends FunSuite, ProcessBase:
  override val munitTimeout: FiniteDuration = 10.minutes

  private def fired(bank: Bank, id: String): Int = bank.steps(id).count(_.timers.contains(TimerChange.Fired("late")))

  test("a transfer that is not confirmed in time is refunded"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.asked("t1"), 20.seconds)
        eventually("its timer is open")(process.status.openTimers == 1)
        assertEquals(process.status.nextTimer, Some(bank.clock.instant.plusMillis(1000)))
        assertEquals(bank.cents("a"), 90L)
        bank.clock.move(999)
        process.await(bank.asked("t2", cents = 1), 20.seconds)
        assertEquals(fired(bank, "t1"), 0)
        bank.clock.move(1)
        eventually("it is refunded")(bank.steps("t1").exists(_.ends))
        assertEquals(bank.steps("t1").last.facts, Vector(TransferFact.Ended("refunded")))
        assertEquals(bank.cents("a"), 99L)
        assertEquals(fired(bank, "t1"), 1)
        eventually("one is open")(process.status.openTimers == 1)

  test("a timer that was due while the process did not run fires after its start"):
    bank: bank =>
      bank.running()()(_.await(bank.asked("t1"), 20.seconds))
      bank.clock.move(5000)
      bank.running()(): process =>
        eventually("it is refunded")(bank.steps("t1").exists(_.ends))
        process.await(bank.log.durable, 20.seconds)
      assertEquals(fired(bank, "t1"), 1)
      assertEquals(bank.cents("a"), 100L)

  test("a timer that is confirmed at the last moment is cancelled or fires, not both"):
    bank: bank =>
      bank.running()(): _ =>
        for number <- 1 to 100 do
          bank.asked(s"t$number", cents = 1): Unit
          if number % 2 == 0 then Thread.sleep(1)
          bank.clock.move(1000)
          bank.ask(Request.Confirmed(s"t$number")): Unit
        eventually("all end")((1 to 100).forall(number => bank.steps(s"t$number").lastOption.exists(_.ends)))
        for number <- 1 to 100 do
          val changes = bank.steps(s"t$number").flatMap(_.timers)
          assertEquals(changes.size, 2, changes)
        assertEquals(bank.cents("a") + bank.cents("b"), 100L)

  test("a clock that goes backward does not turn the time of an instance"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.asked("t1"), 20.seconds)
        bank.clock.move(-100_000)
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        val times = bank.steps("t1").map(_.micros)
        assertEquals(times, times.sorted)
        process.await(bank.asked("t2"), 20.seconds)
        bank.clock.move(1000)
        eventually("the timer of the new time fires")(fired(bank, "t2") == 1)

  /** Reacts to requests as a test says. */
  private final class Ticks(reaction: (String, Instant) => Reaction[Request, Nothing], name: String = "tick")
      extends Process[Request, Int, Int, Request, Int](name, EffectsBegin.First):
    def query: Query                                     = Query.category("request")
    def initial: Int                                     = 0
    def evolve(state: Int, fact: Request): Int           = state + 1
    def instance(event: Record[Request]): Option[String] = event.value match
      case Request.Asked(id, _, _, _, _) => Some(id)
      case _                             => None
    def react(state: Int, input: ProcessInput[Request, Int, Int])(using at: brine.entity.At): Reaction[Request, Int] =
      input match
        case ProcessInput.Event(Request.Asked(_, what, _, _, _)) => reaction(what, at.time)
        case ProcessInput.TimerFired(id)                         => Reaction(Request.Other(id))
        case _                                                   => Reaction.none

  private def ticking(bank: Bank, ticks: Ticks)(body: RunningProcess => Unit): Unit =
    val process = Processes.start(bank.log, bank.system, ticks, quick.withClock(bank.clock))((_, _) => 1)
    try body(process)
    finally process.close()

  private def changes(bank: Bank, id: String): Vector[TimerChange] =
    bank.log
      .read[ProcessStep[Request, Int, Int]](s"tick-$id")
      .foldLeft(Vector.empty[TimerChange])((all, record) => all ++ record.value.timers)
      .fold(error => fail(error.message), identity)

  test("timers are set, set again, cancelled and in the past"):
    import TimerChange.*
    val ticks = Ticks: (what, now) =>
      what match
        case "twice"  => Reaction.none.setTimer("x", now.plusMillis(10)).setTimer("x", now.plusMillis(20))
        case "past"   => Reaction.none.setTimer("x", now.minusSeconds(60)).setTimer("y", Instant.EPOCH)
        case "cancel" => Reaction.none.cancelTimer("x").cancelTimer("none")
        case "undone" => Reaction.none.setTimer("x", now).cancelTimer("x")
        case "again"  => Reaction.none.cancelTimer("x").setTimer("x", now.plusMillis(5))
        case "end"    => Reaction.none.setTimer("x", now).end
        case other    => fail(other)
    bank: bank =>
      val start = bank.clock.instant.toEpochMilli * 1000
      ticking(bank, ticks): process =>
        def ask(id: String, what: String): Unit =
          process.await(bank.ask(Request.Asked(id, what, "", 0, 0)), 20.seconds)
        ask("a", "twice")
        assertEquals(changes(bank, "a"), Vector(Set("x", 1, start + 10_000), Set("x", 2, start + 20_000)))
        bank.clock.move(10)
        ask("b", "past")
        eventually("both have fired")(changes(bank, "b").size == 4)
        assertEquals(changes(bank, "b").drop(2).toSet, Predef.Set[TimerChange](Fired("x"), Fired("y")))
        assertEquals(changes(bank, "a").size, 2)
        bank.clock.move(10)
        eventually("the second has fired")(changes(bank, "a").size == 3)
        ask("a", "cancel")
        assertEquals(changes(bank, "a").size, 3)
        ask("c", "undone")
        ask("d", "twice")
        ask("d", "again")
        ask("e", "end")
        bank.clock.move(5)
        eventually("that has fired")(changes(bank, "d").size == 5)
        bank.clock.move(100_000)
        eventually("no timer is open")(process.status.openTimers == 0)
        process.await(bank.log.durable, 20.seconds)
        assertEquals(changes(bank, "c").size, 2)
        assertEquals(changes(bank, "d").last, Fired("x"))
        assertEquals(changes(bank, "e"), Vector.empty)

  test("the time of a timer that was set again does not fire the new one"):
    val ticks = Ticks: (what, now) =>
      Reaction.none.setTimer("x", now.plusMillis(what.toLong))
    bank: bank =>
      ticking(bank, ticks): process =>
        bank.ask(Request.Asked("a", "10", "", 0, 0)): Unit
        process.await(bank.ask(Request.Asked("a", "500", "", 0, 0)), 20.seconds)
        // As if it had been announced before it was set again.
        val due  = Vector(internal.DueTimer("a", "x", 1))
        val last = bank.log.append("brine.process.due-tick", ExpectedVersion.Any, due).await()
        process.await(last.fold(error => fail(error.message), _.last), 20.seconds)
        assert(!changes(bank, "a").contains(TimerChange.Fired("x")))
        bank.clock.move(500)
        eventually("the new one fires")(changes(bank, "a").contains(TimerChange.Fired("x")))

  test("due timers that the log says twice fire once"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.asked("t1"), 20.seconds)
        eventually("its timer is open")(process.status.openTimers == 1)
        bank.clock.move(1000)
        val due  = Vector.fill(3)(internal.DueTimer("t1", "late", 1)) :+ internal.DueTimer("t1", "late", 2)
        val last = bank.log.append("brine.process.due-transfer", ExpectedVersion.Any, due).await()
        process.await(last.fold(error => fail(error.message), _.last), 20.seconds)
        assertEquals(fired(bank, "t1"), 1)

  test("a due timer that was passed over fires after the next start"):
    bank: bank =>
      bank.running(settings = quick.withAttempts(1))((_, _) => throw IllegalStateException("down")): process =>
        process.await(bank.asked("t1"), 20.seconds)
        assertEquals(process.setAside.size, 1)
        eventually("its timer is open")(process.status.openTimers == 1)
        bank.clock.move(1000)
        eventually("the timer is set aside, too")(process.setAside.size == 2)
        assertEquals(process.discard("t1"), Right(2))
        process.await(bank.log.durable, 20.seconds)
      assertEquals(fired(bank, "t1"), 0)
      bank.running()()(_ => eventually("it fires")(fired(bank, "t1") == 1))
      bank.running()(): process =>
        process.await(bank.log.durable, 20.seconds)
        eventually("timers are known")(process.status.timersKnown)
        assertEquals(process.status.openTimers, 0)
      assertEquals(fired(bank, "t1"), 1)

  test("many timers are found after a restart, without a look at all steps"):
    val count = 100_000
    val many  = Ticks: (what, now) =>
      (1 to 1000).foldLeft[Reaction[Request, Nothing]](Reaction.none): (reaction, number) =>
        reaction.setTimer(s"$what/$number", now.plusMillis(number))
    bank: bank =>
      ticking(bank, many): process =>
        for number <- 1 to count / 1000 do bank.ask(Request.Asked(s"i$number", "t", "", 0, 0)): Unit
        process.await(bank.log.durable, 60.seconds)
        eventually("all are known")(process.status.openTimers == count)
      // Steps that are not read cannot harm.
      val reads = java.util.concurrent.atomic.AtomicInteger()
      val log   = new brine.entity.WrappedLog(bank.log):
        override protected def beforeRead(stream: String): Unit = reads.incrementAndGet(): Unit
      val process = Processes.start(log, bank.system, many, quick.withClock(bank.clock))((_, _) => 1)
      try
        eventually("all are known again")(process.status.timersKnown)
        assertEquals(process.status.openTimers, count)
        assertEquals(reads.get, 1) // the position
        bank.clock.move(500)
        eventually("half of them fire")(process.status.openTimers == count / 2)
        bank.clock.move(500)
        eventually(s"all fire: ${process.status}")(process.status.openTimers == 0)
        process.await(bank.log.durable, 60.seconds)
      finally process.close()
      for number <- 1 to count / 1000 do
        val all = changes(bank, s"i$number").collect { case TimerChange.Fired(id) => id }
        assertEquals(all.size, 1000)
        assertEquals(all.distinct.size, 1000)

  test("a saved set of timers that cannot be used is folded from the steps"):
    bank: bank =>
      bank.running()()(_.await(bank.asked("t1"), 20.seconds))
      bank.log.snapshots.save("brine-timers-transfer", bank.log.durable, Duration.ofSeconds(1).toString): Unit
      bank.running()(): process =>
        eventually("it is known")(process.status.timersKnown && process.status.openTimers == 1)
        bank.clock.move(1000)
        eventually("it fires")(fired(bank, "t1") == 1)
