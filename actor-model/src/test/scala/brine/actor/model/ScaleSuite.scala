package brine.actor.model

import brine.actor.*
import java.lang.management.ManagementFactory
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.*

/** As many actors and timers as the runtime is made for. How long that takes is the lab's matter. */
final class ScaleSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private def withSystem[A](body: ActorSystem => A): A =
    val system = ActorSystem()
    try body(system)
    finally
      val report = system.shutdown(1.minute)
      assert(report.isComplete, report.toString)

  test("100,000 blocking actors that sleep have no thread of the platform each"):
    withSystem: system =>
      val count   = 100_000
      val begun   = CountDownLatch(count)
      val ended   = CountDownLatch(count)
      val threads = ManagementFactory.getThreadMXBean
      val before  = threads.getThreadCount
      threads.resetPeakThreadCount()
      for _ <- 1 to count do
        val sleeper = Behavior.receive[Int]: _ =>
          begun.countDown()
          Thread.sleep(100)
          ended.countDown()
        system.spawn(sleeper, ActorOptions(dispatcher = Dispatcher.Blocking)) ! 1
      assert(ended.await(2, TimeUnit.MINUTES), s"${ended.getCount} still sleep")
      assert(clue(threads.getPeakThreadCount) < clue(before) + 100)

  test("a million timers armed and cancelled, and none of them fires"):
    withSystem: system =>
      val fired = AtomicInteger(0)
      val done  = CountDownLatch(1)
      val actor = system.spawn(new Actor[Int]:
        protected def receive(message: Int): Unit = message match
          case 0 =>
            for key <- 1 to 1_000_000 do context.startTimer(key, key, 1.minute)
            for key <- 1 to 1_000_000 do if !context.cancelTimer(key) then fired.incrementAndGet(): Unit
            context.startTimer("last", -1, 10.millis)
          case -1 => done.countDown()
          case _  => fired.incrementAndGet(): Unit)
      actor ! 0
      assert(done.await(1, TimeUnit.MINUTES), "the last timer has not fired")
      assertEquals(fired.get, 0)

  test("a million idle actors stop with their parent, each once"):
    withSystem: system =>
      val count   = 1_000_000
      val started = CountDownLatch(count)
      val stopped = AtomicInteger(0)
      final class Child extends Actor[Int]:
        override protected def onStart(): Unit    = started.countDown()
        protected def receive(message: Int): Unit = ()
        override protected def onStop(): Unit     = stopped.incrementAndGet(): Unit
      val parent = system.spawn(new Actor[ActorRef[Int]]:
        override protected def onStart(): Unit              = (1 to count).foreach(_ => context.spawn(new Child): Unit)
        protected def receive(message: ActorRef[Int]): Unit = message ! context.children.size)
      assertEquals(parent.askBlocking[Int](replyTo => replyTo, 1.minute), count)
      // An actor that is stopped before it has started has no onStop.
      assert(started.await(1, TimeUnit.MINUTES), s"${started.getCount} have not started")
      system.stop(parent)
      val deadline = System.nanoTime() + 60_000_000_000L
      while stopped.get < count && System.nanoTime() < deadline do Thread.sleep(1)
      assertEquals(stopped.get, count)
