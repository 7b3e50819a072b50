package brine.actor.internal.dispatcher

import brine.actor.internal.support.HandlerGuard
import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

/** A blocking actor that is told to stop and does not return from its handler is interrupted, and nobody else is. */
class StopTimerSuite extends ActorTest:

  private val soon     = ActorSystemSettings(workers = 2).withInterruptAfter(20.millis)
  private val blocking = ActorOptions(dispatcher = Dispatcher.Blocking)

  /** Blocks in its handler until it is interrupted, and reports what it goes through. */
  private final class Sleeper(log: LinkedBlockingQueue[String]) extends Actor[String]:
    protected def receive(message: String): Unit =
      log.add(message)
      try CountDownLatch(1).await()
      catch
        case failure: InterruptedException =>
          log.add("interrupted")
          throw failure
    override protected def onStop(): Unit =
      log.add(s"stop, interrupted: ${Thread.currentThread.isInterrupted}"): Unit

  test("one that blocks does not keep its parent from stopping"):
    withSystem(soon): system =>
      val log    = LinkedBlockingQueue[String]()
      val ended  = CountDownLatch(1)
      val parent = system.spawn(
        Behavior
          .setup[String]:
            val child = context.spawn(new Sleeper(log), blocking)
            Behavior.receive[String](child ! _)
          .onSignal { case Signal.Stopped => ended.countDown() }
      )
      parent ! "sleep"
      assertEquals(log.next, "sleep")
      system.stop(parent)
      await(ended)
      assertEquals(log.next(2), List("interrupted", "stop, interrupted: false"))

  test("one at the top level, too"):
    withSystem(soon): system =>
      val log = LinkedBlockingQueue[String]()
      val ref = system.spawn(new Sleeper(log), blocking)
      ref ! "sleep"
      assertEquals(log.next, "sleep")
      system.stop(ref)
      assertEquals(log.next(2), List("interrupted", "stop, interrupted: false"))

  test("an onStop that blocks is interrupted after its own time"):
    withSystem(soon): system =>
      val log   = LinkedBlockingQueue[String]()
      val begun = CountDownLatch(1)
      val ref   = system.spawn(
        new Actor[String]:
          protected def receive(message: String): Unit = begun.countDown()
          override protected def onStop(): Unit        =
            try CountDownLatch(1).await()
            catch case _: InterruptedException => log.add("interrupted"): Unit
        ,
        blocking
      )
      ref ! "begin"
      await(begun)
      system.stop(ref)
      assertEquals(log.next, "interrupted")

  test("a handler that returns in time is not interrupted, and neither is what comes after it"):
    withSystem(ActorSystemSettings(workers = 2).withInterruptAfter(10.seconds)): system =>
      val log  = LinkedBlockingQueue[String]()
      val gate = CountDownLatch(1)
      val ref  = system.spawn(
        new Actor[String]:
          protected def receive(message: String): Unit =
            log.add("begun")
            gate.await()
          override protected def onStop(): Unit =
            log.add(s"stop, interrupted: ${Thread.currentThread.isInterrupted}"): Unit
        ,
        blocking
      )
      ref ! "wait"
      assertEquals(log.next, "begun")
      system.stop(ref)
      gate.countDown()
      assertEquals(log.next, "stop, interrupted: false")

  for dispatcher <- List(Dispatcher.Default, Dispatcher.Blocking) do
    test(s"an interrupt of one handler does not reach the next message of the batch, $dispatcher"):
      withSystem: system =>
        val seen  = LinkedBlockingQueue[Boolean]()
        val begun = CountDownLatch(1)
        val gate  = CountDownLatch(1)
        val ref   = system.spawn(
          Behavior.receive[Int]: message =>
            seen.add(Thread.currentThread.isInterrupted)
            if message == 0 then
              begun.countDown()
              gate.await()
            Thread.currentThread.interrupt()
          ,
          ActorOptions(dispatcher = dispatcher)
        )
        (0 to 9).foreach(ref ! _)
        await(begun)
        gate.countDown()
        assertEquals(seen.next(10), List.fill(10)(false))

  test("an interrupt lands within the code of the actor, or nowhere"):
    val guard          = HandlerGuard()
    val leaks          = AtomicInteger(0)
    val landed         = AtomicInteger(0)
    val rounds         = 20_000
    @volatile var over = false
    val actor          = Thread: () =>
      var round = 0
      while round < rounds do
        guard.enter()
        var spins = 0
        while spins < (round & 63) do
          Thread.onSpinWait()
          spins += 1
        if Thread.currentThread.isInterrupted then landed.incrementAndGet(): Unit
        guard.leave()
        if Thread.currentThread.isInterrupted then leaks.incrementAndGet(): Unit
        round += 1
      over = true
    val other = Thread(() => while !over do guard.interrupt())
    actor.start()
    other.start()
    actor.join()
    other.join()
    assertEquals(leaks.get, 0)
    assert(landed.get > 0)
