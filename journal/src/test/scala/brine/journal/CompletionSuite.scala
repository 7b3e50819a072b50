package brine.journal

import java.time.{Duration, Instant}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, Executor, RejectedExecutionException, TimeUnit}

class CompletionSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val now                                    = Instant.ofEpochSecond(7, 3000)
  private val done                                   = Appended(Offset(3), Offset(4), 2, now, Level.OsCache)
  private def complete(completion: Completion): Unit =
    completion.appended(0, done.first, done.last, done.version, Micros.of(done.at))

  /** Executors that do not run a task: without a thread for it, closed, or with a mistake. */
  private val broken = Vector[Executor](
    _ => throw OutOfMemoryError("unable to create native thread"),
    _ => throw IllegalStateException("a mistake"),
    _ => throw RejectedExecutionException("shut down")
  )

  test("whoever waits is told, whatever the executors of others do"):
    for executor <- broken do
      val completion = Completion(Level.OsCache)
      val calls      = AtomicInteger()
      val heard      = Vector.fill(3)(CompletableFuture[Either[AppendError, Appended]]())
      val waiting    = heard.map: one =>
        completion.onComplete(executor)(_ => calls.incrementAndGet(): Unit)
        val thread = Thread.ofPlatform.start(() => one.complete(completion.await()): Unit)
        while thread.getState != Thread.State.WAITING do Thread.onSpinWait()
        completion.toFuture
      try complete(completion)
      catch case _: (OutOfMemoryError | IllegalStateException) => () // what a store ignores
      (heard ++ waiting).foreach(one => assertEquals(one.get(1, TimeUnit.MINUTES), Right(done)))
      assertEquals(calls.get, 0)

  test("completing takes no memory: it is the thread of a store, and nobody would hear of the append"):
    val threads   = java.lang.management.ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
    val error     = AppendError.TooLarge(2, 1)
    def allocated = threads.getCurrentThreadAllocatedBytes
    def used(body: => Unit): Long =
      val before = allocated
      body
      allocated - before
    // The first time, classes are loaded.
    for round <- 1 to 3 do
      val (one, two) = (Completion(Level.OsCache), Completion(Level.Disk))
      val bytes      = used { one.appended(0, Offset(3), Offset(4), 2, 7_000_003); two.rejected(0, error) }
      assert(one.isComplete && two.isComplete)
      if round == 3 then assertEquals(bytes, 0L)
      assertEquals(one.now, Some(Right(done)))
      assertEquals(two.now, Some(Left(error)))

  test("the first result counts, of all who complete it at once, and all get the same"):
    for round <- 1 to 200 do
      val completion = Completion(Level.OsCache)
      val heard      = Vector.tabulate(2)(_ => completion.toFuture)
      val asking     = Vector.fill(2)(CompletableFuture.supplyAsync(() => completion.await(Duration.ofMinutes(1))))
      val racers     = Vector.tabulate(3): racer =>
        Thread.ofPlatform.start: () =>
          if racer == 2 then completion.rejected(0, AppendError.Full)
          else completion.appended(0, Offset(racer), Offset(racer), racer, racer)
      racers.foreach(_.join())
      val results = (heard ++ asking).map(_.get(1, TimeUnit.MINUTES)) :+ completion.await()
      assert(results.forall(_ == results.head), s"round $round: $results")
      results.head match
        case Left(error)     => assertEquals(error, AppendError.Full)
        case Right(appended) =>
          val racer = appended.version
          assertEquals(appended, Appended(Offset(racer), Offset(racer), racer, Micros.instant(racer), Level.OsCache))
