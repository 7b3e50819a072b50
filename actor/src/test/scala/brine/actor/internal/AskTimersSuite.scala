package brine.actor.internal

import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

class AskTimersSuite extends ActorTest:
  private def timersOf(system: ActorSystem, count: Int): Vector[(AskReply[Int], AskTimer)] =
    val target = system.spawn(Behavior.receive[Int](_ => ())).targetCell
    Vector.fill(count):
      val reply = AskReply[Int](target, 1.hour)
      reply -> AskTimer(reply, System.nanoTime() + 1.hour.toNanos)

  test("only requests that are still open reach the wheel, and the list is empty afterwards"):
    withSystem: system =>
      val timers = AskTimers()
      val wheels = TimerWheels(1, System.nanoTime(), 1000000L)
      val all    = timersOf(system, 100)
      assert(timers.isEmpty)
      assertEquals(all.map((_, timer) => timers.add(timer)), true +: Vector.fill(99)(false))
      assert(!timers.isEmpty)
      for i <- all.indices do if i % 10 != 0 then assert(all(i)._1.tryTell(i))
      timers.drainTo(wheels)
      assert(timers.isEmpty)
      assertEquals(wheels.size, 10)
      assert(all.forall((_, timer) => timer.isOver != wheels.cancel(timer)))

  test("threads that add while another drains lose none"):
    withSystem: system =>
      val timers  = AskTimers()
      val wheels  = TimerWheels(1, System.nanoTime(), 1000000L)
      val running = AtomicInteger(3)
      val threads = Vector.fill(3):
        val all = timersOf(system, 20000)
        Thread: () =>
          all.foreach((_, timer) => timers.add(timer))
          val _ = running.decrementAndGet()
      threads.foreach(_.start())
      while running.get > 0 do timers.drainTo(wheels)
      timers.drainTo(wheels)
      threads.foreach(_.join())
      assertEquals(wheels.size, 60000)
