package brine.entity.prevalence.internal

import brine.effort.Effort
import brine.entity.{AnsweringLog, At, HeldLog}
import brine.entity.prevalence.search.{Chain, ChainSystem, ChainTransaction, Seen}
import brine.entity.prevalence.{Prevalence, PrevalenceError, PrevalenceException, PrevalenceSettings, PrevalentSystem}
import brine.journal.{AppendError, EventLog}
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.SplittableRandom
import munit.FunSuite
import scala.concurrent.{Await, Future}
import scala.concurrent.duration.*
import scala.util.{Failure, Success, Try}

/** Callers that send transactions without waiting for replies: the log has those of each caller in the order of its
  * calls, also where it refuses some, and those after them are executed again.
  */
class AsyncTurnsSuite extends FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = 30.minutes

  private val PerCaller = 1_000_000L

  /** Sends transactions of some callers at once. Returns what became of each, by its number. */
  private def send(
      log: EventLog,
      settings: PrevalenceSettings,
      callers: Int,
      count: Int,
      system: PrevalentSystem[ChainTransaction, Chain] = ChainSystem
  ): (Vector[Long], Map[Long, Try[Seen]]) =
    val running = Prevalence.over(log, settings)(system)
    try
      val sent    = new Array[Vector[(Long, Future[Seen])]](callers)
      val threads = Vector.tabulate(callers): caller =>
        Thread.ofVirtual.start: () =>
          sent(caller) = Vector.tabulate(count): number =>
            val id = caller * PerCaller + number
            id -> running.executeAsync(ChainTransaction.Add(id))
      threads.foreach(_.join())
      val outcomes = sent.toVector.flatten.map((id, reply) => id -> Await.ready(reply, 60.seconds).value.get).toMap
      (running.root.state.ids, outcomes)
    finally running.close()

  private def check(seed: Int, ids: Vector[Long], outcomes: Map[Long, Try[Seen]]): Unit =
    for (caller, own) <- ids.groupBy(_ / PerCaller) do
      assertEquals(own, own.sorted, s"seed $seed: the transactions of caller $caller")
    val seen = ids.scanLeft(Chain.empty)(_.plus(_)).map(_.seen)
    for (id, outcome) <- outcomes do
      outcome match
        case Success(reply) =>
          assertEquals(seen.lift(reply.size), Some(reply), s"seed $seed: the reply to $id")
          assertEquals(ids(reply.size - 1), id, s"seed $seed")
        case Failure(failed: PrevalenceException) =>
          assert(failed.error.isInstanceOf[PrevalenceError.Unavailable], s"seed $seed: $failed")
          assert(!ids.contains(id), s"seed $seed: $id was refused, and is there")
        case Failure(other) => throw AssertionError(s"seed $seed", other)

  test("transactions are executed in the order of the calls of each caller"):
    for seed <- 1 to Effort.prevalenceOrders do
      val random          = SplittableRandom(seed)
      val log             = MemoryEventLog(maxPendingAppends = 1 + random.nextInt(64))
      val settings        = PrevalenceSettings(Duration.ofSeconds(60), 1 + random.nextInt(64), 0)
      val (ids, outcomes) = send(log, settings, 1 + random.nextInt(16), 1 + random.nextInt(100))
      check(seed, ids, outcomes)
      assertEquals(ids.size, outcomes.size, s"seed $seed")

  test("so are those that are executed again, because the log refused one before them"):
    for seed <- 1 to Effort.prevalenceOrders do
      val random = SplittableRandom(seed)
      val log    = AnsweringLog(MemoryEventLog())
      for _ <- 1 to 2000 do
        log.answers.add(random.nextInt(12) match
          case 0 => Some(AppendError.ReadOnly("the test says so"))
          case 1 => Some(AppendError.Full)
          case _ => None): Unit
      val settings        = PrevalenceSettings(Duration.ofSeconds(60), 1 + random.nextInt(64), 0)
      val (ids, outcomes) = send(log, settings, 1 + random.nextInt(16), 1 + random.nextInt(100))
      check(seed, ids, outcomes)

  /** A system whose transactions interrupt their thread at times. */
  private final class Restless(seed: Int) extends PrevalentSystem[ChainTransaction, Chain]("chain"):
    private val random = java.util.Random(seed)

    def initial: Chain = ChainSystem.initial

    def execute[R](chain: Chain, transaction: ChainTransaction[R])(using At): (Chain, R) =
      if random.nextInt(4) == 0 then Thread.currentThread.interrupt()
      ChainSystem.execute(chain, transaction)

  test("a transaction that interrupts its thread harms no other one"):
    for seed <- 1 to Effort.prevalenceOrders do
      val random = SplittableRandom(seed)
      val log    = AnsweringLog(MemoryEventLog(maxPendingAppends = 1 + random.nextInt(8)))
      for _ <- 1 to 2000 do
        log.answers.add(if random.nextInt(12) == 0 then Some(AppendError.ReadOnly("the test says so")) else None): Unit
      val settings        = PrevalenceSettings(Duration.ofSeconds(60), 1 + random.nextInt(64), 0)
      val (ids, outcomes) = send(log, settings, 1 + random.nextInt(16), 1 + random.nextInt(100), Restless(seed))
      check(seed, ids, outcomes)

  test("many are pending at once"):
    val log     = HeldLog(MemoryEventLog())
    val running = Prevalence.over(log, PrevalenceSettings(saveEvery = 0))(ChainSystem)
    val replies = Vector.tabulate(100)(number => running.executeAsync(ChainTransaction.Add(number)))
    val until   = System.nanoTime + 20_000_000_000L
    while log.calls < 100 && System.nanoTime < until do Thread.sleep(1)
    assertEquals((log.calls, replies.count(_.isCompleted)), (100, 0))
    log.release()
    for (reply, number) <- replies.zipWithIndex do assertEquals(Await.result(reply, 20.seconds).size, number + 1)
    running.close()
