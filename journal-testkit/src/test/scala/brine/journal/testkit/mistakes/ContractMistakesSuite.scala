package brine.journal.testkit.mistakes

import brine.journal.EventLog
import brine.journal.testkit.contract.ContractEffort
import brine.journal.testkit.{EventLogContract, MemoryEventLog}
import java.time.Duration
import java.util.concurrent.{CompletableFuture, Executors}
import scala.concurrent.Await
import scala.util.Try

/** The contract finds each of these mistakes, by the rule that is named. */
class ContractMistakesSuite extends munit.FunSuite:
  import ContractMistakesSuite.{Held, MostTimes}

  // Rules that find a hang wait for the patience of the contract.
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  /** The rules of a contract whose name begins so, and what each says. */
  private def results(mistake: Mistake, rule: String): Vector[(String, Try[Any])] =
    Held(mistake)
      .munitTests()
      .filter(_.name.startsWith(rule))
      .toVector
      .map(test => test.name -> Try(Await.result(test.body(), scala.concurrent.duration.Duration.Inf)))

  /** The rules that are to find a mistake, and whether one does. Whether threads meet at the place of a mistake is
    * chance, so a rule for races may need more than one time.
    */
  private def search(mistake: Mistake): (Vector[String], Boolean) =
    val times = Iterator.continually(results(mistake, mistake.rule)).take(MostTimes)
    val rules = results(mistake, mistake.rule)
    (rules.map(_._1), rules.exists(_._2.isFailure) || times.exists(_.exists(_._2.isFailure)))

  // Side by side: rules that find a hang wait most of the time.
  private lazy val outcomes: Map[Mistake, CompletableFuture[(Vector[String], Boolean)]] =
    val pool = Executors.newFixedThreadPool(8)
    try mistakes.map(mistake => mistake -> CompletableFuture.supplyAsync(() => search(mistake), pool)).toMap
    finally pool.shutdown()

  private def mistakes =
    AppendMistakes.all ++ ReadMistakes.all ++ ListenerMistakes.all ++ ClosingMistakes.all ++ SnapshotMistakes.all ++ StateMistakes.all ++
      DatabaseMistakes.all ++ QueryMistakes.all ++ ConditionMistakes.all ++
      BatchMistakes.all ++ DeletionMistakes.all ++ StoredMistakes.all

  for mistake <- mistakes do
    test(s"'${mistake.rule}': found that ${mistake.name}"):
      val (rules, isFound) = outcomes(mistake).join()
      assert(rules.nonEmpty, "there is no such rule")
      assert(isFound, s"no rule found it: $rules")

  test("the logs that forward without a mistake break no rule"):
    for mistake <- Vector(Mistake("none", "")(Forwarding(_)), SnapshotMistakes.none) do
      val failed = results(mistake, "").collect {
        case (name, result) if result.isFailure => s"$name: ${result.failed.get}"
      }
      assertEquals(failed, Vector.empty)

object ContractMistakesSuite:
  /** How often a rule looks for a mistake before it counts as not found. */
  private val MostTimes = 100

  /** The contract on a log in memory with a mistake. */
  private final class Held(mistake: Mistake) extends EventLogContract:
    private var last = MemoryEventLog()
    last.close()

    def open(): EventLog =
      last = MemoryEventLog(maxPendingAppends = 64)
      mistake.make(last)

    override def openAgain(): Option[EventLog] = Some(mistake.again(last))
    override def effort: ContractEffort        = ContractEffort(programs = 30, rounds = 20)
    // What hangs by mistake is found after this time; who makes none must not be judged by a busy machine.
    override def patience: Duration = Duration.ofSeconds(if mistake.rule.isEmpty then 120 else 2)
