package brine.actor.testkit

import brine.actor.*
import scala.collection.mutable
import scala.concurrent.duration.*

class ExploreSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val racy   = Transfers.program(Transfers.racy)
  private val mended = Transfers.program(Transfers.mended)
  private val small  = Transfers.program(Transfers.racy, hands = 0)

  private def found(search: Search, program: TestSystem => Unit = racy): ScheduleFailure =
    intercept[ScheduleFailure](Explore.check(search)(program))

  private def changes(schedule: Schedule): Int = schedule match
    case Schedule.Replay(choices) => choices.split(" ").count(choice => choice.nonEmpty && choice != "0")
    case other                    => fail(s"$other is no replay")

  test("first in, first out the planted race does not show"):
    Explore.replay(Schedule.Fifo)(racy)
    Explore.replay(Schedule.Replay(""))(racy)

  test("random schedules and those with priorities find it, whatever the seed, within 300"):
    for seed <- List(0L, 4711L, -1L, Long.MaxValue - 1000) do
      List(Search.Random(300, seed), Search.Pct(300, seed), Search.Pct(300, seed, depth = 2)).foreach: search =>
        val failure = found(search)
        assert(failure.getMessage.contains("money is lost"), failure.getMessage)
        assert(failure.tried <= 300, s"$search: ${failure.tried}")

  test("an exhaustive search finds it"):
    assert(found(Search.Exhaustive(1000)).getMessage.contains("money is lost"))
    assert(found(Search.Exhaustive(1000), small).tried <= 100)

  test("a failure is minimised and printed as a sequence of messages with their senders"):
    for search <- List(Search.Random(), Search.Pct(), Search.Exhaustive()) do
      val failure = found(search)
      val lines   = failure.trace.map(_.toString)
      List(
        "checking -> teller-a: Balance(checking,100)",
        "savings -> teller-b: Balance(savings,100)",
        "teller-a -> checking: Write(90)",
        "teller-b -> savings: Write(80)"
      ).foreach(line => assert(lines.contains(line), failure.getMessage))
      assert(changes(failure.minimised) <= 6, failure.getMessage)
      assert(failure.getMessage.contains("\n 1. "), failure.getMessage)
      assert(failure.getMessage.contains(s"Explore.replay(${failure.schedule})"), failure.getMessage)
      assert(failure.getMessage.contains(s"Explore.replay(${failure.minimised})"), failure.getMessage)

  test("the printed schedules replay the failure, each time the same"):
    for search <- List(Search.Random(), Search.Pct(), Search.Exhaustive()) do
      val failure = found(search)
      val again   = intercept[ScheduleFailure](Explore.replay(failure.minimised)(racy))
      assertEquals(again.trace.map(_.toString), failure.trace.map(_.toString))
      val first = intercept[ScheduleFailure](Explore.replay(failure.schedule)(racy))
      val next  = intercept[ScheduleFailure](Explore.replay(failure.schedule)(racy))
      assertEquals(first.trace.map(_.toString), next.trace.map(_.toString))
      assertEquals(first.getMessage, next.getMessage)

  test("the seed that is printed is enough"):
    val failure = found(Search.Random(seed = 123456789012L))
    val seed    = "seed = (\\d+)L".r.findFirstMatchIn(failure.getMessage).get.group(1).toLong
    val _       = intercept[ScheduleFailure](Explore.replay(Schedule.Random(seed))(racy))

  test("the mended protocol passes every search, and the exhaustive one is complete"):
    assertEquals(Explore.check(Search.Random(200))(mended).schedules, 200)
    assertEquals(Explore.check(Search.Pct(200))(mended).schedules, 200)
    val whole = Explore.check(Search.Exhaustive())(mended)
    assert(whole.complete, whole.toString)

  test("an exhaustive search that is cut off does not say it was complete"):
    assert(!Explore.check(Search.Exhaustive(schedules = 3))(mended).complete)

  // -------------------------------------------------------------------------------------------
  // The reduction
  // -------------------------------------------------------------------------------------------

  /** The final states of a program, and how many runs it took. */
  private def states(reduced: Boolean, settings: TestSettings)(program: TestSystem => () => Any): (Set[Any], Int) =
    val seen        = mutable.HashSet[Any]()
    val exploration = Explore.check(Search.Exhaustive(reduced = reduced), settings): system =>
      val state = program(system)
      system.whenIdle(seen += state(): Unit)
    assert(exploration.complete, exploration.toString)
    (seen.toSet, exploration.schedules)

  private def reductionKeeps(name: String, expected: Int, settings: TestSettings = TestSettings())(
      program: TestSystem => () => Any
  ): Unit =
    test(s"the reduction loses no final state: $name"):
      val (all, runs)   = states(reduced = false, settings)(program)
      val (kept, fewer) = states(reduced = true, settings)(program)
      assertEquals(all.size, expected, s"$all")
      assertEquals(kept, all)
      assert(fewer <= runs, s"$fewer of $runs")
      assert(fewer >= expected, s"$fewer of $runs")

  reductionKeeps("two tellers move money", 4): system =>
    val checking = system.spawn(Transfers.account("checking", 100), ActorOptions(name = "checking"))
    val savings  = system.spawn(Transfers.account("savings", 100), ActorOptions(name = "savings"))
    val _        = system.spawn(Transfers.mended(checking, savings, 10)) ! Transfers.Begin
    val writer   = system.spawn(Behavior.setup[Unit] { checking ! Transfers.Account.Write(1); Behavior.stopped })
    val reader   = system.probe[Transfers.Balance]("reader")
    val _ = system.spawn(Behavior.setup[Unit] { checking ! Transfers.Account.Read(reader.ref); Behavior.stopped })
    () => (reader.receiveAll(), writer.toString)

  reductionKeeps("three senders and the order of arrival", 6): system =>
    val probe = system.probe[Int]("probe")
    (1 to 3).foreach(n => system.spawn(Behavior.setup[Int] { probe.ref ! n; Behavior.receive(_ => ()) }): Unit)
    () => probe.receiveAll()

  reductionKeeps("a stop races with messages", 2): system =>
    val probe  = system.probe[Int]("probe")
    val target = system.spawn(Behavior.receive[Int](n => if n == 0 then Behavior.stopped else probe.ref ! n))
    (0 to 1).foreach(n => system.spawn(Behavior.setup[Int] { target ! n; Behavior.receive(_ => ()) }): Unit)
    () => (probe.receiveAll(), system.deadLetters.map(_.message))

  reductionKeeps("named choices", 5): system =>
    val probe = system.probe[String]("probe")
    List("a", "b").foreach: name =>
      val _ = system.spawn(Behavior.setup[Unit]:
        if system.choose(s"write of $name", true, false) then probe.ref ! name
        Behavior.stopped)
    () => probe.receiveAll() // none, one of them, or both in either order

  reductionKeeps("timers that are due together", 2): system =>
    val probe = system.probe[Int]("probe")
    (1 to 2).foreach: n =>
      val _ = system.spawn(Behavior.setup[Int]:
        context.startTimer("t", n, 1.second)
        Behavior.receive(got => probe.ref ! got))
    system.advance(1.second)
    () => probe.receiveAll()

  reductionKeeps("a time limit races with the answer", 2, TestSettings(timersRace = true)): system =>
    val server = system.spawn(Behavior.receive[ActorRef[String]](replyTo => replyTo ! "answer"))
    val probe  = system.probe[String]("probe")
    val _      = system.spawn(Behavior.setup[String]:
      context.ask(server, (replyTo: ActorRef[String]) => replyTo, 1.second)(_.getOrElse("too late"))
      Behavior.receive(text => probe.ref ! text))
    system.advance(2.seconds)
    () => probe.receiveAll()

  reductionKeeps("two answers to one ask", 2): system =>
    val first = system.spawn(Behavior.receive[ActorRef[String]](replyTo => replyTo ! "first"))
    val both  = system.spawn(Behavior.receive[ActorRef[String]] { replyTo =>
      first ! replyTo; first ! replyTo; replyTo ! "both"
    })
    val answer = both.ask[String](replyTo => { first ! replyTo; replyTo }, 1.second)
    () => answer.value

  reductionKeeps("a child is stopped while it works", 2): system =>
    val probe = system.probe[String]("probe")
    val _     = system.spawn(Behavior.setup[Unit]:
      val child = context.spawn(Behavior.receive[Unit](_ => probe.ref ! "worked"))
      context.watch(child)
      child ! ()
      context.self ! ()
      Behavior.receive[Unit](_ => context.stop(child)).onSignal { case Signal.Terminated(_, _) => probe.ref ! "ended" })
    () => probe.receiveAll()

  test("independent actors take one run instead of all orders"):
    def program(system: TestSystem): Unit =
      (1 to 3).foreach: _ =>
        val actor = system.spawn(Behavior.receive[Int](_ => ()))
        actor ! 1
        actor ! 2
    val whole   = Explore.check(Search.Exhaustive(reduced = false))(program)
    val reduced = Explore.check(Search.Exhaustive())(program)
    assertEquals(whole.schedules, 1680) // 9! / (3! 3! 3!)
    assertEquals(reduced.schedules, 1)
    assert(reduced.abandoned < 100, reduced.toString)

  reductionKeeps("the order of answers to a gatherer", 6): system =>
    val answers = system.gather[Int](3, 1.second)
    (1 to 3).foreach(n => system.spawn(Behavior.setup[Unit] { answers ! n; Behavior.stopped }): Unit)
    () => answers.future.value

  reductionKeeps("a blocking ask, with a message before and one behind it", 3): system =>
    def server(sum: Int): Behavior[Int | ActorRef[Int]] = Behavior.receive:
      case n: Int                            => server(sum + n)
      case replyTo: ActorRef[Int] @unchecked => replyTo ! sum
    val target = system.spawn(server(0))
    val probe  = system.probe[Int]("probe")
    val _      = system.spawn(Behavior.setup[Unit] { target ! 1; target ! 2; Behavior.stopped })
    val asker  = Behavior.setup[Unit]:
      target ! 10
      probe.ref ! target.askBlocking[Int](replyTo => replyTo, 1.second)
      Behavior.stopped
    val _ = system.spawn(asker, ActorOptions(dispatcher = Dispatcher.Blocking))
    () => probe.receiveAll() // 10, 11 or 13

  reductionKeeps("silence races with a message", 2, TestSettings(timersRace = true)): system =>
    val probe  = system.probe[String]("probe")
    val target = system.spawn:
      Behavior.setup[String]:
        context.setReceiveTimeout(10.millis, "silence")
        Behavior.receive: text =>
          if text == "silence" then context.cancelReceiveTimeout()
          probe.ref ! text
    val _ = system.spawn:
      Behavior.setup[Unit]:
        context.startTimer("t", (), 10.millis)
        Behavior.receive(_ => target ! "message")
    system.runUntilIdle()
    system.advance(15.millis)
    () => probe.receiveAll()

  reductionKeeps("what follows from a first message overtakes a second", 2): system =>
    val probe = system.probe[String]("probe")
    val relay = system.spawn(Behavior.receive[String](_ => probe.ref ! "relayed"))
    val _     = system.spawn(Behavior.setup[Unit] { relay ! "go"; probe.ref ! "direct"; Behavior.stopped })
    () => probe.receiveAll()

  reductionKeeps("what an actor sends itself comes before or after what follows from its messages", 2): system =>
    val probe = system.probe[String]("probe")
    val _     = system.spawn:
      Behavior.setup[String]:
        val relay = context.spawn(Behavior.receive[ActorRef[String]](_ ! "relayed"))
        relay ! context.self
        context.self ! "own"
        Behavior.receive(text => probe.ref ! text)
    () => probe.receiveAll()

  reductionKeeps("a message to itself is not overtaken by what follows from a later one", 1): system =>
    val probe = system.probe[String]("probe")
    val _     = system.spawn:
      Behavior.setup[String]:
        val relay = context.spawn(Behavior.receive[ActorRef[String]](_ ! "relayed"))
        context.self ! "own"
        relay ! context.self
        Behavior.receive(text => probe.ref ! text)
    () => probe.receiveAll()

  reductionKeeps("an actor that stops buries what it sent itself once", 1): system =>
    val probe = system.probe[String]("probe")
    val _     = system.spawn:
      Behavior.setup[String]:
        context.self ! "first"
        probe.ref ! "between"
        context.self ! "second"
        Behavior.stopped
    () => (probe.receiveAll(), system.deadLetters.map(_.message))

  // -------------------------------------------------------------------------------------------
  // What else is to be found
  // -------------------------------------------------------------------------------------------
  test("a fake of a journal that crashes after it committed makes a client pay twice"):
    def program(mended: Boolean)(system: TestSystem): Unit =
      var log     = Vector.empty[Int]
      val journal = system.spawn(
        Behavior.receive[(Int, ActorRef[Boolean])]: (id, replyTo) =>
          system.choose("write", "succeeds", "fails", "crashes after the commit") match
            case "succeeds" =>
              if !(mended && log.contains(id)) then log :+= id
              replyTo ! true
            case "fails" => replyTo ! false
            case _       => if !(mended && log.contains(id)) then log :+= id
        ,
        ActorOptions(name = "journal")
      )
      val _ = system.spawn(
        Behavior.setup[Boolean]:
          def attempt() =
            context.ask(journal, (replyTo: ActorRef[Boolean]) => (1, replyTo), 1.second)(_.getOrElse(false))
          attempt()
          var attempts = 1
          Behavior.receive: done =>
            if !done && attempts < 3 then
              attempts += 1
              attempt()
        ,
        ActorOptions(name = "client")
      )
      system.advance(10.seconds)
      assert(log.size <= 1, s"paid ${log.size} times")
    val failure = intercept[ScheduleFailure](Explore.check(Search.Exhaustive())(program(mended = false)))
    assert(failure.getMessage.contains("write: crashes after the commit"), failure.getMessage)
    assert(Explore.check(Search.Exhaustive())(program(mended = true)).complete)

  test("an invariant that only holds in some orders of independent steps is found"):
    def program(system: TestSystem): Unit =
      var a = 0
      var b = 0
      system.invariant(assert(b <= a, s"b is $b while a is $a"))
      val first  = system.spawn(Behavior.receive[Int](_ => a += 1))
      val second = system.spawn(Behavior.receive[Int](_ => b += 1))
      first ! 1
      second ! 1
    val _ = intercept[ScheduleFailure](Explore.check(Search.Exhaustive())(program))

  test("two actors that wake each other for ever are found"):
    def program(system: TestSystem): Unit =
      lazy val ping: ActorRef[Int] = system.spawn(Behavior.receive[Int](n => pong ! n), ActorOptions(name = "ping"))
      lazy val pong: ActorRef[Int] = system.spawn(Behavior.receive[Int](n => ping ! n), ActorOptions(name = "pong"))
      ping ! 1
    val failure = intercept[ScheduleFailure](Explore.check(Search.Random(1), TestSettings(steps = 100))(program))
    assert(failure.getMessage.contains("ping -> pong: 1"), failure.getMessage)

  test("a program that does something else each time is told so"):
    var runs                              = 0
    def program(system: TestSystem): Unit =
      runs += 1
      (0 to runs % 3).foreach(_ => system.spawn(Behavior.receive[Int](_ => ())): Unit)
    val _ = intercept[NondeterminismException](Explore.check(Search.Exhaustive(reduced = false))(program))
    def sometimes(system: TestSystem): Unit =
      runs += 1
      system.whenIdle(assert(runs % 2 == 0))
    runs = 0
    val _ = intercept[NondeterminismException](Explore.check(Search.Random(1))(sometimes))
