package brine.actor.testkit

import brine.actor.*
import scala.concurrent.Promise
import scala.concurrent.duration.*
import scala.util.{Failure, Success}

class TestSystemSuite extends munit.FunSuite:

  test("nothing happens before the test says so"):
    val system = TestSystem()
    val probe  = system.probe[Int]("probe")
    val echo   = system.spawn(Behavior.receive[Int](n => probe.ref ! n), ActorOptions(name = "echo"))
    echo ! 1
    echo ! 2
    assert(!system.isIdle)
    assert(system.step()) // begins
    assert(system.step()) // handles 1
    assertEquals(system.trace.map(_.toString), Vector("echo begins", "test -> echo: 1"))
    system.runUntilIdle()
    assert(system.isIdle)
    assert(!system.step())
    probe.expectMessages(1, 2)
    probe.expectNoMessage()

  test("the function of pipeToSelf runs in a step of its actor, which the trace shows"):
    val system  = TestSystem()
    val probe   = system.probe[String]("probe")
    val promise = Promise[Int]()
    val ref     = system.spawn(
      Behavior.receive[String]:
        case "begin" =>
          context.pipeToSelf(promise.future): result =>
            context.startTimer("timer", "timer", 1.second) // refused outside the actor
            s"piped ${result.get}"
        case text => probe.ref ! text
      ,
      ActorOptions(name = "piping")
    )
    ref ! "begin"
    system.runUntilIdle()
    promise.success(1)
    assert(!system.isIdle)
    probe.expectMessage("piped 1")
    assert(system.trace.map(_.toString).exists(_.contains("piping: Success(1)")), system.trace.toString)
    system.advance(1.second)
    probe.expectMessage("timer")

  test("messages of one sender arrive in their order, whatever the schedule"):
    for seed <- 0 until 50; schedule <- List(Schedule.Random(seed), Schedule.Pct(seed)) do
      val system = TestSystem(schedule)
      val probe  = system.probe[Int]("probe")
      val echo   = system.spawn(Behavior.receive[Int](n => probe.ref ! n))
      (1 to 3).foreach: sender =>
        val _ = system.spawn(Behavior.setup[Int] {
          (1 to 5).foreach(i => echo ! sender * 10 + i); Behavior.receive(_ => ())
        })
      val came = probe.receiveAll()
      assertEquals(came.size, 15)
      (1 to 3).foreach(sender =>
        assertEquals(came.filter(_ / 10 == sender).toList, List.tabulate(5)(sender * 10 + 1 + _))
      )

  test("the same schedule is the same run"):
    def run(schedule: Schedule): Vector[String] =
      val system = TestSystem(schedule)
      val probe  = system.probe[String]("probe")
      val a      = system.spawn(Behavior.receive[String](text => probe.ref ! text))
      (1 to 4).foreach: n =>
        val _ = system.spawn(Behavior.setup[Unit] { a ! s"first $n"; a ! s"second $n"; Behavior.stopped })
      system.runUntilIdle()
      system.trace.map(_.toString)
    for seed <- 0 until 20; schedule <- List(Schedule.Random(seed), Schedule.Pct(seed)) do
      assertEquals(run(schedule), run(schedule))
    assert((0 until 20).map(seed => run(Schedule.Random(seed))).distinct.size > 10)
    assert((0 until 20).map(seed => run(Schedule.Pct(seed))).distinct.size > 10)

  test("what was chosen replays the run"):
    def run(schedule: Schedule): (Vector[String], String) =
      val system = TestSystem(schedule)
      val probe  = system.probe[Int]("probe")
      (1 to 4).foreach: n =>
        val _ = system.spawn(Behavior.setup[Unit] {
          probe.ref ! n; probe.ref ! system.choose("n", n, 2 * n); Behavior.stopped
        })
      system.runUntilIdle()
      (system.trace.map(_.toString), system.choices)
    for seed <- 0 until 20 do
      val first = run(Schedule.Random(seed))
      assertEquals(run(Schedule.Replay(first._2)), first)

  test("timers are due in virtual time, in their order"):
    val system = TestSystem()
    val probe  = system.probe[String]("probe")
    val actor  = system.spawn:
      Behavior.setup[String]:
        context.startTimer("late", "late", 2.hours)
        context.startTimer("early", "early", 1.hour)
        context.startTimerAtFixedRate("beat", "beat", 40.minutes)
        Behavior.receive(text => probe.ref ! text)
    system.runUntilIdle()
    probe.expectNoMessage()
    assertEquals(system.now, 0.seconds)
    system.advance(59.minutes)
    probe.expectMessages("beat")
    system.advance(1.minute)
    probe.expectMessages("early")
    system.advance(1.hour)
    assertEquals(probe.receiveAll().toSet, Set("beat", "late"))
    assertEquals(system.now, 2.hours)
    system.stop(actor)
    system.advance(1.day)
    probe.expectNoMessage()

  test("the clock advances to the next timer, which does not fire before the next step"):
    val system = TestSystem()
    val probe  = system.probe[String]("probe")
    assert(!system.advanceToNextTimer())
    system.spawn:
      Behavior.setup[String]:
        context.startTimer("t", "due", 1.second)
        Behavior.receive: text =>
          intercept[IllegalStateException](system.advanceToNextTimer()): Unit
          probe.ref ! text
    : Unit
    system.runUntilIdle()
    assert(system.advanceToNextTimer())
    assertEquals(system.now, 1.second)
    assert(!system.isIdle)
    probe.expectMessages("due")
    assert(!system.advanceToNextTimer())

  test("a timer that is cancelled while its message waits does not come"):
    val system = TestSystem()
    val probe  = system.probe[String]("probe")
    val actor  = system.spawn:
      Behavior.setup[String]:
        context.startTimer("t", "due", 1.second)
        Behavior.receive:
          case "cancel" => val _ = context.cancelTimer("t")
          case text     => probe.ref ! text
    system.runUntilIdle()
    // With the first, the message is in transit when the timer is canceled.
    actor ! "cancel"
    system.advance(2.seconds)
    probe.expectNoMessage()

  test("timers that are due together come in any order"):
    val orders = (0 until 40).map: seed =>
      val system = TestSystem(Schedule.Random(seed))
      val probe  = system.probe[Int]("probe")
      val _      = system.spawn:
        Behavior.setup[Int]:
          (1 to 3).foreach(n => context.startTimer(n, n, 1.second))
          Behavior.receive(n => probe.ref ! n)
      system.advance(1.second)
      probe.receiveAll()
    assertEquals(orders.distinct.size, 6)

  test("the clock may advance as far as it can be told, twice, and shutdowns may take as long"):
    val longest = FiniteDuration(Long.MaxValue, NANOSECONDS)
    val system  = TestSystem()
    val probe   = system.probe[String]("probe")
    val _       = system.spawn:
      Behavior.setup[String]:
        context.startTimer("late", "late", (72 * 365).days)
        Behavior.receive(text => probe.ref ! text)
    system.advance(longest)
    probe.expectMessages("late")
    val now = system.now
    system.advance(longest)
    assertEquals(system.now, now)
    assert(system.shutdown(longest).isComplete)

  test("silence is noticed in virtual time"):
    val system = TestSystem()
    val probe  = system.probe[String]("probe")
    val actor  = system.spawn:
      Behavior.setup[String]:
        context.setReceiveTimeout(10.seconds, "silence")
        Behavior.receive(text => probe.ref ! text)
    system.advance(9.seconds)
    actor ! "message"
    probe.expectMessages("message")
    system.advance(9999.millis)
    probe.expectNoMessage()
    system.advance(1.milli)
    probe.expectMessages("silence")

  test("an ask that nobody answers fails in virtual time"):
    val system = TestSystem()
    val silent = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()), ActorOptions(name = "silent"))
    val answer = silent.ask[Int](replyTo => replyTo, 5.seconds)
    system.runUntilIdle()
    assert(!answer.isCompleted)
    system.advance(4999.millis)
    assert(!answer.isCompleted)
    system.advance(1.milli)
    answer.value match
      case Some(Failure(timeout: AskTimeoutException)) =>
        assert(timeout.getMessage.contains("silent"), timeout.getMessage)
      case other => fail(s"$other")

  test("a blocking ask lets others run"):
    val system  = TestSystem()
    val probe   = system.probe[Int]("probe")
    val doubler = system.spawn(Behavior.receive[(Int, ActorRef[Int])]((n, replyTo) => replyTo ! 2 * n))
    val asker   = system.spawn(
      Behavior.receive[Int](n => probe.ref ! doubler.askBlocking((n, _), 1.second)),
      ActorOptions(dispatcher = Dispatcher.Blocking)
    )
    asker ! 21
    probe.expectMessage(42)
    assertEquals(doubler.askBlocking[Int]((4, _), 1.second), 8)

  test("a blocking ask fails in virtual time, too"):
    val system = TestSystem()
    val silent = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
    val _      = intercept[AskTimeoutException](silent.askBlocking[Int](replyTo => replyTo, 5.seconds))
    assertEquals(system.now, 5.seconds)

  test("an actor that waits for a future handles nothing until it is there"):
    val system  = TestSystem()
    val probe   = system.probe[String]("probe")
    val promise = Promise[Int]()
    val actor   = system.spawn:
      Behavior.receive[String]:
        case "wait" =>
          context.suspendUntil(promise.future):
            case Success(n)     => probe.ref ! s"got $n"
            case Failure(cause) => throw cause
        case text => probe.ref ! text
    actor ! "wait"
    actor ! "later"
    probe.expectNoMessage()
    promise.success(7)
    probe.expectMessages("got 7", "later")

  test("a context that is used outside of its actor says so"):
    val system  = TestSystem()
    var refused = false
    var kept    = Option.empty[ActorContext[Int]]
    val promise = Promise[Int]()
    val actor   = system.spawn:
      Behavior.setup[Int]:
        kept = Some(context)
        Behavior.receive(_ => promise.success(1): Unit)
    val other = system.spawn:
      Behavior.setup[Int]:
        val mine = context[Int]
        promise.future.foreach { _ =>
          refused =
            try
              mine.stopSelf()
              false
            catch case _: IllegalStateException => true
        }(using scala.concurrent.ExecutionContext.parasitic)
        Behavior.receive(_ => ())
    system.runUntilIdle()
    val _ = intercept[IllegalStateException](kept.get.stopSelf())
    actor ! 1
    val probe = system.probe[Int]("probe")
    probe.expectAlive(actor)
    probe.expectAlive(other)
    assert(refused)

  test("code of the execution context is a step"):
    val system = TestSystem()
    val probe  = system.probe[Int]("probe")
    scala.concurrent
      .Future(1)(using system.executionContext)
      .map(_ + 1)(using system.executionContext)
      .foreach(probe.ref ! _)(using
        system.executionContext
      )
    assert(!system.isIdle)
    probe.expectMessage(2)

  test("stash, bounded mailboxes and signals work as in any system"):
    val system                   = TestSystem()
    val probe                    = system.probe[String]("probe")
    def closed: Behavior[String] = Behavior.receive:
      case "open" => context.unstashAll(); open
      case text   => context.stash(text)
    def open: Behavior[String] = Behavior.receive(text => probe.ref ! text)
    val door                   = system.spawn(closed, ActorOptions(mailbox = Mailbox.Bounded(3, WhenFull.DropNewest)))
    List("a", "b", "open", "c").foreach(door ! _)
    probe.expectMessages("a", "b")
    probe.expectNoMessage()
    assertEquals(system.deadLetters.map(_.message), Vector("c"))
    assertEquals(system.deadLetters.head.reason, DeadLetterReason.MailboxFull)
    door ! "d"
    probe.expectMessage("d")
    system.stop(door)
    probe.expectTerminated(door)

  test("a parent is told of the failure of its child, before any message"):
    val system = TestSystem()
    val probe  = system.probe[String]("probe")
    val parent = system.spawn(
      Behavior.setup[String]:
        val child =
          context.spawn(Behavior.receive[String](text => throw RuntimeException(text)), ActorOptions(name = "child"))
        context.watch(child)
        Behavior
          .receive[String](text => if text.startsWith("fail") then child ! text else probe.ref ! text)
          .onSignal:
            case Signal.ChildFailed(_, cause, _) => probe.ref ! s"failed: ${cause.getMessage}"
            case Signal.Terminated(ref, _)       => probe.ref ! s"ended: $ref"
      ,
      ActorOptions(name = "parent")
    )
    parent ! "fail 1"
    system.runUntilIdle()
    probe.expectMessages("failed: fail 1", "ended: parent/child")
    probe.expectAlive(parent)
    system.runUntilIdle()
    assert(
      system.trace.exists(_.toString.contains("parent is told: its child parent/child has failed: stop")),
      system.trace.mkString("\n")
    )

  test("actors that send to each other for ever end with an error that shows them"):
    val system = TestSystem(settings = TestSettings(steps = 500))
    val a      = system.spawn(Behavior.receive[Int](n => context.self ! n + 1), ActorOptions(name = "turner"))
    a ! 0
    val failure = intercept[EndlessRunException](system.runUntilIdle())
    assert(failure.getMessage.contains("turner -> turner: 49"), failure.getMessage)

  test("a test may take more steps than that if it becomes idle in between"):
    val system = TestSystem(settings = TestSettings(steps = 50))
    val beat   = system.spawn(Behavior.receive[Int](_ => ()))
    (1 to 100).foreach: n =>
      beat ! n
      system.runUntilIdle()
    assertEquals(system.statistics.handled, 100L)
    beat ! 0
    (1 to 50).foreach(beat ! _)
    val _ = intercept[EndlessRunException](system.runUntilIdle())

  test("an assertion within a handler is one of the test"):
    val system = TestSystem()
    val a      = system.spawn(Behavior.receive[Int](n => assertEquals(n, 1)))
    a ! 2
    val _ = intercept[munit.ComparisonFailException](system.runUntilIdle())

  test("an invariant is checked after each step"):
    val system = TestSystem()
    var sum    = 0
    system.invariant(assert(sum < 3, s"the sum is $sum"))
    val adder = system.spawn(Behavior.receive[Int](n => sum += n))
    List(1, 1, 1).foreach(adder ! _)
    val failure = intercept[AssertionError](system.runUntilIdle())
    assert(failure.getMessage.contains("the sum is 3"), failure.getMessage)

  test("another thread is told off"):
    val system = TestSystem()
    val adder  = system.spawn(Behavior.receive[Int](_ => ()))
    system.runUntilIdle()
    @volatile var failure: Throwable = null
    val thread                       = Thread: () =>
      try adder ! 1
      catch case thrown: Throwable => failure = thrown
    thread.start()
    thread.join(10000)
    assert(failure.isInstanceOf[IllegalStateException], s"$failure")
    val _ = intercept[IllegalStateException](system.runUntilIdle())

  test("a shutdown ends children before parents, and the report is empty"):
    val system                                                             = TestSystem()
    var order                                                              = List.empty[String]
    def named(name: String, below: Option[Behavior[Unit]]): Behavior[Unit] = Behavior.setup:
      below.foreach(context.spawn(_))
      Behavior.receive[Unit](_ => ()).onSignal { case Signal.Stopped => order = name :: order }
    val _ = system.spawn(named("parent", Some(named("child", None))))
    system.runUntilIdle()
    system.onShutdown(ShutdownPhase.AfterActors, "last")(() => order = "task" :: order)
    assert(system.shutdown().isComplete)
    assertEquals(order.reverse, List("child", "parent", "task"))

  test("a task of the shutdown is refused once its phase has begun"):
    val system = TestSystem()
    var ran    = List.empty[String]
    system.onShutdown(ShutdownPhase.BeforeActors, "before"): () =>
      intercept[IllegalStateException](system.onShutdown(ShutdownPhase.BeforeActors, "new")(() => ()))
      system.onShutdown(ShutdownPhase.AfterActors, "after")(() => ran = "after" :: ran)
    val report = system.shutdown()
    assert(report.isComplete, report.toString)
    assertEquals(ran, List("after"))
    intercept[IllegalStateException](system.onShutdown(ShutdownPhase.AfterActors, "new")(() => ()))

  test("statistics count what was handled"):
    val system = TestSystem()
    val actor  = system.spawn(Behavior.receive[Int](_ => ()))
    (1 to 10).foreach(actor ! _)
    system.runUntilIdle()
    assertEquals(system.statistics.handled, 10L)
