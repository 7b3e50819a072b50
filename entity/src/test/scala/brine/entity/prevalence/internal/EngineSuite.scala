package brine.entity.prevalence.internal

import brine.entity.{AnsweringLog, WrappedLog}
import brine.entity.prevalence.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, AppendListener, EncodedAppend, EventLog}
import java.util.concurrent.{CompletableFuture, ExecutionException, LinkedBlockingQueue, TimeUnit}
import munit.FunSuite

class EngineSuite extends FunSuite:
  import BankTransaction.*

  /** Keeps each append until the test says what becomes of it: an error, or that it is appended. */
  private final class ChoosingLog(log: EventLog) extends WrappedLog(log):
    private val held = LinkedBlockingQueue[Option[AppendError] => Unit]()

    override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
      held.add:
        case None        => super.appendEncoded(append, listener, context, waits)
        case Some(error) => listener.rejected(context, error)
      : Unit

    /** Waits for the next append. */
    def next(): Option[AppendError] => Unit =
      val found = held.poll(20, TimeUnit.SECONDS)
      assert(found != null, "no append came")
      found

  private def engine(log: EventLog, system: BankSystem): Engine[BankTransaction, Bank] =
    val replay = Replay(system)
    Engine(system, log, PrevalenceSettings(saveEvery = 0), replay, replay.initial(0), 0)

  private def async[A](body: => A): CompletableFuture[A] =
    CompletableFuture.supplyAsync(() => body, task => Thread.ofVirtual.start(task): Unit)

  private def result[A](of: CompletableFuture[A]): A = of.get(20, TimeUnit.SECONDS)

  private def await(holds: => Boolean): Unit =
    val until = System.nanoTime + 20_000_000_000L
    while !holds && System.nanoTime < until do Thread.sleep(1)
    assert(holds)

  test("transactions are executed on a state that is not durable yet, which nobody sees"):
    val log     = ChoosingLog(MemoryEventLog())
    val system  = BankSystem()
    val running = engine(log, system)
    val opened  = async(running.execute(Open("ada")))
    val first   = log.next()
    val paid    = async(running.execute(Deposit("ada", 5)))
    val second  = log.next()
    val total   = async(running.execute(Total))
    await(system.executions == 3)
    assert(!opened.isDone && !paid.isDone && !total.isDone)
    assertEquals(running.root.version, 0L)
    first(None)
    assert(result(opened).isRight)
    assertEquals(running.root.version, 1L)
    assert(!paid.isDone && !total.isDone)
    second(None)
    assertEquals((result(paid), result(total)), (5L, 5L))
    assertEquals(running.root.state.total, 5L)

  test("what follows from a refused transaction is executed again, on the durable state"):
    val log     = ChoosingLog(MemoryEventLog())
    val system  = BankSystem()
    val running = engine(log, system)
    val opened  = async(running.execute(Open("ada")))
    log.next()(None)
    assert(result(opened).isRight)
    val refused = async(running.execute(Deposit("ada", 1)))
    val first   = log.next()
    val paid    = async(running.execute(Deposit("ada", 2)))
    val second  = log.next()
    val total   = async(running.execute(Total))
    await(system.executions == 4)
    first(Some(AppendError.ReadOnly("the test says so")))
    intercept[ExecutionException](result(refused)).getCause match
      case failed: PrevalenceException => assert(failed.error.isInstanceOf[PrevalenceError.Unavailable])
      case other                       => fail(s"$other")
    // The log refuses it, because of the version that it expects.
    second(None)
    log.next()(None)
    assertEquals(result(paid), 2L)
    assert(Set(0L, 2L)(result(total)), result(total))
    assertEquals(running.root.state.total, 2L)

  test("a transaction for which the log has no room is executed again, whichever thread says so"):
    final class FullLog(log: EventLog) extends WrappedLog(log):
      var left = 3

      override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        left -= 1
        if left >= 0 then listener.rejected(context, AppendError.Full)
        else super.appendEncoded(append, listener, context, waits)
    val onOther = AnsweringLog(MemoryEventLog())
    for _ <- 1 to 3 do onOther.answers.add(Some(AppendError.Full))
    for log <- List(FullLog(MemoryEventLog()), onOther) do
      val system = BankSystem()
      assert(engine(log, system).execute(Open("ada")).isRight)
      assertEquals(system.executions, 4)
      assertEquals(log.version("bank"), Right(1L))

  test("what a query saw is refused while it is executed: it is executed again, on the durable state"):
    final class Calling extends BankSystem:
      @volatile var within: () => Unit = () => ()

      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        if transaction == Total then within()
        super.execute(bank, transaction)
    val log     = ChoosingLog(MemoryEventLog())
    val system  = Calling()
    val running = engine(log, system)
    val opened  = async(running.execute(Open("ada")))
    log.next()(None)
    assert(result(opened).isRight)
    val paid    = async(running.execute(Deposit("ada", 5)))
    val pending = log.next()
    system.within = () =>
      system.within = () => ()
      pending(Some(AppendError.ReadOnly("the test says so")))
    assertEquals(running.execute(Total), 0L)
    intercept[ExecutionException](result(paid)): Unit

  test("closing waits for what was executed, and nothing is executed after it"):
    val log     = ChoosingLog(MemoryEventLog())
    val running = engine(log, BankSystem())
    val opened  = async(running.execute(Open("ada")))
    val append  = log.next()
    val closing = async(running.close())
    assert(!closing.isDone && !opened.isDone)
    append(None)
    assert(result(opened).isRight)
    result(closing)
    assert(intercept[PrevalenceException](running.execute(Total)).error.isInstanceOf[PrevalenceError.Closed])
    assertEquals(running.root.version, 1L)

  test("a caller that is interrupted does not know, and its transaction is executed all the same"):
    val log     = ChoosingLog(MemoryEventLog())
    val running = engine(log, BankSystem())
    val failure = CompletableFuture[Throwable]()
    val caller  = Thread.ofVirtual.start: () =>
      try running.execute(Open("ada")): Unit
      catch case failed: Throwable => failure.complete(failed): Unit
    val append = log.next()
    caller.interrupt()
    assert(result(failure).isInstanceOf[InterruptedException])
    append(None)
    await(running.root.version == 1)
    assertEquals(running.root.state.accounts.keySet, Set("ada"))
