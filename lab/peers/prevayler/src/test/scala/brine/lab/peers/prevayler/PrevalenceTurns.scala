package brine.lab.peers.prevayler

import brine.codec.Codec
import brine.entity.prevalence.{Prevalence, PrevalentSystem}
import brine.entity.{At, Commands}
import java.nio.file.{Files, Path}
import java.util.Date
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.atomic.LongAdder
import org.prevayler.{Prevayler, PrevaylerFactory, TransactionWithQuery}

/** Transfers between accounts, by Brine's prevalence and by Prevayler, in one JVM by turns.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt \
  *   "peerPrevayler/Test/runMain brine.lab.peers.prevayler.comparePrevalence FOLDER CALLERS TURNS"
  * }}}
  *
  * Both write each transaction to the disk before its reply. Prevayler makes no copy of transactions, which is its
  * fastest setting. A turn takes half a second. The first half of the turns is printed, but not part of the ratios:
  * code is compiled then. At the end both states must be right, and the same after they were opened again.
  *
  * @param folder
  *   where the journals are written; must not exist
  * @param callers
  *   number of virtual threads that execute transactions one after the other
  * @param turns
  *   number of turns of each
  */
@main def comparePrevalence(folder: String, callers: Int, turns: Int): Unit =
  val home  = Files.createDirectory(Path.of(folder))
  val ours  = Prevalence.open(home.resolve("brine"))(Transfers)
  val other = PrevalenceTurns.prevayler(home.resolve("prevayler"))
  var done  = 0L
  val rates = for turn <- 1 to turns yield
    val (count, rate) = PrevalenceTurns.turn(callers): (from, to) =>
      ours.execute(Transfer.Move(from, to, 1)): Unit
    done += count
    val (_, others) = PrevalenceTurns.turn(callers): (from, to) =>
      other.execute(PrevaylerTransfer(from, to, 1)): Unit
    println(f"turn $turn%3d: brine $rate%,9.0f/s, prevayler $others%,9.0f/s, ratio ${rate / others}%5.1f")
    rate / others
  val warm = rates.drop(turns / 2).sorted
  println(
    f"ratio of the last ${warm.size} turns: median ${warm(warm.size / 2)}%.1f [${warm.head}%.1f .. ${warm.last}%.1f]"
  )

  val root = ours.root
  require(root.version == done, s"${root.version} transactions of $done")
  require(root.state.cents.valuesIterator.sum == PrevalenceTurns.total)
  ours.close()
  other.close()
  val (again, opening) = PrevalenceTurns.timed(Prevalence.open(home.resolve("brine"))(Transfers))
  require(again.root == root)
  again.close()
  val (others, openingOther) = PrevalenceTurns.timed(PrevalenceTurns.prevayler(home.resolve("prevayler")))
  require(others.prevalentSystem.total == PrevalenceTurns.total)
  println(
    f"opened ${root.version}%,d transactions of brine in $opening%.2f s, prevayler its own in $openingOther%.2f s"
  )
  others.close()

object PrevalenceTurns:
  val accounts    = 10_000
  val total: Long = accounts * 1000L

  private val nanosOfTurn = 500_000_000L

  def prevayler(folder: Path): Prevayler[PrevaylerBank] =
    val factory = PrevaylerFactory[PrevaylerBank]()
    factory.configurePrevalentSystem(PrevaylerBank(accounts))
    factory.configurePrevalenceDirectory(folder.toString)
    factory.configureJournalDiskSync(true)
    factory.configureTransactionDeepCopy(false)
    factory.create()

  /** Executes transfers for the time of a turn. Returns how many, and how many in a second. */
  def turn(callers: Int)(transfer: (Int, Int) => Unit): (Long, Double) =
    val begin   = System.nanoTime
    val count   = LongAdder()
    val threads = Vector.fill(callers):
      Thread.ofVirtual.start: () =>
        val random = ThreadLocalRandom.current
        while System.nanoTime - begin < nanosOfTurn do
          transfer(random.nextInt(accounts), random.nextInt(accounts))
          count.increment()
    threads.foreach(_.join())
    (count.sum, count.sum * 1e9 / (System.nanoTime - begin))

  def timed[A](body: => A): (A, Double) =
    val begin = System.nanoTime
    val value = body
    (value, (System.nanoTime - begin) / 1e9)

enum Transfer[+R] derives Commands:
  case Move(from: Int, to: Int, cents: Long) extends Transfer[Long]

final case class Balances(cents: Map[Int, Long]) derives Codec:
  def plus(account: Int, more: Long): Balances = Balances(cents.updated(account, cents(account) + more))

object Transfers extends PrevalentSystem[Transfer, Balances]("transfers"):
  def initial: Balances = Balances((0 until PrevalenceTurns.accounts).map(_ -> 1000L).toMap)

  def execute[R](state: Balances, transaction: Transfer[R])(using At): (Balances, R) = transaction match
    case Transfer.Move(from, to, cents) =>
      val next = state.plus(from, -cents).plus(to, cents)
      (next, next.cents(to))

/** The same bank as Prevayler has it: changed in place. */
final class PrevaylerBank(accounts: Int) extends Serializable:
  private val cents = Array.fill(accounts)(1000L)

  def total: Long = cents.sum

  def move(from: Int, to: Int, moved: Long): Long =
    cents(from) -= moved
    cents(to) += moved
    cents(to)

final class PrevaylerTransfer(from: Int, to: Int, cents: Long)
    extends TransactionWithQuery[PrevaylerBank, java.lang.Long]:
  def executeAndQuery(bank: PrevaylerBank, time: Date): java.lang.Long = bank.move(from, to, cents)
