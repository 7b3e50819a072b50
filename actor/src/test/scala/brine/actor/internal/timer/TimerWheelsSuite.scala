package brine.actor.internal.timer

import java.util.concurrent.CountDownLatch
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong, AtomicReference}

class TimerWheelsSuite extends munit.FunSuite:
  private class Entry(onFire: Entry => Unit = _ => ()) extends TimerEntry:
    val fired                       = AtomicInteger()
    val cancelled                   = AtomicInteger()
    private[brine] def fire(): Unit =
      fired.incrementAndGet(): Unit
      onFire(this)

  /** Runs each on a thread of its own until all have ended, hands on what one throws, and does not wait for ever. */
  private def together(bodies: Seq[() => Unit]): Unit =
    val failure = AtomicReference[Throwable](null)
    val start   = CountDownLatch(1)
    val threads = bodies.map: body =>
      val thread = Thread: () =>
        try
          start.await()
          body()
        catch case thrown: Throwable => failure.set(thrown)
      thread.setDaemon(true)
      thread.start()
      thread
    start.countDown()
    val limit = System.nanoTime + 60_000_000_000L
    threads.foreach(thread => thread.join(math.max(1, (limit - System.nanoTime) / 1_000_000)))
    assertEquals(threads.count(_.isAlive), 0)
    assertEquals(failure.get, null)

  List(1, 3).foreach: stripes =>
    test(s"each entry fires or is cancelled, once, with threads that arm, cancel and advance; $stripes stripes"):
      val wheels                                              = TimerWheels(stripes, Long.MaxValue - 50_000, 10L)
      val clock                                               = AtomicLong(Long.MaxValue - 50_000)
      val threads                                             = 3
      val each                                                = 30_000
      val entries                                             = Array.fill(threads, each)(Entry())
      val ended                                               = CountDownLatch(threads)
      val total                                               = AtomicInteger()
      def arm(mine: Array[Entry], others: Array[Entry]): Unit =
        val random = ThreadLocalRandom.current
        (0 until each).foreach: index =>
          wheels.arm(mine(index), clock.get + random.nextLong(-100L, 2000L)): Unit
          // One of its own, and one of another thread, which may be anywhere.
          List(mine(random.nextInt(index + 1)), others(random.nextInt(each))).foreach: entry =>
            if random.nextInt(4) == 0 && wheels.cancel(entry) then entry.cancelled.incrementAndGet(): Unit
        ended.countDown()
      def advance(): Unit = while !ended.await(0, SECONDS) do total.addAndGet(wheels.advance(clock.addAndGet(7))): Unit
      together(
        (0 until threads).map(thread => () => arm(entries(thread), entries((thread + 1) % threads))) ++
          List.fill(2)(() => advance())
      )
      total.addAndGet(wheels.advance(clock.get + 3000)): Unit
      val all = entries.flatten
      all.foreach: entry =>
        assertEquals(entry.fired.get + entry.cancelled.get, 1)
        assertEquals(entry.timerWheel, null)
      assertEquals(total.get, all.iterator.map(_.fired.get).sum)
      assert(all.exists(_.fired.get == 1) && all.exists(_.cancelled.get == 1))
      assertEquals(wheels.size, 0)
      assertEquals(wheels.nextDueNanos, Long.MaxValue)

  test("entries that move from wheel to wheel as they fire are cancelled wherever they are"):
    val wheels                    = TimerWheels(2, 0L, 1L)
    val clock                     = AtomicLong()
    val armed                     = AtomicInteger()
    val fired                     = AtomicInteger()
    val rounds                    = 3000
    val waiting                   = CountDownLatch(rounds)
    def again(entry: Entry): Unit =
      fired.incrementAndGet(): Unit
      armed.incrementAndGet(): Unit
      wheels.arm(entry, clock.get): Unit
    // Two threads advance both wheels, and arm what they fire each in its own.
    def advance(): Unit = while waiting.getCount > 0 do wheels.advance(clock.incrementAndGet()): Unit
    def cancel(): Unit  =
      (0 until rounds).foreach: _ =>
        val entry = Entry(again)
        armed.incrementAndGet(): Unit
        wheels.arm(entry, clock.get): Unit
        // It is fired and armed all the time, so a look at it may miss; in the end one meets it armed.
        while !wheels.cancel(entry) do Thread.onSpinWait()
        entry.cancelled.incrementAndGet(): Unit
        waiting.countDown()
    together(List(() => advance(), () => advance(), () => cancel()))
    assertEquals(armed.get, fired.get + rounds)
    assertEquals(wheels.size, 0)
    assertEquals(wheels.advance(clock.get + 10), 0)

  test("a thread that sleeps as told fires nothing late"):
    val wheels = TimerWheels(2, 0L, 10L, (_, failure) => throw failure)
    val clock  = AtomicLong()
    val random = java.util.Random(11)
    // The sleep of the timer thread, by hand: it ends at the time it was told, or because an arm said so. Time goes in
    // steps of up to 30.
    var until        = wheels.nextWakeNanos
    def step(): Unit =
      clock.addAndGet(random.nextInt(30)): Unit
      if until <= clock.get then
        wheels.advance(clock.get): Unit
        until = wheels.nextWakeNanos
    val entries = Array.fill(20_000):
      step()
      val due   = clock.get + random.nextInt(3000)
      val entry = Entry(_ => assert(clock.get >= due && clock.get < due + 10 + 30, s"due $due, fired ${clock.get}"))
      if wheels.arm(entry, due) then until = if random.nextBoolean() then wheels.nextWakeNanos else wheels.nextDueNanos
      if random.nextBoolean() && wheels.cancel(entry) then entry.cancelled.incrementAndGet(): Unit
      entry
    (1 to 4000).foreach(_ => step())
    entries.foreach(entry => assertEquals(entry.fired.get + entry.cancelled.get, 1))

  test("the earliest of all wheels is the next, also where times wrap"):
    val start                             = Long.MaxValue - 5
    val wheels                            = TimerWheels(2, start, 1L)
    def onOtherWheel(body: => Unit): Unit =
      val here   = Thread.currentThread.threadId % 2
      val thread = Iterator.continually(Thread(() => body)).find(_.threadId % 2 != here).get
      thread.start()
      thread.join(10_000)
    assertEquals(wheels.nextDueNanos, Long.MaxValue)
    val later = Entry()
    val first = Entry()
    wheels.arm(later, start + 10): Unit
    onOtherWheel(wheels.arm(first, start + 3): Unit)
    assertNotEquals(later.timerWheel, first.timerWheel)
    assertEquals(wheels.nextDueNanos, start + 3)
    assertEquals(wheels.nextWakeNanos, start + 3)
    assertEquals(wheels.size, 2)
    assertEquals(wheels.advance(start + 3), 1)
    assert(wheels.nextDueNanos - (start + 10) <= 0)
    assert(wheels.cancel(later))
    assert(!wheels.cancel(first))
    assertEquals(wheels.nextDueNanos, Long.MaxValue)

  test("there is a stripe"):
    intercept[IllegalArgumentException](TimerWheels(0, 0L, 1L))
