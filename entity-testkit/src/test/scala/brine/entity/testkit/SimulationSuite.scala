package brine.entity.testkit

import brine.effort.Effort
import brine.entity.*
import brine.entity.projection.Projection
import brine.journal.{AppendListener, EncodedAppend, EventLog, Offset, Query}
import scala.concurrent.duration.Duration

class SimulationSuite extends munit.FunSuite:
  override def munitTimeout: Duration = Duration(90, "min")

  private val wallets  = Wallets.simulation
  private val all      = Projection[WalletEvent]("sums")(Query.category("wallet"))
  private val withView = wallets.withView(all, Map.empty[String, Int]): (counts, record) =>
    counts.updated(record.stream, counts.getOrElse(record.stream, 0) + 1)

  private def in(store: SimulatedStore): SimulationSettings = SimulationSettings.defaults.withStore(store)

  test("nothing is found in the runtime"):
    val report = wallets.check(Effort.simulations)
    assertEquals(report.runs, Effort.simulations)
    // What a run may contain, it contains.
    assert(clue(report.commands) > report.runs)
    assert(clue(report.processes) > report.runs)
    assert(clue(report.faults) > report.runs / 2)

  test("nothing is found over a journal on a disk that loses power"):
    val report = wallets.withSettings(in(SimulatedStore.Files)).check(Effort.simulations / 10)
    assert(clue(report.processes) > report.runs)

  test("nothing is found with a view"):
    withView.check(Effort.simulations / 10): Unit

  test("nothing is found with entities of two types"):
    object Purses extends Wallets("purse")
    val both    = wallets.and(Purses)(Wallets.command)
    val history = (0L until 20).map(both.run(_).trace.mkString("\n")).mkString
    assert(history.contains("wallet-e0") && history.contains("purse-e0"))
    both.check(Effort.simulations / 10): Unit

  test("the same seed gives the same run"):
    for store <- SimulatedStore.values; seed <- 0L until 30 do
      val simulation = wallets.withSettings(in(store))
      val first      = simulation.run(seed)
      assertEquals(simulation.run(seed), first, s"$store, seed $seed")
      assert(first.trace.nonEmpty)

  test("seeds give different runs"):
    val traces = (0L until 50).map(wallets.run(_).trace).distinct
    assertEquals(traces.size, 50)

  test("every kind of event happens"):
    val text   = (0L until 300).map(seed => wallets.run(seed).trace.mkString("\n")).mkString("\n")
    val events = Vector(
      "the power is cut: of 1 accepted appends the first 0",
      "the power is cut: of 1 accepted appends the first 1",
      "the entities are closed",
      "entities that are idle leave memory",
      "a timer is early",
      "sends it twice",
      "sends once more",
      "gives up",
      "another process appends",
      "is refused: WrongVersion",
      "is refused: Duplicate",
      "fails: OutcomeUnknown",
      "fails: ReadOnly",
      "planned for append 1: Full",
      "reading wallet-e0 fails",
      "loading the state of wallet-e0 fails",
      "the state of wallet-e0, at",
      "has no reply: TimedOut",
      "has no reply: Closed"
    )
    events.foreach(event => assert(text.contains(event), event))

  test("a disk fails"):
    val files = wallets.withSettings(in(SimulatedStore.Files))
    val text  = (0L until 100).map(files.run(_).trace.mkString("\n")).mkString("\n")
    assert(text.contains("planned for append 1: Broken"))
    assert(text.contains("is refused: OutcomeUnknown"))

  test("each order of two commands with a power cut at each place"):
    val report = wallets
      .withSettings(SimulationSettings.exploring)
      .explore()(
        Seq(SimulatedCommand(Wallets, "a", Wallet.Put(5))),
        Seq(SimulatedCommand(Wallets, "a", Wallet.Take(3)).withoutKey)
      )
    assert(report.isComplete)
    assert(clue(report.runs) > 100)

  test("each place of one fault"):
    val one    = SimulationSettings.exploring.withPowerCuts(0).withFaults(1)
    val report = wallets
      .withSettings(one)
      .explore()(Seq(SimulatedCommand(Wallets, "a", Wallet.Put(5)), SimulatedCommand(Wallets, "a", Wallet.Sum)))
    assert(report.isComplete)
    assert(clue(report.faults) > 5)

  test("an exploration finds what a power cut at one place loses, and names the steps"):
    def early(log: EventLog) = new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val first = log.durable.sequence + 1
        log.appendEncoded(append, PassingLog.Unheard, context, waits)
        listener.appended(context, Offset(first), Offset(first + append.events - 1), 0, 0)
    val spoilt  = wallets.over(early).withSettings(SimulationSettings.exploring)
    val clients = Seq(SimulatedCommand(Wallets, "a", Wallet.Put(5)))
    val failed  = intercept[SimulationFailure](spoilt.explore()(clients))
    assertEquals(failed.violation, Violation.NotDurable)
    val again = intercept[SimulationFailure](spoilt.follow(failed.steps)(clients))
    assertEquals(again.trace, failed.trace)
    assert(clue(failed.getMessage).contains(s"simulation.follow(\"${failed.steps}\")(…)"))

  test("an exploration ends at a number of runs"):
    val report = wallets
      .withSettings(SimulationSettings.exploring)
      .explore(most = 10)(Seq.fill(3)(SimulatedCommand(Wallets, "a", Wallet.Put(5))))
    assertEquals(report.runs, 10)
    assert(!report.isComplete)

  test("a replay of nothing in particular"):
    assert(wallets.replay("7: 0.0: 0*3 1").trace.nonEmpty)

  private def refuses(what: String)(body: => Any)(using munit.Location): Unit =
    val failed = intercept[IllegalArgumentException](body)
    assert(clue(failed.getMessage).contains(what))

  test("bad arguments are refused"):
    refuses("0 runs")(wallets.check(0))
    refuses("0 runs")(wallets.explore(0)(Seq(SimulatedCommand(Wallets, "a", Wallet.Sum))))
    refuses("no commands")(wallets.explore()())
    refuses("is not in the simulation")(wallets.explore()(Seq(SimulatedCommand(new Wallets("other"), "a", Wallet.Sum))))
    refuses("'wallet' are in it already")(wallets.and(new Wallets("wallet"))(Wallets.command))
    for text <- Seq("", "1", "1: 2: 3: 4", "x: 0.0: 1", "1: 0: 1", "1: 0.0: x", "1: 0.0: 0*x") do
      refuses("is not what")(wallets.replay(text))
    intercept[IllegalArgumentException](SimulatedCommand(Wallets, "", Wallet.Sum)): Unit
