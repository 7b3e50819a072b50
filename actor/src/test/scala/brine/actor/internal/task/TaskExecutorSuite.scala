package brine.actor.internal.task

import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, RejectedExecutionException}
import scala.concurrent.duration.*
import scala.concurrent.{Await, ExecutionContext, Future, Promise}

class TaskExecutorSuite extends ActorTest:
  import ActorTest.*

  private val settings = ActorSystemSettings(name = "tasks", workers = 2).withPool("side", 1)

  private def nameOfThread = Thread.currentThread.getName

  test("tasks run on the threads of the dispatcher, beside its actors"):
    withSystem(settings): system =>
      for (dispatcher, prefix) <- List(
          Dispatcher.Default      -> "tasks-worker",
          Dispatcher.pool("side") -> "tasks-side-worker",
          Dispatcher.NewestFirst  -> "tasks-newest-worker",
          Dispatcher.Blocking     -> "tasks-blocking"
        )
      do
        given ExecutionContext = system.executionContext(dispatcher)
        assert(await(Future(nameOfThread)).startsWith(prefix))
      assert(await(Future(nameOfThread)(using system.executionContext)).startsWith("tasks-worker"))
      assertEquals(system.statistics.handled, 0L)

  test("many futures that follow each other, from many threads"):
    withSystem(settings): system =>
      given ExecutionContext = system.executionContext
      val sums = Future.traverse((1 to 1000).toVector)(i => Future(i).map(_ * 2).flatMap(n => Future(n + 1)))
      assertEquals(await(sums).sum, (1 to 1000).map(_ * 2 + 1).sum)

  test("a shutdown waits for tasks, and those they begin"):
    val system                = ActorSystem(settings)
    val context               = system.executionContext
    val begun                 = CountDownLatch(1)
    val gate                  = CountDownLatch(1)
    val steps                 = AtomicInteger()
    def more(left: Int): Unit =
      val _ = steps.incrementAndGet()
      if left > 0 then context.execute(() => more(left - 1))
    context.execute: () =>
      begun.countDown()
      await(gate)
      more(100)
    await(begun)
    system.terminate()
    gate.countDown()
    assert(await(system.whenTerminated).isComplete)
    assertEquals(steps.get, 101)

  test("tasks may run until the last phase is over, and are refused after it"):
    val system = ActorSystem(settings)
    val ran    = LinkedBlockingQueue[String]()
    system.onShutdown(ShutdownPhase.AfterActors, "with a future"): () =>
      ran.add(Await.result(Future(nameOfThread)(using system.executionContext), Limit)): Unit
    assert(system.shutdown().isComplete)
    assert(ran.next.startsWith("tasks-worker"))
    intercept[RejectedExecutionException](system.executionContext.execute(() => ())): Unit
    assert(failureOf(Future(1)(using system.executionContext)) != null)

  test("a task that does not end is named in the report"):
    val system = ActorSystem(settings.withDaemon(true))
    val gate   = CountDownLatch(1)
    val begun  = CountDownLatch(1)
    system.executionContext.execute: () =>
      begun.countDown()
      while gate.getCount > 0 do Thread.onSpinWait()
    await(begun)
    val report = system.shutdown(100.millis)
    assertEquals(report.left, List("1 tasks of execution contexts"))
    gate.countDown()

  test("tasks that never began are no actors: the listener does not hear of their end"):
    val recorder = Recorder()
    val system   = ActorSystem(settings.withWorkers(1).withSpareWorkers(0).withDaemon(true).withListener(recorder))
    val gate     = CountDownLatch(1)
    val begun    = CountDownLatch(1)
    val ran      = AtomicInteger()
    system.executionContext.execute: () =>
      begun.countDown()
      while gate.getCount > 0 do Thread.onSpinWait()
    await(begun)
    (1 to 20).foreach(_ => system.executionContext.execute(() => ran.incrementAndGet(): Unit))
    val report = system.shutdown(100.millis)
    assertEquals(report.left, List("21 tasks of execution contexts"))
    gate.countDown()
    eventually("the threads have ended"):
      !Thread.getAllStackTraces.keySet.stream.anyMatch(_.getName == "tasks-worker-1")
    assertEquals(ran.get, 0)
    assertEquals(recorder.spawned.size, 0)
    assertEquals(recorder.stopped.size, 0)

  test("what a task throws hurts nobody, whatever it is"):
    withSystem(settings): system =>
      val context = system.executionContext(Dispatcher.pool("side"))
      val hostile = List[() => Unit](
        () => throw Boom(),
        () => throw new InterruptedException,
        () => throw new OutOfMemoryError("not really"),
        () => Thread.currentThread.interrupt(),
        () => { def deep(n: Int): Int = 1 + deep(n + 1); val _ = deep(0) },
        () => throw new scala.util.control.ControlThrowable {}
      )
      for task <- hostile do
        val after = Promise[Boolean]()
        context.execute(() => task())
        context.execute(() => after.success(Thread.currentThread.isInterrupted): Unit)
        assertEquals(await(after.future), false)
      intercept[NullPointerException](context.execute(null)): Unit

  test("a task may use the system as any thread may, but not wait for its end or for an ask on a worker"):
    withSystem(settings): system =>
      given ExecutionContext = system.executionContext
      val ref                = system.spawn(Behavior.receive[ActorRef[Int]](_ ! 7))
      assertEquals(
        await(Future(system.spawn(Behavior.receive[ActorRef[Int]](_ ! 8))).flatMap(_.ask[Int](identity, Limit))),
        8
      )
      assert(failureOf(Future(system.shutdown())).isInstanceOf[IllegalStateException])
      assert(failureOf(Future(ref.askBlocking[Int](identity, Limit))).isInstanceOf[IllegalStateException])
      // To wait for another task is allowed where it is announced: a spare worker runs that.
      val both = List.fill(4)(Future(Await.result(ref.ask[Int](identity, Limit), Limit)))
      assertEquals(both.map(await(_)), List(7, 7, 7, 7))
