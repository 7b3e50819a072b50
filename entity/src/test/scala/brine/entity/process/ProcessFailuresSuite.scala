package brine.entity.process

import brine.actor.Backoff
import brine.entity.effect.{EffectRefusedException, EffectsBegin}
import brine.entity.{AnsweringLog, WrappedLog}
import brine.journal.{AppendError, EventLog, ExpectedVersion, Offset, Record}
import java.time.Duration
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** What fails is tried again, set aside for its instance, replayed or discarded. */
class ProcessFailuresSuite extends FunSuite, ProcessBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private def aside(process: RunningProcess): Vector[(Option[String], Long)] =
    process.setAside.map(one => (one.instance, one.offset.sequence))

  test("a command that fails is sent again, then set aside for its instance, and others continue"):
    bank: bank =>
      val isDown                                     = AtomicBoolean(true)
      val calls                                      = AtomicInteger()
      val sends                                      = Transfers.send(bank.purses)
      def send(step: Step, key: CommandKey): Outcome =
        if key.instance == "t1" && isDown.get then
          calls.incrementAndGet(): Unit
          throw IllegalStateException("down")
        else sends(step, key)
      bank.running()(send): process =>
        val first  = bank.asked("t1")
        val second = bank.ask(Request.Confirmed("t1"))
        bank.asked("t2"): Unit
        process.await(bank.ask(Request.Confirmed("t2")), 20.seconds)
        assertEquals(calls.get, 3)
        assertEquals(aside(process), Vector((Some("t1"), first.sequence), (Some("t1"), second.sequence)))
        assert(process.setAside.head.reason.contains("down"), process.setAside)
        assertEquals(bank.cents("b"), 10L)
        assert(process.status.failure.nonEmpty)
        process.replay("t1") match
          case Left(ProcessError.Failing(_, lane, offset, _)) => assertEquals((lane, offset), ("instance t1", first))
          case other                                          => fail(other.toString)
        isDown.set(false)
        assertEquals(process.replay(process.setAside.head), Right(2))
        assertEquals(process.setAside, Vector.empty)
        assertEquals(bank.cents("b"), 20L)
        assertEquals(process.replay("t1"), Right(0))

  test("what is set aside stays so after a restart"):
    bank: bank =>
      bank.running()((_, _) => throw EffectRefusedException("never"))(_.await(bank.asked("t1"), 20.seconds))
      bank.running()(): process =>
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals(process.setAside.size, 2)
        assertEquals(bank.cents("a"), 100L)
        assertEquals(process.replay("t1"), Right(2))
        assertEquals((bank.cents("a"), bank.cents("b")), (90L, 10L))

  test("a discard forgets inputs and commands, and the instance continues"):
    bank: bank =>
      val isDown = AtomicBoolean(true)
      val sends  = Transfers.send(bank.purses)
      bank.running()((step, key) => if isDown.get then throw EffectRefusedException("no") else sends(step, key)):
        process =>
          process.await(bank.asked("t1"), 20.seconds)
          assertEquals(process.discard("t2"), Right(0))
          assertEquals(process.discard(process.setAside.head), Right(1))
          isDown.set(false)
          process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
          assertEquals(process.setAside, Vector.empty)
          assertEquals(bank.steps("t1").map(_.cause).last, StepCause.Discarded)
          assertEquals(bank.cents("a"), 100L)

  test("functions that interrupt their threads set nothing aside, and end nothing"):
    bank: bank =>
      val restless = new TransferProcess(before = _ => Thread.currentThread.interrupt()):
        override def instance(event: Record[Request]): Option[String] =
          Thread.currentThread.interrupt()
          super.instance(event)
      bank.running(restless)(): process =>
        for number <- 1 to 5 do bank.asked(s"t$number", 1): Unit
        val last = (1 to 5).map(number => bank.ask(Request.Confirmed(s"t$number"))).last
        process.await(last, 20.seconds)
        assertEquals((process.setAside, process.status.end), (Vector.empty, None))
        assertEquals((bank.cents("a"), bank.cents("b")), (95L, 5L))

  test("a reaction that fails sets its input aside at once"):
    bank: bank =>
      val failures = Vector[() => Unit](
        () => throw IllegalStateException("mine"),
        () => throw StackOverflowError("mine"),
        () => throw InterruptedException("mine"),
        () => throw new scala.util.control.ControlThrowable("mine") {}
      )
      val isWrong = AtomicBoolean(true)
      val number  = AtomicInteger()
      val wrong   = TransferProcess: input =>
        if isWrong.get && !input.toString.contains("fine") then failures(number.getAndIncrement() % failures.size)()
      bank.running(wrong)(): process =>
        val ids = failures.indices.map(index => s"t$index")
        ids.foreach(bank.asked(_): Unit)
        process.await(bank.asked("fine"), 20.seconds)
        assertEquals(process.setAside.flatMap(_.instance), ids.toVector)
        assertEquals(number.get, failures.size)
        assert(process.setAside.head.reason.contains("the process 'transfer' failed"), process.setAside)
        isWrong.set(false)
        process.setAside.foreach(one => assertEquals(process.replay(one), Right(1)))
        assertEquals(bank.cents("a"), 100L - 10 - 10 * ids.size)

  test("null from functions of users is a failure"):
    bank: bank =>
      val nulls = new TransferProcess():
        override def react(state: Transfer, input: ProcessInput[Request, Step, Outcome])(using brine.entity.At) =
          input match
            case ProcessInput.Event(Request.Asked("t1", _, _, _, _)) => null
            case _                                                   => super.react(state, input)
        override def evolve(state: Transfer, fact: TransferFact): Transfer = fact match
          case TransferFact.Begun("t2", _, _, _) => null
          case _                                 => super.evolve(state, fact)
      bank.running(nulls)((_, key) => if key.instance == "t3" then null else Outcome.Done): process =>
        bank.asked("t1"): Unit
        bank.asked("t2"): Unit
        bank.asked("t3"): Unit
        process.await(bank.ask(Request.Other("null")), 20.seconds)
        assertEquals(process.setAside.map(_.instance), Vector(Some("t1"), Some("t2"), Some("t3"), None))
        val reasons = process.setAside.map(_.reason)
        assert(reasons(0).contains("react gives null"), reasons)
        assert(reasons(1).contains("evolve gives null"), reasons)
        assert(reasons(2).contains("the reply to the command"), reasons)
        assert(reasons(3).contains("the instance of an event is null"), reasons)

  test("an event whose instance cannot be said is set aside alone, and handled later"):
    bank: bank =>
      val isWrong = AtomicBoolean(true)
      val process = new TransferProcess():
        override def instance(event: brine.journal.Record[Request]): Option[String] = event.value match
          case Request.Confirmed(_) if isWrong.get => throw IllegalStateException("wrong")
          case _                                   => super.instance(event)
      bank.running(process)(): running =>
        bank.asked("t1"): Unit
        val wrong = bank.ask(Request.Confirmed("t1"))
        bank.ask(Request.Other("empty")): Unit
        // A later event of the instance is handled before it.
        running.await(bank.asked("t1"), 20.seconds)
        assertEquals(running.setAside.map(_.stream), Vector("request-1", "request-1"))
        assertEquals(running.setAside.head.offset, wrong)
        isWrong.set(false)
        running.replay(running.setAside.head) match
          case Left(ProcessError.Failing(_, lane, _, _)) => assertEquals(lane, "stream request-1")
          case other                                     => fail(other.toString)
        assertEquals(bank.cents("b"), 10L)
        assertEquals(running.discard(running.setAside.head), Right(1))
        assertEquals(
          bank.steps("t1").map(_.cause).collect { case late @ StepCause.Event(_, true) => late.offset },
          Vector(wrong.sequence)
        )

  test("a late event waits for the command of its instance, and never meets it"):
    bank: bank =>
      val isWrong = AtomicBoolean(true)
      val process = new TransferProcess():
        override def instance(event: brine.journal.Record[Request]): Option[String] = event.value match
          case Request.Confirmed(_) if isWrong.get => throw IllegalStateException("wrong")
          case _                                   => super.instance(event)
      val begun                                      = CountDownLatch(1)
      val calls                                      = AtomicInteger()
      val go                                         = CountDownLatch(1)
      val overlap                                    = AtomicBoolean()
      def send(step: Step, key: CommandKey): Outcome =
        if calls.incrementAndGet() > 1 then overlap.set(true)
        begun.countDown()
        go.await()
        calls.decrementAndGet(): Unit
        Transfers.send(bank.purses)(step, key)
      bank.running(process)(send): running =>
        val late = bank.ask(Request.Confirmed("t1")).sequence
        eventually("nothing is set aside")(running.setAside.nonEmpty)
        val asked = bank.asked("t1").sequence
        begun.await()
        isWrong.set(false)
        val replayed = CompletableFuture.supplyAsync(() => running.replay(running.setAside.head))
        // As soon as it is there, it waits for the call.
        eventually("the replay does not wait")(
          running.status.failure.exists(_.message.contains("waits for an earlier"))
        )
        assertEquals(bank.steps("t1").size, 1)
        go.countDown()
        assertEquals(replayed.get(20, TimeUnit.SECONDS), Right(1))
        running.await(bank.log.durable, 20.seconds)
        assert(!overlap.get)
        val causes = bank.steps("t1").map(_.cause)
        assertEquals(
          causes.take(3),
          Vector(StepCause.Event(asked, false), StepCause.Reply(1), StepCause.Event(late, true))
        )
        assertEquals(running.setAside, Vector.empty)

  test("a late event sends what its instance waits for, and its own command is sent before others"):
    bank: bank =>
      val isWrong = AtomicBoolean(true)
      val isDown  = AtomicBoolean(true)
      val sent    = ConcurrentLinkedQueue[Int]()
      val process = new Process[Request, Int, Outcome, TransferFact, Int]("count", EffectsBegin.First):
        def query                                          = Transfers.query
        def initial                                        = 0
        def evolve(state: Int, fact: TransferFact)         = state + 1
        def instance(event: brine.journal.Record[Request]) = event.value match
          case Request.Confirmed(_) if isWrong.get => throw IllegalStateException("wrong")
          case Request.Confirmed(id)               => Some(id)
          case _                                   => Transfers.instance(event)
        def react(state: Int, input: ProcessInput[Request, Int, Outcome])(using brine.entity.At) = input match
          case ProcessInput.Event(Request.Asked(_, _, _, cents, _)) =>
            Reaction(TransferFact.Confirmed).send(cents.toInt)
          case ProcessInput.Event(_) => Reaction(TransferFact.Confirmed).send(-1)
          case _                     => Reaction.none
      val slow    = quick.copy(attempts = 2, backoff = Backoff(1.minute, 1.minute))
      val refused = AtomicBoolean(false)
      val running = Processes.start(bank.log, bank.system, process, slow): (command, _) =>
        sent.add(command)
        if command == 1 && isDown.get then throw IllegalStateException("down")
        if command == -1 && refused.compareAndSet(false, true) then throw EffectRefusedException("no")
        Outcome.Done
      try
        bank.ask(Request.Confirmed("t1")): Unit
        eventually("nothing is set aside")(running.setAside.nonEmpty)
        bank.asked("t1", cents = 1): Unit
        eventually("no attempt has failed")(running.status.failure.exists(_.message.contains("down")))
        isWrong.set(false)
        // Its command is tried again in a minute.
        running.replay(running.setAside.head) match
          case Left(ProcessError.Failing(_, "stream request-1", _, cause)) => assertEquals(cause.getMessage, "down")
          case other                                                       => fail(other.toString)
        assertEquals(sent.asScala.toVector, Vector(1, 1))
      finally running.close()
      isDown.set(false)
      val again = Processes.start(bank.log, bank.system, process, quick): (command, _) =>
        sent.add(command)
        if command == -1 && refused.compareAndSet(false, true) then throw EffectRefusedException("no")
        Outcome.Done
      try
        again.await(bank.log.durable, 20.seconds)
        assertEquals(sent.asScala.toVector, Vector(1, 1, 1))
        // Its command is refused, so it stays set aside.
        assert(again.replay(again.setAside.head).isLeft)
        assertEquals(sent.asScala.toVector, Vector(1, 1, 1, -1))
        // The next event of the instance has to wait for the command, and sends it.
        again.await(bank.asked("t1", cents = 7), 20.seconds)
        assertEquals(sent.asScala.toVector, Vector(1, 1, 1, -1, -1, 7))
        assertEquals(again.replay(again.setAside.head), Right(1))
        assertEquals(sent.asScala.toVector, Vector(1, 1, 1, -1, -1, 7))
        assertEquals(again.setAside, Vector.empty)
      finally again.close()

  test("a late event is handled although the instance has reacted to later ones"):
    bank: bank =>
      val isWrong = AtomicBoolean(true)
      val count   = new Process[Request, Step, Outcome, TransferFact, Int]("count", EffectsBegin.First):
        def query                                          = Transfers.query
        def initial                                        = 0
        def evolve(state: Int, fact: TransferFact)         = state + 1
        def instance(event: brine.journal.Record[Request]) = event.value match
          case Request.Confirmed(_) if isWrong.get => throw IllegalStateException("wrong")
          case _                                   => Transfers.instance(event)
        def react(state: Int, input: ProcessInput[Request, Step, Outcome])(using brine.entity.At) =
          Reaction(TransferFact.Confirmed)
      val running = Processes.start(bank.log, bank.system, count, quick)((_, _) => Outcome.Done)
      try
        bank.ask(Request.Confirmed("t1")): Unit
        running.await(bank.asked("t1"), 20.seconds)
        isWrong.set(false)
        assertEquals(running.replay(running.setAside.head), Right(1))
        running.await(bank.asked("t1"), 20.seconds)
        assertEquals(stepsOf(bank.log, "t1", "count").flatMap(_.facts).size, 3)
      finally running.close()
      // None of them is handled again.
      Processes.moveTo(bank.log, "count", Offset.Begin)
      val again = Processes.start(bank.log, bank.system, count, quick)((_, _) => Outcome.Done)
      try
        again.await(bank.log.durable, 20.seconds)
        assertEquals(stepsOf(bank.log, "t1", "count").size, 3)
      finally again.close()

  test("events of another type are set aside"):
    bank: bank =>
      val done = bank.log.append("request-2", ExpectedVersion.Any, Seq("text")).await()
      val last = done.fold(error => fail(error.message), _.last)
      bank.running()(): process =>
        process.await(last, 20.seconds)
        assertEquals(process.setAside.map(one => (one.instance, one.stream)), Vector((None, "request-2")))
        process.replay(process.setAside.head) match
          case Left(ProcessError.Failing(_, _, offset, _)) => assertEquals(offset, last)
          case other                                       => fail(other.toString)

  test("too many set aside end the process, and nothing is lost"):
    bank: bank =>
      val process = bank.start(settings = quick.withMaxSetAside(1))((_, _) => throw EffectRefusedException("no"))
      bank.asked("t1"): Unit
      bank.asked("t2"): Unit
      assert(ended(process).isInstanceOf[ProcessError.TooManySetAside])
      process.close()
      bank.running()(): again =>
        again.await(bank.log.durable, 20.seconds)
        again.setAside.foreach(again.replay(_): Unit)
        assertEquals(bank.cents("a"), 80L)

  test("a log that is full, read-only or does not know counts for no attempt"):
    bank: bank =>
      val flaky = AnsweringLog(bank.log)
      bank.running(settings = quick.withAttempts(1).withSaveEvery(Duration.ofHours(1)), over = flaky)(): process =>
        flaky.answers.addAll(
          java.util.List.of(
            Some(AppendError.Full),
            Some(AppendError.ReadOnly("the test says so")),
            Some(AppendError.OutcomeUnknown(Offset(1), Offset(1))),
            Some(AppendError.ReadOnly("again")),
            None,
            Some(AppendError.ReadOnly("after the command was sent")),
            Some(AppendError.OutcomeUnknown(Offset(1), Offset(1)))
          )
        )
        process.await(bank.asked("t1"), 20.seconds)
        assertEquals(process.setAside, Vector.empty)
        assertEquals(bank.cents("a"), 90L)
        assert(flaky.answers.isEmpty)
        // The timer cannot be announced at first.
        eventually("its timer is open")(process.status.openTimers == 1)
        flaky.answers.add(Some(AppendError.ReadOnly("the test says so"))): Unit
        flaky.answers.add(Some(AppendError.OutcomeUnknown(Offset(1), Offset(1)))): Unit
        bank.clock.move(1000)
        eventually("it is refunded")(bank.steps("t1").exists(_.ends))
        assertEquals(bank.cents("a"), 100L)

  test("another runner that was first is no failure"):
    bank: bank =>
      val flaky = AnsweringLog(bank.log)
      val due   = AtomicBoolean(true)
      flaky.before = () =>
        // What another one would have appended.
        if due.get && bank.log.version("transfer-t1").exists(_ == 1) && due.getAndSet(false) then
          val reply                = bank.steps("t1").head.commands.head
          val step: Transfers.Done = ProcessStep(
            StepCause.Reply(1),
            Some(Transfers.send(bank.purses)(reply, key(bank))),
            bank.steps("t1").head.micros,
            Vector(TransferFact.Debited),
            Vector.empty,
            Vector.empty,
            false
          )
          bank.log.append("transfer-t1", ExpectedVersion(1), Seq(step)).await(): Unit
      bank.running(over = flaky)(): process =>
        bank.asked("t1"): Unit
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals((bank.cents("a"), bank.cents("b")), (90L, 10L))
        assertEquals(bank.steps("t1").map(_.cause).distinct.size, bank.steps("t1").size)

  private def key(bank: Bank): CommandKey =
    CommandKey("transfer", "t1", 1, Instants.of(bank.steps("t1").head.micros))

  test("a command that hangs is interrupted and sent again"):
    bank: bank =>
      val calls = AtomicInteger()
      val sends = Transfers.send(bank.purses)
      bank.running(settings = quick.withTimeout(Duration.ofMillis(500)))((step, key) =>
        if calls.incrementAndGet() == 1 then Thread.sleep(1_000_000)
        sends(step, key)
      ): process =>
        process.await(bank.asked("t1"), 20.seconds)
        assertEquals(calls.get, 2)
        assertEquals(bank.cents("a"), 90L)

  test("a reply is stored, also if the function leaves its thread interrupted"):
    bank: bank =>
      val sends                                      = Transfers.send(bank.purses)
      val calls                                      = AtomicInteger()
      def send(step: Step, key: CommandKey): Outcome =
        calls.incrementAndGet(): Unit
        try sends(step, key)
        finally Thread.currentThread.interrupt()
      bank.running()(send): process =>
        process.await(bank.asked("t1"), 20.seconds)
        process.await(bank.ask(Request.Confirmed("t1")), 20.seconds)
        assertEquals(process.setAside, Vector.empty)
        assertEquals((bank.cents("a"), bank.cents("b"), calls.get), (90L, 10L, 2))

  test("a long chain of commands is not one attempt"):
    bank: bank =>
      val chain = new Process[Request, Step, Outcome, TransferFact, Int]("chain", EffectsBegin.First):
        def query                                          = Transfers.query
        def initial                                        = 0
        def evolve(state: Int, fact: TransferFact)         = state + 1
        def instance(event: brine.journal.Record[Request]) = Transfers.instance(event)
        def react(state: Int, input: ProcessInput[Request, Step, Outcome])(using brine.entity.At) =
          if state < 2000 then Reaction(TransferFact.Debited).send(Step.Debit("a", "", 0)) else Reaction.none
      val isDown  = AtomicBoolean(true)
      val calls   = AtomicInteger()
      val running = Processes.start(bank.log, bank.system, chain, quick): (_, key) =>
        if key.instance == "t2" && isDown.get then throw EffectRefusedException("down")
        // Each of the first fails twice: more often in all than attempts are allowed.
        if key.instance == "t1" && key.number < 20 && calls.incrementAndGet() % 3 != 0 then
          throw IllegalStateException("twice")
        Outcome.Done
      try
        running.await(bank.asked("t1"), 60.seconds)
        assertEquals(running.setAside, Vector.empty)
        assertEquals(stepsOf(bank.log, "t1", "chain").size, 2001)
        running.await(bank.asked("t2"), 20.seconds)
        isDown.set(false)
        assertEquals(running.replay("t2"), Right(1))
        assertEquals(stepsOf(bank.log, "t2", "chain").size, 2001)
      finally running.close()

  test("the position is behind a chain of commands, and not ahead"):
    bank: bank =>
      val reached = CountDownLatch(1)
      val release = CountDownLatch(1)
      val seen    = ConcurrentLinkedQueue[Long]()
      bank.running()((_, key) =>
        seen.add(key.number): Unit
        reached.countDown()
        release.await()
        Outcome.Done
      ): process =>
        val offset = bank.asked("t1")
        reached.await()
        assert(process.position.sequence < offset.sequence, process.status)
        assert(process.status.lag > 0)
        assertEquals((process.status.pending, process.status.running), (1, 1))
        release.countDown()
        process.await(offset, 20.seconds)
        assertEquals(process.status.handled, 1L)

  /** Fails to be read by queries, as a test says. */
  private final class UnqueriedLog(log: EventLog) extends WrappedLog(log):
    @volatile var failure: Option[Throwable]   = None
    override protected def beforeQuery(): Unit = failure.foreach(throw _)

  test("timers that cannot be read are looked for again"):
    bank: bank =>
      bank.running()()(_.await(bank.asked("t1"), 20.seconds))
      val unread  = UnqueriedLog(bank.log)
      val process = bank.start(over = unread)()
      try
        unread.failure = Some(IllegalStateException("the test says so"))
        bank.log.append("purse-x", PurseEvent.Frozen(true): PurseEvent).await(): Unit
        bank.clock.move(1000)
        unread.failure = None
        eventually("it is refunded")(bank.steps("t1").exists(_.ends))
      finally process.close()

  test("names, instants and functions that are not valid are refused"):
    def message(body: => Any): String = intercept[IllegalArgumentException](body).getMessage
    assert(message(TransferProcess(name = "a-b")).contains("U+002D"), message(TransferProcess(name = "a-b")))
    assert(message(TransferProcess(name = "")).contains("0 characters"))
    assert(message(TransferProcess(name = "x".repeat(51))).contains("51 characters"))
    assert(message(Reaction.none.setTimer("x", java.time.Instant.MAX)).contains("290,000"))
    intercept[NullPointerException](TransferProcess(begin = null)): Unit
    intercept[NullPointerException](Reaction.none.setTimer(null, java.time.Instant.EPOCH)): Unit
    bank: bank =>
      intercept[NullPointerException](bank.start()(null)): Unit
      val beyond = TransferProcess(begin = EffectsBegin.After(Offset(1000)))
      assert(intercept[ProcessException](bank.start(beyond)()).error.isInstanceOf[ProcessError.BeyondEnd])
      assertEquals(bank.log.version("transfer-t1"), Right(0L))
