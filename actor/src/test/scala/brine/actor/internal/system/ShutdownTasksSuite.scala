package brine.actor.internal.system

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

/** Tasks that programs register for the shutdown. */
class ShutdownTasksSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  private def start(): ActorSystem = ActorSystem(ActorSystemSettings(name = "brine", workers = 2))

  private def noting(events: LinkedBlockingQueue[String], name: String): Behavior[Unit] =
    Behavior.receive[Unit](_ => ()).onSignal { case Signal.Stopped => events.add(name): Unit }

  test("tasks run in their phases, the last registered first, and their failures are in the report"):
    val system = start()
    val events = log
    val ref    = system.spawn(noting(events, "actor"))
    for phase <- List(ShutdownPhase.AfterActors, ShutdownPhase.BeforeActors); i <- 1 to 2 do
      system.onShutdown(phase, s"$phase $i")(() => events.add(s"$phase $i"): Unit)
    system.onShutdown(ShutdownPhase.AfterActors, "bad")(() => throw Boom("task"))
    eventually("it is idle")(!ref.targetCell.cellBusy)
    val report = system.shutdown()
    assertEquals(
      events.next(5),
      List("BeforeActors 2", "BeforeActors 1", "actor", "AfterActors 2", "AfterActors 1")
    )
    assertEquals(report.left, Nil)
    assertEquals(report.failedTasks.size, 1)
    assert(report.failedTasks.head.startsWith("bad (") && report.failedTasks.head.contains("task"), report.toString)
    assert(!report.isComplete)

  test("a task before the actors may still talk to them"):
    val system = start()
    val answer = LinkedBlockingQueue[Boolean]()
    val ref    = system.spawn(new Obedient(log))
    system.onShutdown(ShutdownPhase.BeforeActors, "talk"): () =>
      settled(ref, Order.Sync(_))
      answer.add(true): Unit
    assert(system.shutdown().isComplete)
    assert(answer.next)

  test("a task that does not end is interrupted and named, and the others run"):
    val system      = start()
    val interrupted = CountDownLatch(1)
    val events      = log
    system.onShutdown(ShutdownPhase.AfterActors, "endless"): () =>
      try Thread.sleep(Limit.toMillis)
      catch case _: InterruptedException => interrupted.countDown()
    val report = system.shutdown(200.millis)
    assertEquals(report.failedTasks, List("endless (took too long)"))
    assert(report.took < Limit)
    await(interrupted)
    assert(events.isEmpty)

  test("a task before the actors that does not end leaves time for the actors and for the tasks after them"):
    val system = start()
    val events = log
    system.onShutdown(ShutdownPhase.AfterActors, "after"): () =>
      Thread.sleep(20)
      events.add("after"): Unit
    system.onShutdown(ShutdownPhase.BeforeActors, "endless")(() => Thread.sleep(Limit.toMillis))
    val ref = system.spawn(noting(events, "actor"))
    eventually("it is idle")(!ref.targetCell.cellBusy)
    val report = system.shutdown(4.seconds)
    assertEquals(report.failedTasks, List("endless (took too long)"))
    assertEquals(report.left, Nil)
    assertEquals(events.next(2), List("actor", "after"))

  test("a task of the shutdown that waits for the shutdown is told that it cannot, in either phase"):
    for phase <- ShutdownPhase.values do
      val system  = start()
      val answers = LinkedBlockingQueue[Throwable]()
      system.onShutdown(phase, "waits"): () =>
        try system.close()
        catch
          case failure: Throwable =>
            answers.add(failure)
            throw failure
      val report = system.shutdown()
      assert(answers.next.isInstanceOf[IllegalStateException])
      assertEquals(report.failedTasks.size, 1)
      assert(report.failedTasks.head.contains("cannot wait for its end"), report.toString)

  test("a task needs a phase, a name and code"):
    val system = start()
    intercept[NullPointerException](system.onShutdown(null, "name")(() => ()))
    intercept[NullPointerException](system.onShutdown(ShutdownPhase.AfterActors, null)(() => ()))
    intercept[NullPointerException](system.onShutdown(ShutdownPhase.AfterActors, "name")(null))
    assert(system.shutdown().isComplete)

  test("a task is refused once its phase has begun, for it would not run"):
    import ShutdownPhase.{AfterActors, BeforeActors}
    val system                           = start()
    val events                           = log
    def task(phase: ShutdownPhase): Unit =
      try system.onShutdown(phase, "new")(() => events.add(s"new $phase"): Unit)
      catch case failure: IllegalStateException => events.add(failure.getMessage): Unit
    system.onShutdown(AfterActors, "after")(() => task(AfterActors))
    system.onShutdown(BeforeActors, "before"): () =>
      task(BeforeActors)
      task(AfterActors)
    assert(system.shutdown().isComplete)
    List(BeforeActors, AfterActors).foreach(task)
    def refused(phase: ShutdownPhase) =
      s"the shutdown of actor system brine has begun its tasks of $phase, so new would not run"
    assertEquals(
      events.next(5),
      List(
        refused(BeforeActors),
        s"new $AfterActors",
        refused(AfterActors),
        refused(BeforeActors),
        refused(AfterActors)
      )
    )
    assert(events.isEmpty)
