package brine.entity.internal

import brine.actor.{ActorSystem, ActorSystemSettings}
import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendListener, EncodedAppend, EventLog, Offset}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import munit.FunSuite
import scala.concurrent.{ExecutionContext, Future}

class AppendCallersSuite extends FunSuite, EntitiesBase:
  /** Hands over each append when a test says so. */
  private final class StepwiseLog(log: EventLog) extends WrappedLog(log):
    val appends: LinkedBlockingQueue[() => Unit] = LinkedBlockingQueue()
    @volatile private var isOpen                 = false

    override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
      if isOpen then super.appendEncoded(append, listener, context, waits)
      else appends.put(() => super.appendEncoded(append, listener, context, waits))

    def release(): Unit =
      isOpen = true
      while !appends.isEmpty do appends.take().apply()

  /** Accounts of which one may hold its worker. */
  private final class Stubborn extends AccountEntity():
    val held: CountDownLatch    = CountDownLatch(1)
    val release: CountDownLatch = CountDownLatch(1)

    override def decide[R](state: AccountState, command: Account[R])(using At): Decision[AccountEvent, R] =
      command match
        case Account.Note("wait") =>
          held.countDown()
          release.await()
        case _ => ()
      super.decide(state, command)

  private val threads = ExecutionContext.fromExecutor(task => Thread.ofVirtual.start(task): Unit)

  test("several callers of one append have their replies when the log says so, though no worker is free"):
    val log    = StepwiseLog(MemoryEventLog())
    val entity = Stubborn()
    val system = ActorSystem(ActorSystemSettings(workers = 1, spareWorkers = 0))
    try
      val accounts = Entities.open(log, system)(entity)
      def start()  = Future(accounts("a").answer(Account.Deposit(1)))(using threads)
      val first    = start()
      val append   = log.appends.take()
      val others   = Vector.fill(20)(start())
      eventually("all have sent"):
        accounts("a").asInstanceOf[Entities.Ref[Account]].runtime.pending == 21
      // The one worker comes to this after those that were sent before.
      await(accounts("c").askAsync(Account.Balance)): Unit
      append()
      val second = log.appends.take()
      val other  = accounts("b").askAsync(Account.Note("wait"))
      entity.held.await()
      second()
      // A few may have sent too late for this append.
      eventually("several have their replies")(others.count(_.isCompleted) >= 2)
      assert(!other.isCompleted)
      entity.release.countDown()
      log.release()
      val answers = await(first) +: others.map(await(_))
      // Each has its own event, which made the balance that it was told.
      assertEquals(answers.map(_.value).sorted, (1L to 21L).toVector)
      answers.foreach(answer => assertEquals(answer.offset, Offset(answer.value)))
    finally
      entity.release.countDown()
      log.release()
      system.shutdown(): Unit
      log.close()
