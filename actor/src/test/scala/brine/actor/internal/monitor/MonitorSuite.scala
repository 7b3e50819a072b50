package brine.actor.internal.monitor

import brine.actor.internal.dispatcher.WorkerPool
import brine.actor.internal.system.LiveSystem
import brine.actor.internal.timer.TimerEntry
import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeoutException}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.logging.{Handler, Level, LogRecord, Logger}
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.*

/** Whatever users' code does when the monitor has something to tell, timers fire. */
class MonitorSuite extends ActorTest:
  import ActorTest.*
  import MonitorSuite.*

  /** Runs `body` while `publish` receives what the runtime logs. */
  private def withLog[A](receive: LogRecord => Unit)(body: => A): A =
    val handler = new Handler:
      override def publish(record: LogRecord): Unit = receive(record)
      override def flush(): Unit                    = ()
      override def close(): Unit                    = ()
    val logger  = Logger.getLogger("brine.actor")
    val level   = logger.getLevel
    val parents = logger.getUseParentHandlers
    logger.setUseParentHandlers(false)
    logger.addHandler(handler)
    logger.setLevel(Level.ALL)
    try body
    finally
      logger.removeHandler(handler)
      logger.setLevel(level)
      logger.setUseParentHandlers(parents)

  /** Spawns an actor whose timer ticks, and returns the number of ticks so far. */
  private def ticking(system: ActorSystem): AtomicInteger =
    val ticks = AtomicInteger(0)
    system.spawn(Behavior.setup[Unit]:
      context.startTimerAtFixedRate("tick", (), 1.milli)
      Behavior.receive[Unit](_ => ticks.incrementAndGet(): Unit)): Unit
    ticks

  private def assertTicks(ticks: AtomicInteger): Unit =
    val before = ticks.get
    eventually("timers go on")(ticks.get > before + 20)

  private def slow(listener: ActorListener): ActorSystemSettings =
    ActorSystemSettings(workers = 2, listener = listener, mailboxHighWater = 3).withSlowHandler(20.millis)

  /** Keeps a handler busy, with messages behind it, until `body` is done. */
  private def withSlowHandler(system: ActorSystem)(body: => Unit): Unit =
    val gate = CountDownLatch(1)
    val busy = system.spawn(Behavior.receive[Int](message => if message == 0 then await(gate)))
    (0 to 9).foreach(busy ! _)
    try body
    finally gate.countDown()

  for (name, failure) <- failures do
    test(s"a listener that throws $name"):
      val told     = CountDownLatch(2)
      val listener = new ActorListener:
        override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
          told.countDown()
          throw failure()
        override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit =
          told.countDown()
          throw failure()
      withSystem(slow(listener)): system =>
        val ticks = ticking(system)
        withSlowHandler(system):
          await(told)
          assertTicks(ticks)

    test(s"a log that throws $name"):
      val told                       = CountDownLatch(1)
      val publish: LogRecord => Unit = _ =>
        told.countDown()
        throw failure()
      withLog(publish):
        withSystem(slow(ActorListener.none)): system =>
          val ticks = ticking(system)
          withSlowHandler(system):
            await(told)
            assertTicks(ticks)

  test("a listener that blocks"):
    val told     = CountDownLatch(1)
    val gate     = CountDownLatch(1)
    val listener = new ActorListener:
      override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
        told.countDown()
        gate.await()
    withSystem(slow(listener)): system =>
      val ticks = ticking(system)
      withSlowHandler(system):
        await(told)
        assertTicks(ticks)
        gate.countDown()

  test("a log that blocks"):
    val told                       = CountDownLatch(1)
    val gate                       = CountDownLatch(1)
    val publish: LogRecord => Unit = _ =>
      told.countDown()
      gate.await()
    withLog(publish):
      withSystem(slow(ActorListener.none)): system =>
        val ticks = ticking(system)
        withSlowHandler(system):
          await(told)
          assertTicks(ticks)
          gate.countDown()

  /** Waits until the callbacks of so many asks, which time out, wait at the gate. */
  private def blockCallbacks(asks: Int, silent: ActorRef[ActorRef[Int]], gate: CountDownLatch): Unit =
    val inside = CountDownLatch(asks)
    (1 to asks).foreach: _ =>
      silent
        .ask[Int](replyTo => replyTo, 5.millis)
        .onComplete { _ =>
          inside.countDown()
          gate.await()
        }(using ExecutionContext.parasitic)
    await(inside)

  test("callbacks of asks that time out: they block, and neither timers nor other asks wait"):
    withSystem: system =>
      val ticks  = ticking(system)
      val gate   = CountDownLatch(1)
      val silent = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
      blockCallbacks(3, silent, gate)
      assertTicks(ticks)
      assert(failureOf(silent.ask[Int](replyTo => replyTo, 5.millis)).isInstanceOf[AskTimeoutException])
      gate.countDown()

  test("timeouts pass although virtual threads that compute hold all their carriers"):
    withSystem: system =>
      val silent  = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
      val waiting = system.spawn(Behavior.receive[CountDownLatch](_.await()))
      val gate    = CountDownLatch(1)
      val compute = AtomicBoolean(true)
      val begun   = CountDownLatch(Runtime.getRuntime.availableProcessors)
      try
        waiting ! gate
        // More than there are carriers, so that those of the timeouts would have to queue behind them.
        (1 to 4 * Runtime.getRuntime.availableProcessors).foreach: _ =>
          Thread.startVirtualThread: () =>
            begun.countDown()
            while compute.get do Thread.onSpinWait()
        await(begun)
        val asks = List.fill(10)(silent.ask[Int](replyTo => replyTo, 5.millis))
        val sum  = system.gatherCount[Int](2, 5.millis)
        val stop = system.gracefulStop(waiting, 5.millis)
        asks.foreach(ask => assert(failureOf(ask).isInstanceOf[AskTimeoutException]))
        assert(failureOf(sum.future).isInstanceOf[GatherTimeoutException])
        assert(failureOf(stop).isInstanceOf[TimeoutException])
        // A callback that blocks the thread that stands in does not hold up the others.
        blockCallbacks(2, silent, gate)
        assert(failureOf(silent.ask[Int](replyTo => replyTo, 5.millis)).isInstanceOf[AskTimeoutException])
      finally
        compute.set(false)
        gate.countDown()

  test("callbacks of gathers that time out, and a fold that blocks"):
    withSystem: system =>
      val ticks  = ticking(system)
      val gate   = CountDownLatch(1)
      val inside = CountDownLatch(2)
      system
        .gather[Int](2, 5.millis)
        .future
        .onComplete { _ =>
          inside.countDown()
          gate.await()
        }(using ExecutionContext.parasitic)
      val fold = system.gatherFold[Int, Int](2, 5.millis)(0): (_, _) =>
        inside.countDown()
        gate.await()
        0
      val sender = Thread.ofVirtual().start(() => fold ! 1)
      await(inside)
      assertTicks(ticks)
      gate.countDown()
      sender.join()
      assert(failureOf(fold.future).isInstanceOf[GatherTimeoutException])

  for (name, failure) <- failures do
    test(s"a callback of an ask that throws $name, whether it is answered or not"):
      withSystem: system =>
        val ticks = ticking(system)
        val ready = CountDownLatch(1)
        val echo  = system.spawn(Behavior.receive[ActorRef[Int]]: replyTo =>
          await(ready)
          replyTo ! 1)
        val gates = List(CountDownLatch(1), CountDownLatch(1))
        val mute  = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
        List(mute.ask[Int](replyTo => replyTo, 5.millis), echo.ask[Int](replyTo => replyTo, Limit))
          .zip(gates)
          .foreach: (asked, gate) =>
            asked.onComplete { _ =>
              gate.countDown()
              throw failure()
            }(using quiet)
        ready.countDown()
        gates.foreach(await(_))
        assertTicks(ticks)
        // The failure of a callback of the asker is none of the actor that answers.
        assertEquals(await(echo.ask[Int](replyTo => replyTo, Limit)), 1)
        assertEquals(system.statistics.failures, 0L)

  test("a timer that cannot fire is tried again"):
    withSystem: system =>
      val ticks = ticking(system)
      val fired = CountDownLatch(3)
      val entry = new TimerEntry:
        private[brine] def fire(): Unit =
          fired.countDown()
          if fired.getCount > 0 then throw OutOfMemoryError("on purpose")
      system.arm(entry, 1000000L)
      await(fired)
      assertTicks(ticks)

  test("a timer that cannot fire is tried again, also if nobody can be told"):
    val listener = new MonitorListener:
      def pools: Array[WorkerPool]                = new Array[WorkerPool](0)
      def monitorFailed(failure: Throwable): Unit = throw OutOfMemoryError("on purpose")
      def slowHandler(cell: Cell[?], message: Option[Class[?]], nanos: Long): Unit = ()
      def highWater(cell: Cell[?], length: Int): Unit                              = ()
    val monitor = Monitor("of-a-test", Long.MaxValue, Int.MaxValue, listener)
    monitor.setDaemon(true)
    monitor.start()
    try
      val tries = AtomicInteger(0)
      val fired = CountDownLatch(1)
      val entry = new TimerEntry:
        private[brine] def fire(): Unit =
          if tries.incrementAndGet() < 3 then throw OutOfMemoryError("on purpose")
          fired.countDown()
      monitor.arm(entry, System.nanoTime())
      await(fired)
    finally monitor.end()

  test("what must not be lost and may block runs beside the monitor"):
    withSystem: system =>
      val ticks  = ticking(system)
      val gate   = CountDownLatch(1)
      val inside = CountDownLatch(100)
      (1 to 100).foreach: _ =>
        val entry = new TimerEntry:
          private[brine] def fire(): Unit = system.aside: () =>
            inside.countDown()
            gate.await()
        system.arm(entry, 1000000L)
      await(inside)
      assertTicks(ticks)
      gate.countDown()

  test("reports that nobody takes are dropped and counted"):
    val dropped  = LinkedBlockingQueue[Long]()
    val reporter = Reporter("reporter-of-a-test", count => dropped.add(count): Unit)
    val gate     = CountDownLatch(1)
    val inside   = CountDownLatch(1)
    val done     = AtomicInteger(0)
    reporter.report: () =>
      inside.countDown()
      gate.await()
    await(inside)
    (1 to Reporter.Most + 7).foreach: number =>
      reporter.report: () =>
        done.incrementAndGet(): Unit
        if number % 2 == 0 then throw Boom() else Thread.currentThread.interrupt()
    gate.countDown()
    assertEquals(dropped.next, 7L)
    assertEquals(done.get, Reporter.Most)
    // And what comes later is handled, by another thread if the first has ended.
    val later = CountDownLatch(1)
    reporter.end()
    reporter.report(() => later.countDown())
    await(later)

  test("asks that time out together count the messages of their target once per interval"):
    withSystem(ActorSystemSettings(workers = 2)): system =>
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val busy  = system.spawn(Behavior.receive[ActorRef[Int]]: replyTo =>
        if replyTo == null then
          begun.countDown()
          await(gate))
      busy ! null
      await(begun)
      val before  = System.nanoTime()
      val walks   = system.asInstanceOf[LiveSystem].lengths.walksTaken
      val asked   = (1 to 5000).map(_ => busy.ask[Int](replyTo => replyTo, 5.millis))
      val failed  = asked.map(failureOf)
      val elapsed = System.nanoTime() - before
      assert(failed.forall(_.isInstanceOf[AskTimeoutException]))
      // One per interval for each thread that can see the same interval end.
      val most = (1 + Runtime.getRuntime.availableProcessors) * (1 + elapsed / LiveSystem.CountNanos)
      assert(walks.sum <= most, s"${walks.sum} walks of 5,000 asks, at most $most were expected")
      gate.countDown()

  test("a system made in an initializer that waits for its actors: the warning names the cause"):
    val found                  = CountDownLatch(1)
    val log: LogRecord => Unit =
      record => if record.getMessage.contains(s"in the initializer of $TrapName") then found.countDown()
    withLog(log):
      val thread = Thread(() => Trap.name: Unit)
      thread.start()
      try await(found)
      finally trapGate.countDown()
      thread.join()

private object MonitorSuite:
  val trapGate = CountDownLatch(1)
  val TrapName = "brine.actor.internal.monitor.MonitorSuite$Trap"

  /** Waits in its initializer for an actor that waits for its initializer. */
  object Trap:
    private val system = ActorSystem(ActorSystemSettings(workers = 2, daemon = true).withSlowHandler(20.millis))
    private val ref    = system.spawn(Behavior.receive[Unit](_ => name.length))
    ref ! ()
    trapGate.await()
    system.shutdown(1.milli): Unit
    val name = "initialized"

  val failures: List[(String, () => Throwable)] = List(
    "an exception"         -> (() => ActorTest.Boom()),
    "an error"             -> (() => Error("on purpose")),
    "a fatal error"        -> (() => StackOverflowError("on purpose")),
    "an OutOfMemoryError"  -> (() => OutOfMemoryError("on purpose")),
    "InterruptedException" -> (() => InterruptedException("on purpose"))
  )

  /** Runs callbacks where the future completes, like `parasitic`, but prints nothing. */
  val quiet: ExecutionContext = new ExecutionContext:
    def execute(code: Runnable): Unit         = code.run()
    def reportFailure(cause: Throwable): Unit = ()
