package brine.actor.internal.ask

import brine.actor.internal.timer.TimerWheels
import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

class AskTimersSuite extends ActorTest:
  private def asksOf(system: ActorSystem, count: Int): Vector[AskReply[Int]] =
    val target = system.spawn(Behavior.receive[Int](_ => ())).targetCell
    Vector.fill(count)(AskReply[Int](target, 1.hour))

  test("only requests that are still open reach the wheel, and the list is empty afterwards"):
    withSystem: system =>
      val timers = AskTimers()
      val wheels = TimerWheels(1, System.nanoTime(), 1000000L)
      val all    = asksOf(system, 100)
      assert(timers.isEmpty)
      assertEquals(all.map(timers.add), true +: Vector.fill(99)(false))
      assert(!timers.isEmpty)
      for i <- all.indices do if i % 10 != 0 then assert(all(i).tryTell(i))
      timers.drainTo(wheels)
      assert(timers.isEmpty)
      assertEquals(wheels.size, 10)
      assert(all.forall(reply => reply.isCompleted != wheels.cancel(reply.startTimer(0L))))

  test("a lack of memory for one timer loses none, and those behind it are armed the next time"):
    withSystem: system =>
      var failing = 3
      val timers  = new AskTimers:
        override private[internal] def start(reply: PendingReply[?], now: Long): ReplyTimer =
          failing -= 1
          if failing == 0 then throw ActorTest.Boom()
          super.start(reply, now)
      val wheels = TimerWheels(1, System.nanoTime(), 1000000L)
      asksOf(system, 10).foreach(timers.add)
      intercept[ActorTest.Boom](timers.drainTo(wheels))
      assertEquals(wheels.size, 2)
      assert(!timers.isEmpty)
      asksOf(system, 10).foreach(timers.add)
      timers.drainTo(wheels)
      assertEquals(wheels.size, 20)
      assert(timers.isEmpty)

  test("threads that add while another drains lose none"):
    withSystem: system =>
      val timers  = AskTimers()
      val wheels  = TimerWheels(1, System.nanoTime(), 1000000L)
      val running = AtomicInteger(3)
      val threads = Vector.fill(3):
        val all = asksOf(system, 20000)
        Thread: () =>
          all.foreach(timers.add)
          val _ = running.decrementAndGet()
      threads.foreach(_.start())
      while running.get > 0 do timers.drainTo(wheels)
      timers.drainTo(wheels)
      threads.foreach(_.join())
      assertEquals(wheels.size, 60000)
