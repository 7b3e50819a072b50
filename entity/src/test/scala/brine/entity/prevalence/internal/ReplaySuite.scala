package brine.entity.prevalence.internal

import brine.codec.Codec
import brine.entity.{At, Commands}
import brine.entity.prevalence.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Offset}
import munit.FunSuite

/** The transactions of [[BankTransaction]] that the suite uses, and one more. */
object LaterTransactions:
  enum BankTransaction[+R] derives Commands:
    case Deposit(owner: String, cents: Long) extends BankTransaction[Long]
    case Close(owner: String)                extends BankTransaction[Unit]

/** The state with a field more. */
object LaterState:
  final case class Bank(accounts: Map[String, BankAccount], name: Option[String])
  object Bank:
    implicit val codec: Codec[Bank] = Codec.derived

class ReplaySuite extends FunSuite:
  import BankTransaction.*

  private val newest = Offset(Long.MaxValue)

  private final class OtherTransactions extends PrevalentSystem[LaterTransactions.BankTransaction, Bank]("bank"):
    def initial: Bank                                                                                  = Bank(Map.empty)
    def execute[R](bank: Bank, transaction: LaterTransactions.BankTransaction[R])(using At): (Bank, R) =
      import LaterTransactions.BankTransaction.*
      transaction match
        case Deposit(owner, cents) => (bank.plus(owner, cents), cents)
        case Close(owner)          => (Bank(bank.accounts - owner), ())

  private final class OtherState extends PrevalentSystem[BankTransaction, LaterState.Bank]("bank"):
    private val rules            = BankSystem()
    def initial: LaterState.Bank = LaterState.Bank(Map.empty, None)
    def execute[R](bank: LaterState.Bank, transaction: BankTransaction[R])(using At): (LaterState.Bank, R) =
      val (next, reply) = rules.execute(Bank(bank.accounts), transaction)
      (bank.copy(accounts = next.accounts), reply)

  /** A log of four transactions, with a state that was saved after the third, and the roots after each. */
  private def recorded(): (EventLog, Vector[Root[Bank]]) =
    val log   = MemoryEventLog()
    val bank  = Prevalence.over(log, PrevalenceSettings(saveEvery = 0))(BankSystem())
    val roots = Vector(Open("ada"), Deposit("ada", 5), Draw(Vector("ada")), Deposit("ada", 6)).zipWithIndex.map:
      (transaction, at) =>
        bank.execute(transaction): Unit
        if at == 2 then assert(bank.save().isRight)
        bank.root
    bank.close()
    (log, roots)

  private def error(body: => Any)(using munit.Location): PrevalenceError = intercept[PrevalenceException](body).error

  test("a saved state is used by the system that saved it, up to an offset"):
    val (log, roots) = recorded()
    val replay       = Replay(BankSystem())
    assertEquals(replay.saved(log, newest), Some(roots(2)))
    assertEquals(replay.saved(log, roots(2).offset), Some(roots(2)))
    assertEquals(replay.saved(log, roots(1).offset), None)
    assertEquals(replay.start(log, roots(1).offset), replay.initial(0))
    assertEquals(replay.start(log, newest), roots(2))

  test("a saved state is not used with another fold, other transactions or another type of states"):
    val (log, _) = recorded()
    assertEquals(Replay(BankSystem(fold = 2)).saved(log, newest), None)
    assertEquals(Replay(OtherTransactions()).saved(log, newest), None)
    assertEquals(Replay(OtherState()).saved(log, newest), None)
    assertEquals(Replay(BankSystem()).saved(log, newest).map(_.version), Some(3L))

  test("the state is the same from each start, up to the first transaction that is not wanted"):
    val (log, roots) = recorded()
    val replay       = Replay(BankSystem())
    for (start, from) <- (replay.initial(0) +: roots).zipWithIndex; until <- from to 4 do
      val found = replay.load(log, start)(_.version <= until)
      assertEquals(found, if until == 0 then replay.initial(0) else roots(until - 1), s"from $from until $until")

  test("a transaction that fails now, and a state that cannot be built, are named"):
    val (log, roots) = recorded()
    val failing      = new BankSystem:
      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using At): (Bank, R) =
        if transaction == Deposit("ada", 6) then throw IllegalStateException("too much")
        else super.execute(bank, transaction)
    val replay = Replay(failing)
    error(replay.load(log, replay.initial(0))(_ => true)) match
      case PrevalenceError.Unreplayable(_, version, offset, cause) =>
        assertEquals((version, offset, cause.getMessage), (4L, roots(3).offset, "too much"))
      case other => fail(s"$other")
    val without = new BankSystem { override def initial: Bank = throw IllegalStateException("no bank") }
    assert(error(Replay(without).initial(0)).isInstanceOf[PrevalenceError.NoInitialState])
    val none = new BankSystem { override def initial: Bank = null }
    assert(error(Replay(none).initial(0)).isInstanceOf[PrevalenceError.NoInitialState])

  test("transactions are named by their cases"):
    val replay = Replay(BankSystem())
    assertEquals(List(Open("ada"), Deposit("ada", 1), Total).map(replay.nameOf(_)), List("Open", "Deposit", "Total"))
