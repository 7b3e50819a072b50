package brine.actor.testkit

import brine.actor.*
import scala.collection.mutable
import scala.concurrent.duration.*

class ExploreSuite extends munit.FunSuite:
  private val racy  = Transfers.program(2, Transfers.racyClient)
  private val sound = Transfers.program(3, Transfers.soundClient)

  private def found(search: Search): ScheduleFailure =
    intercept[ScheduleFailure](Explore.check(search)(racy))

  test("every search finds the planted race within 100 schedules"):
    val searches = List(
      Search.Random(100),
      Search.Random(100, seed = 4711),
      Search.Pct(100),
      Search.Pct(100, depth = 2),
      Search.Exhaustive(100)
    )
    searches.foreach: search =>
      val failure = found(search)
      assert(failure.tried <= 100, s"$search: ${failure.tried}")
      assert(failure.getMessage.contains("Balance(90)"), failure.getMessage)

  test("a failure is minimised and printed as a sequence of messages with their senders"):
    val failure = found(Search.Random(1000))
    val lines   = failure.trace.map(_.toString)
    List(
      "client-a -> account: Read(client-a)",
      "client-b -> account: Read(client-b)",
      "account -> client-a: Balance(100)",
      "account -> client-b: Balance(100)",
      "client-a -> account: Write(90)",
      "client-b -> account: Write(90)"
    ).foreach(line => assert(lines.contains(line), failure.getMessage))
    failure.minimised match
      case Schedule.Replay(choices) => assert(choices.split(" ").count(_ != "0") <= 3, failure.getMessage)
      case other                    => fail(s"$other")
    assert(failure.getMessage.contains(s"Explore.replay(${failure.schedule})"), failure.getMessage)
    assert(failure.getMessage.contains(s"Explore.replay(${failure.minimised})"), failure.getMessage)

  test("the printed schedules replay the failure, each time the same"):
    for search <- List(Search.Random(1000), Search.Pct(1000), Search.Exhaustive()) do
      val failure = found(search)
      val again   = intercept[ScheduleFailure](Explore.replay(failure.minimised)(racy))
      assertEquals(again.trace.map(_.toString), failure.trace.map(_.toString))
      val first = intercept[ScheduleFailure](Explore.replay(failure.schedule)(racy))
      val next  = intercept[ScheduleFailure](Explore.replay(failure.schedule)(racy))
      assertEquals(first.trace.map(_.toString), next.trace.map(_.toString))
      assertEquals(first.getMessage, next.getMessage)

  test("the seed that is printed is enough"):
    val failure = found(Search.Random(1000, seed = 123456789012L))
    val seed    = "seed = (\\d+)L".r.findFirstMatchIn(failure.getMessage).get.group(1).toLong
    val _       = intercept[ScheduleFailure](Explore.replay(Schedule.Random(seed))(racy))

  test("the mended protocol passes every search, and the exhaustive one is complete"):
    assertEquals(Explore.check(Search.Random(200))(sound).schedules, 200)
    assertEquals(Explore.check(Search.Pct(200))(sound).schedules, 200)
    val whole = Explore.check(Search.Exhaustive())(sound)
    assert(whole.complete, whole.toString)

  test("an exhaustive search that is cut off does not say it was complete"):
    assert(!Explore.check(Search.Exhaustive(schedules = 3))(sound).complete)

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

  reductionKeeps("two clients read and write", 2): system =>
    val account = system.spawn(Transfers.account(100))
    (1 to 2).foreach(n => system.spawn(Transfers.racyClient(account, n * 10)): Unit)
    () =>
      val probe = system.probe[Transfers.Balance]("probe")
      account ! Transfers.Account.Read(probe.ref)
      // 70 when one came after the other; 80 and 90 are lost updates.
      val balance = probe.receive().amount
      if balance == 70 then "sound" else "lost"

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
    val _ = intercept[NondeterminismException](Explore.check(Search.Exhaustive())(program))
    def sometimes(system: TestSystem): Unit =
      runs += 1
      system.whenIdle(assert(runs % 2 == 0))
    runs = 0
    val _ = intercept[NondeterminismException](Explore.check(Search.Random(1))(sometimes))
