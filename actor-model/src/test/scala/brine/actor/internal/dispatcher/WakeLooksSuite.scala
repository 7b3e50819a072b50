package brine.actor.internal.dispatcher

import java.util.concurrent.CountDownLatch

/** At how many workers others look to wake one, on as many as a large machine has. Counts, and no times. */
final class WakeLooksSuite extends munit.FunSuite:
  import LonePool.opens

  override val munitTimeout = scala.concurrent.duration.Duration(120, "s")

  private def untilRest(pool: WorkerPool): Unit =
    val deadline = System.nanoTime() + 20_000_000_000L
    while !pool.atRest && System.nanoTime() < deadline do Thread.sleep(1)
    assert(pool.atRest)

  /** Waits until this number of workers sleeps, and none of them still falls asleep: until then a look at the others is
    * right, and how many there are depends on the machine.
    */
  private def untilAsleep(pool: WorkerPool, number: Int): Unit =
    def asleep   = pool.workers.count(worker => worker.isAsleep && worker.getState == Thread.State.WAITING)
    val deadline = System.nanoTime() + 20_000_000_000L
    while asleep < number && System.nanoTime() < deadline do Thread.sleep(0, 100_000)
    assert(asleep >= number)

  /** Runs `body` where all workers but `idle` are held by handlers. */
  private def held(workers: Int, idle: Int)(body: LonePool => Unit): Unit =
    val lone    = LonePool(workers).launch()
    val release = CountDownLatch(1)
    try
      untilRest(lone.pool)
      for before <- 0 until workers - idle do
        untilAsleep(lone.pool, workers - before)
        val begun = CountDownLatch(1)
        lone
          .actor: _ =>
            begun.countDown()
            opens(release): Unit
          .tell(1)
        assert(opens(begun))
      body(lone)
    finally
      release.countDown()
      lone.close()

  for workers <- List(16, 64, 128) do
    test(s"to put $workers workers to work, one after the other, takes few looks at each"):
      held(workers, idle = 0): lone =>
        val looks = lone.pool.wakeLooks
        assert(looks <= 4L * workers, s"$looks looks at $workers workers")

    test(s"where $workers workers are busy, messages from outside look at none"):
      held(workers, idle = 0): lone =>
        val before = lone.pool.wakeLooks
        for n <- 1 to 1000 do lone.actor(_ => ()).tell(n)
        assertEquals(lone.pool.wakeLooks - before, 0L)

    test(s"where one of $workers workers is idle, messages from outside wake it without a look at the others"):
      held(workers, idle = 1): lone =>
        def handOver(): Unit =
          untilAsleep(lone.pool, 1)
          val handled = CountDownLatch(1)
          lone.actor(_ => handled.countDown()).tell(1)
          assert(opens(handled))
        handOver() // the first may have to look for it: it need not be the one that fell asleep last
        val before = lone.pool.wakeLooks
        for _ <- 1 to 200 do handOver()
        assertEquals(lone.pool.wakeLooks - before, 0L)
