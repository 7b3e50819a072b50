package brine.journal.live

import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}

class KeeperSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def use(onFailure: () => Unit = () => ())(body: Keeper => Unit): Unit =
    val keeper = Keeper(Path.of("/journal"), onFailure)
    try body(keeper)
    finally keeper.shutdown()

  test("works are done one after the other, also after one that fails"):
    val failures = AtomicInteger()
    use(() => failures.incrementAndGet(): Unit): keeper =>
      val done = LinkedBlockingQueue[String]()
      keeper.run(done.put("a"))
      keeper.run(throw IllegalStateException("no"))
      keeper.later(Duration.ZERO)(throw LinkageError("no"))
      keeper.run(done.put("b"))
      keeper.later(Duration.ofMillis(1))(done.put("c"))
      assertEquals(Seq.fill(3)(done.take()), Seq("a", "b", "c"))
      assertEquals(failures.get, 2)

  test("an interrupt does not reach a work"):
    use(): keeper =>
      val isInterrupted = AtomicReference[Option[Boolean]](None)
      val isDone        = CountDownLatch(1)
      keeper.run:
        Thread.currentThread.interrupt()
        isInterrupted.set(Some(Thread.interrupted()))
        isDone.countDown()
      isDone.await()
      assertEquals(isInterrupted.get, Some(false))

  test("after the end nothing runs, and what was to run later does not"):
    val runs = AtomicInteger()
    use(): keeper =>
      keeper.run(runs.incrementAndGet(): Unit)
      keeper.later(Duration.ofHours(1))(runs.addAndGet(10): Unit)
      keeper.shutdown()
      keeper.awaitEnd(TimeUnit.MINUTES.toNanos(5))
      keeper.run(runs.addAndGet(100): Unit)
      keeper.later(Duration.ZERO)(runs.addAndGet(100): Unit)
      assertEquals(runs.get, 1)
