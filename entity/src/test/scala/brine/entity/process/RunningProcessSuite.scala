package brine.entity.process

import brine.entity.SavePolicy
import brine.entity.effect.EffectsBegin
import brine.journal.testkit.MemoryEventLog
import brine.journal.{ExpectedVersion, Offset, Query, Record, Stored}
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A process does what it decides, once. */
class RunningProcessSuite extends FunSuite, ProcessBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  test("a transfer is a debit, a confirmation and a credit, and ends"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.asked("t1"), 20.seconds)
        assertEquals((bank.cents("a"), bank.cents("b")), (90L, 0L))
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals((bank.cents("a"), bank.cents("b")), (90L, 10L))
        val steps = bank.steps("t1")
        assertEquals(steps.flatMap(_.facts).last, TransferFact.Ended("done"))
        assertEquals(steps.map(_.ends), Vector(false, false, false, true))
        val due = bank.clock.instant.toEpochMilli * 1000 + 1_000_000
        assertEquals(steps.flatMap(_.timers), Vector(TimerChange.Set("late", 1, due), TimerChange.Cancelled("late")))

  test("a refusal is a reply, to which it reacts"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.asked("t1", cents = 1000), 20.seconds)
        assertEquals(bank.steps("t1").last.facts, Vector(TransferFact.Ended("poor")))
        bank.purses("b").ask(Purse.Freeze(true))
        bank.asked("t2"): Unit
        process.await(bank.ask(Request.Confirmed("t2")), 20.seconds)
        assertEquals(bank.steps("t2").last.facts, Vector(TransferFact.Ended("refunded")))
        assertEquals((bank.cents("a"), bank.cents("b")), (100L, 0L))

  test("an instance that has ended ignores what comes later"):
    bank: bank =>
      bank.running()(): process =>
        bank.asked("t1"): Unit
        bank.ask(Request.Confirmed("t1")): Unit
        bank.asked("t1"): Unit
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals(bank.steps("t1").size, 4)
        assertEquals(bank.cents("b"), 10L)

  test("a restart continues where it was, and repeats no decision"):
    bank: bank =>
      bank.running()()(_.await(bank.asked("t1"), 20.seconds))
      bank.running(TransferProcess(input => assert(!input.toString.contains("Asked"), input)))(): process =>
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals(bank.cents("b"), 10L)
        assertEquals(process.setAside, Vector.empty)

  test("inputs that are read again change nothing"):
    bank: bank =>
      bank.running()(): process =>
        for number <- 1 to 20 do bank.asked(s"t${number % 4}", cents = 1): Unit
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
      val before = (bank.cents("a"), bank.cents("b"), (0 to 3).map(id => bank.steps(s"t$id")))
      Processes.moveTo(bank.log, "transfer", Offset.Begin)
      bank.running()(): process =>
        process.await(bank.log.durable, 20.seconds)
        assertEquals((bank.cents("a"), bank.cents("b"), (0 to 3).map(id => bank.steps(s"t$id"))), before)

  test("an event to which it reacts with nothing is not stored"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals(bank.steps("t1"), Vector.empty)
        process.await(bank.ask(Request.Other("any")), 20.seconds)
        assertEquals(process.setAside, Vector.empty)

  test("its own records, and those of the library, are no inputs"):
    bank: bank =>
      val all = new TransferProcess():
        override def query: Query                                     = Query.all
        override def instance(event: Record[Request]): Option[String] =
          if !event.stream.startsWith("request-") then throw AssertionError(event.toString)
          super.instance(event)
      bank.running(all)(): process =>
        bank.asked("t1"): Unit
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        process.await(bank.log.durable, 20.seconds)
        // Events of purses are of another type, and are set aside.
        assertEquals(process.setAside.map(_.stream).toSet, Set("purse-a", "purse-b"))
        assertEquals(process.setAside.map(_.instance).toSet, Set(Option.empty[String]))
        assertEquals(bank.cents("b"), 10L)

  test("instances are any texts"):
    bank: bank =>
      val ids = Vector("a/b", "a", "b-1", "-", "1/a", "instance 1", "stream x", "ü\n", "x".repeat(900))
      bank.running()(): process =>
        ids.foreach(bank.asked(_, cents = 1): Unit)
        process.await(ids.map(id => bank.ask(Request.Confirmed(id))).last, 20.seconds)
        assertEquals(process.setAside, Vector.empty)
        assertEquals(bank.cents("b"), ids.size.toLong)

  test("commands of an instance are sent in order, and those of others at the same time"):
    bank: bank =>
      val many = new Process[Request, Step, Outcome, TransferFact, Int]("many", EffectsBegin.First):
        def query: Query                                     = Query.category("request")
        def instance(event: Record[Request]): Option[String] = Transfers.instance(event)
        def initial: Int                                     = 0
        def react(state: Int, input: ProcessInput[Request, Step, Outcome])(using brine.entity.At) = input match
          case ProcessInput.Event(Request.Asked(id, _, _, _, _)) =>
            Reaction.send((1 to 10).map(number => Step.Debit(id, "", number): Step)*)
          case _ => Reaction.none
        def evolve(state: Int, fact: TransferFact): Int = state
      val calls   = ConcurrentLinkedQueue[Step]()
      val both    = CountDownLatch(2)
      val running = Processes.start(bank.log, bank.system, many, quick): (step, key) =>
        calls.add(step): Unit
        if key.number == 1 then
          both.countDown()
          both.await()
        Outcome.Done
      try
        bank.asked("x"): Unit
        running.await(bank.asked("y"), 20.seconds)
        val debits = calls.asScala.toVector.collect { case Step.Debit(id, _, number) => id -> number }
        for id <- Vector("x", "y") do
          assertEquals(debits.collect { case (`id`, number) => number }, (1L to 10L).toVector)
      finally running.close()

  test("a command whose reply is lost is sent again with its key"):
    bank: bank =>
      val keys  = ConcurrentLinkedQueue[CommandKey]()
      val sends = Transfers.send(bank.purses)
      bank.running()((step, key) =>
        keys.add(key): Unit
        val reply = sends(step, key)
        if keys.size < 3 then throw IllegalStateException("the reply is lost") else reply
      ): process =>
        process.await(bank.asked("t1"), 20.seconds)
        assertEquals(keys.asScala.toVector.distinct.size, 1)
        assertEquals(keys.size, 3)
        assertEquals(bank.cents("a"), 90L)

  test("a command that was sent before a crash is sent again with its key"):
    val log  = MemoryEventLog()
    val keys = ConcurrentLinkedQueue[CommandKey]()
    try
      bankOver(log): bank =>
        val sent    = CountDownLatch(1)
        val release = CountDownLatch(1)
        val sends   = Transfers.send(bank.purses)
        val process = bank.start(settings = quick.withCloseTimeout(java.time.Duration.ZERO)): (step, key) =>
          keys.add(key): Unit
          sends(step, key): Unit
          sent.countDown()
          release.await()
          throw IllegalStateException("killed")
        bank.asked("t1"): Unit
        sent.await()
        process.close()
        release.countDown()
        bank.running()((step, key) =>
          keys.add(key): Unit
          sends(step, key)
        )(_.await(bank.ask(Request.Confirmed("t1")), 20.seconds))
        assertEquals((bank.cents("a"), bank.cents("b")), (90L, 10L))
        assertEquals(keys.asScala.map(_.uuid).toVector.distinct.size, 2)
        assertEquals(keys.size, 3)
    finally log.close()

  test("the last that is started continues, and the other ends"):
    bank: bank =>
      val first = bank.start()()
      first.await(bank.asked("t1"), 20.seconds)
      bank.running()(): second =>
        assertEquals(ended(first): ProcessError, ProcessError.Fenced("the process 'transfer'"))
        intercept[ProcessException](first.await(Offset(1_000_000), 20.seconds)): Unit
        second.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals(bank.cents("b"), 10L)
      first.close()

  test("a renamed process begins where it says, and has other keys"):
    bank: bank =>
      bank.running()()(_.await(bank.asked("t1"), 20.seconds))
      val keys = ConcurrentLinkedQueue[CommandKey]()
      bank.running(TransferProcess(begin = EffectsBegin.Now, name = "other"))((_, key) =>
        keys.add(key): Unit
        Outcome.Done
      ): process =>
        process.await(bank.asked("t2"), 20.seconds)
        assertEquals(keys.asScala.map(key => (key.process, key.instance)).toVector, Vector(("other", "t2")))
        assertEquals(stepsOf(bank.log, "t1", "other"), Vector.empty)

  test("a state of another type, or another fold, is folded from facts"):
    final case class Counted(facts: Int) derives brine.codec.Codec
    def counting(version: Int, states: AtomicReference[Any]) =
      new Process[Request, Step, Outcome, TransferFact, Counted]("transfer", EffectsBegin.First):
        override def fold: Int                               = version
        override def saves: SavePolicy                       = SavePolicy(1)
        def query: Query                                     = Query.category("request")
        def instance(event: Record[Request]): Option[String] = Transfers.instance(event)
        def initial: Counted                                 = Counted(0)
        def evolve(state: Counted, fact: TransferFact)       = Counted(state.facts + version)
        def react(state: Counted, input: ProcessInput[Request, Step, Outcome])(using brine.entity.At) =
          states.set(state)
          Reaction(TransferFact.Late)
    bank: bank =>
      bank.running(TransferProcess(saves = SavePolicy(1)))()(_.await(bank.asked("t1"), 20.seconds))
      val states = AtomicReference[Any]()
      for (version, facts) <- Vector(1 -> 2, 1 -> 3, 10 -> 40) do
        val process = Processes.start(
          bank.log,
          bank.system,
          counting(version, states),
          quick.withClock(bank.clock)
        )(Transfers.send(bank.purses))
        try process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        finally process.close()
        assertEquals(states.get, Counted(facts))

  test("an instance whose stream is deleted begins again"):
    bank: bank =>
      bank.running()(): process =>
        process.await(bank.asked("t1"), 20.seconds)
        eventually("its timer is open")(process.status.openTimers == 1)
      bank.log.delete("transfer-t1").await(): Unit
      bank.running()(): process =>
        eventually("its timer is gone")(process.status.timersKnown && process.status.openTimers == 0)
        // The key of the debit is another one, since its time is.
        bank.clock.move(1)
        process.await(bank.asked("t1"), 20.seconds)
        assertEquals(bank.steps("t1").flatMap(_.commands).size, 1)
        assertEquals(bank.cents("a"), 80L)

  test("it reads stored events of several types"):
    bank: bank =>
      val seen = ConcurrentLinkedQueue[String]()
      val any  = new Process[Stored, Step, Outcome, TransferFact, Int]("any", EffectsBegin.First):
        def query: Query                                    = Query.category("request") or Query.category("purse")
        def instance(event: Record[Stored]): Option[String] = Some(event.stream)
        def initial: Int                                    = 0
        def evolve(state: Int, fact: TransferFact): Int     = state
        def react(state: Int, input: ProcessInput[Stored, Step, Outcome])(using brine.entity.At) =
          seen.add(input.toString): Unit
          Reaction.none
      bank.asked("t1"): Unit
      val last    = bank.log.append("purse-a", ExpectedVersion.Any, Seq(PurseEvent.Frozen(true): PurseEvent)).await()
      val running = Processes.start(bank.log, bank.system, any, quick)((_, _) => Outcome.Done)
      try
        running.await(last.fold(error => fail(error.message), _.last), 20.seconds)
        assertEquals(seen.size, 3)
      finally running.close()

  test("closing waits for commands that are sent, and can be done by them"):
    bank: bank =>
      val begun   = CountDownLatch(1)
      val release = CountDownLatch(1)
      val sends   = AtomicInteger()
      val process = bank.start(): (_, _) =>
        sends.incrementAndGet(): Unit
        begun.countDown()
        release.await()
        Outcome.Done
      val last = bank.asked("t1")
      begun.await()
      val closing = asked(process.close())
      intercept[ProcessException](process.await(last, 20.millis)): Unit
      assert(!closing.isDone)
      release.countDown()
      closing.get(): Unit
      assertEquals(process.status.end, Some(ProcessError.Closed("the process 'transfer'")))
      assertEquals(process.replay("t1"), Left(ProcessError.Closed("the process 'transfer'")))
      val own = AtomicReference[RunningProcess]()
      val set = CountDownLatch(1)
      val two = bank.start(): (_, _) =>
        set.await()
        own.get.close()
        Outcome.Done
      own.set(two)
      set.countDown()
      bank.asked("t2"): Unit
      assertEquals(ended(two), ProcessError.Closed("the process 'transfer'"))
      two.close()

  test("the end of its log, or of its actor system, is its end"):
    bank: bank =>
      val system  = brine.actor.ActorSystem()
      val process = Processes.start(bank.log, system, Transfers, quick)(Transfers.send(bank.purses))
      process.await(bank.asked("t1"), 20.seconds)
      system.shutdown(): Unit
      assertEquals(ended(process), ProcessError.Closed("the process 'transfer'"))
      process.close()
    val log = MemoryEventLog()
    bankOver(log): bank =>
      val process = bank.start()()
      log.close()
      assertEquals(ended(process), ProcessError.Closed("the process 'transfer'"))
      process.close()

  test("an interrupted thread closes it all the same, and stays interrupted"):
    bank: bank =>
      val process = bank.start()()
      process.await(bank.asked("t1"), 20.seconds)
      Thread.currentThread.interrupt()
      process.close()
      assert(Thread.interrupted())
      assertEquals(process.status.end, Some(ProcessError.Closed(process.toString)))

  test("an interrupt while it is closed does not end the wait"):
    bank: bank =>
      val entered = CountDownLatch(1)
      val go      = CountDownLatch(1)
      val sends   = Transfers.send(bank.purses)
      val process = bank.start(): (step, key) =>
        entered.countDown()
        go.await()
        sends(step, key)
      bank.asked("t1"): Unit
      entered.await()
      val closing = AtomicReference[String]("")
      val closer  = Thread(() => { process.close(); closing.set(s"closed, interrupted: ${Thread.interrupted()}") })
      closer.start()
      eventually("it is closing")(closer.getState == Thread.State.WAITING)
      closer.interrupt()
      go.countDown()
      closer.join()
      assertEquals(closing.get, "closed, interrupted: true")
      assertEquals(bank.cents("a"), 90L)
