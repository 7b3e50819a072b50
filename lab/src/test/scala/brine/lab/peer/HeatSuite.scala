package brine.lab.peer

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.*

/** Threads as the actors: each takes a message and sends itself another one while it is hot. */
final class HeatSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 1.minute

  private final class Actors(count: Int):
    val heat            = Heat(count)
    val handled         = AtomicLong()
    private val end     = CountDownLatch(1)
    private val boxes   = List.fill(count)(LinkedBlockingQueue[Integer]())
    private val threads = boxes.map(box => Thread.ofVirtual.start(() => work(box)))

    private def work(box: LinkedBlockingQueue[Integer]): Unit =
      while end.getCount > 0 do
        if box.poll(1, TimeUnit.MILLISECONDS) != null then
          handled.incrementAndGet(): Unit
          if heat.isOn then box.put(1)

    def start(): Unit = boxes.foreach(_.put(1))
    def waiting: Int  = boxes.map(_.size).sum
    def close(): Unit =
      end.countDown()
      threads.foreach(_.join())

  test("when rest returns, no actor has a message; woken, each has one again"):
    val actors = Actors(3)
    try
      actors.start()
      for _ <- 1 to 20 do
        actors.heat.rest()
        val before = actors.handled.get
        assertEquals(actors.waiting, 0)
        actors.heat.wake(() => actors.start())
        while actors.handled.get < before + 10 do Thread.onSpinWait()
        assert(actors.waiting <= 3)
      actors.heat.rest()
      val rested = actors.handled.get
      assertEquals(actors.handled.get -> actors.waiting, rested -> 0)
    finally actors.close()

  test("without actors there is nothing to wait for"):
    val heat = Heat(0)
    heat.rest()
    heat.wake(() => ())
    assert(heat.isOn)
