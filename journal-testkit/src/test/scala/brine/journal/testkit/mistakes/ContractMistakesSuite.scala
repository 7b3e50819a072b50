package brine.journal.testkit.mistakes

import brine.journal.EventLog
import brine.journal.testkit.contract.ContractEffort
import brine.journal.testkit.{EventLogContract, MemoryEventLog}
import java.time.Duration
import scala.concurrent.Await
import scala.util.Try

/** The contract finds each of these mistakes, by the rule that is named. */
class ContractMistakesSuite extends munit.FunSuite:
  import ContractMistakesSuite.Held

  // Rules that find a hang wait for the patience of the contract.
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  /** The rules of a contract whose name begins so, and what each says. */
  private def results(mistake: Mistake, rule: String): Vector[(String, Try[Any])] =
    Held(mistake)
      .munitTests()
      .filter(_.name.startsWith(rule))
      .toVector
      .map(test => test.name -> Try(Await.result(test.body(), scala.concurrent.duration.Duration.Inf)))

  for mistake <-
      AppendMistakes.all ++ ReadMistakes.all ++ ListenerMistakes.all ++ ClosingMistakes.all ++ SnapshotMistakes.all
  do
    test(s"'${mistake.rule}': found that ${mistake.name}"):
      val found = results(mistake, mistake.rule)
      assert(found.nonEmpty, "there is no such rule")
      assert(found.exists(_._2.isFailure), s"no rule found it: ${found.map(_._1)}")

  test("the logs that forward without a mistake break no rule"):
    for mistake <- Vector(Mistake("none", "")(Forwarding(_)), SnapshotMistakes.none) do
      val failed = results(mistake, "").collect {
        case (name, result) if result.isFailure => s"$name: ${result.failed.get}"
      }
      assertEquals(failed, Vector.empty)

object ContractMistakesSuite:
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
