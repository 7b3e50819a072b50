package brine.actor.internal.system

import brine.actor.internal.cell.cellExtension
import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

class ShutdownSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  private def start(name: String = "brine"): ActorSystem = ActorSystem(ActorSystemSettings(name = name, workers = 2))

  private def noting(events: LinkedBlockingQueue[String], name: String)(children: String*): Behavior[Unit] =
    Behavior
      .setup[Unit]:
        children.foreach(child => context.spawn(noting(events, child)()))
        Behavior.receive[Unit](_ => ())
      .onSignal { case Signal.Stopped => events.add(name): Unit }

  test("the newest of the top level ends first, children before it, and the threads with the last"):
    val system = start("ordered")
    val events = log
    val refs   = Vector("a", "b", "c").map(name => system.spawn(noting(events, name)(name + "1", name + "2")))
    eventually("all are idle")(
      refs.forall(ref => !ref.targetCell.cellBusy && ref.targetCell.cellExtension.children.forall(!_.cellBusy))
    )
    val report = system.shutdown()
    assert(report.isComplete)
    assert(report.toString.startsWith("shut down in"))
    assertEquals(events.next(9), List("c2", "c1", "c", "b2", "b1", "b", "a2", "a1", "a"))
    eventually("no thread is left"):
      !Thread.getAllStackTraces.keySet.asScala.exists(_.getName.startsWith("ordered-"))

  test("a second call gives the same report, also from another thread meanwhile"):
    val system  = start()
    val reports = LinkedBlockingQueue[ShutdownReport]()
    (1 to 3).foreach(_ => Thread.ofPlatform().start(() => reports.add(system.shutdown()): Unit))
    val three = reports.next(3)
    assert(three.forall(_ eq three.head))
    assert(system.shutdown() eq three.head)
    system.close()

  test("an actor may not wait for the end of its system, wherever it runs"):
    val system = start()
    val asked  = log
    for dispatcher <- List(Dispatcher.Default, Dispatcher.NewestFirst, Dispatcher.Blocking) do
      val ref = system.spawn(new Obedient(log), ActorOptions(name = dispatcher.toString, dispatcher = dispatcher))
      ref ! Order.Do: context =>
        asked.add(intercept[IllegalStateException](context.system.shutdown()).getMessage): Unit
      assertEquals(
        asked.next,
        s"$dispatcher cannot wait for the shutdown of the system it runs in: call terminate, which does not wait"
      )
    // Idle ones are ended by the shutdown itself.
    val ref = system.spawn(
      Behavior
        .receive[Unit](_ => ())
        .onSignal { case Signal.Stopped =>
          asked.add(intercept[IllegalStateException](context.system.shutdown()).getMessage): Unit
        }
    )
    eventually("it is idle")(!ref.targetCell.cellBusy)
    assert(system.shutdown().isComplete)
    assert(asked.next.contains("cannot wait for the shutdown"))

  test("an actor ends its system without waiting, wherever it runs"):
    for dispatcher <- List(Dispatcher.Default, Dispatcher.NewestFirst, Dispatcher.Blocking) do
      val system = start("terminated")
      val ended  = system.whenTerminated
      val events = log
      val ref    = system.spawn(new Obedient(events), ActorOptions(dispatcher = dispatcher))
      assert(!ended.isCompleted)
      ref ! Order.Do: context =>
        context.system.terminate()
        context.system.terminate(1.minute)
        events.add("handled"): Unit
      val report = await(ended)
      assert(report.isComplete, report.toString)
      assertEquals(events.next(3), List("start", "handled", "stop"))
      assert(system.shutdown() eq report)
      assert(await(system.whenTerminated) eq report)
      system.terminate()
      eventually("no thread is left"):
        !Thread.getAllStackTraces.keySet.asScala.exists(_.getName.startsWith("terminated-"))

  test("whenTerminated is completed whoever ends the system, and a thousand cycles leave no thread"):
    for i <- 1 to 1000 do
      val system = ActorSystem(ActorSystemSettings(name = "cycle", workers = 1).withPool("p", 1))
      val ended  = if i % 2 == 0 then system.whenTerminated else null
      val ref    = system.spawn(Behavior.receive[Int](_ => context.system.terminate()), pooled(i))
      if i % 3 == 0 then system.close()
      else
        ref ! 1
        if i % 5 == 0 then await(ref.whenStopped): Unit
      await(if ended == null then system.whenTerminated else ended): Unit
    eventually("no thread is left"):
      !Thread.getAllStackTraces.keySet.asScala.exists(_.getName.startsWith("cycle-"))

  private def pooled(i: Int): ActorOptions =
    if i % 4 == 0 then ActorOptions(dispatcher = Dispatcher.pool("p")) else ActorOptions()

  test("an actor of another system may"):
    val first  = start()
    val second = start()
    val done   = LinkedBlockingQueue[ShutdownReport]()
    val ref    = second.spawn(new Obedient(log))
    ref ! Order.Do(_ => done.add(first.shutdown()): Unit)
    assert(done.next.isComplete)
    assert(second.shutdown().isComplete)

  test("an interrupted thread shuts down completely, and stays interrupted"):
    val system = start("interrupted")
    val events = log
    val ref    = system.spawn(noting(events, "actor")())
    for phase <- ShutdownPhase.values do
      system.onShutdown(phase, phase.toString)(() => events.add(phase.toString): Unit)
    eventually("it is idle")(!ref.targetCell.cellBusy)
    Thread.currentThread.interrupt()
    val report = system.shutdown()
    assert(Thread.interrupted(), "the thread's flag is set")
    assert(report.isComplete, report.toString)
    assertEquals(events.next(3), List("BeforeActors", "actor", "AfterActors"))
    eventually("no thread is left"):
      !Thread.getAllStackTraces.keySet.asScala.exists(_.getName.startsWith("interrupted-"))

  test("an interruption while it waits for an actor does not end the wait"):
    val system  = start()
    val gate    = CountDownLatch(1)
    val begun   = CountDownLatch(1)
    val reports = LinkedBlockingQueue[(ShutdownReport, Boolean)]()
    val events  = log
    val ref     = system.spawn(new Obedient(log))
    ref ! Order.Do: _ =>
      begun.countDown()
      await(gate)
    system.onShutdown(ShutdownPhase.AfterActors, "after")(() => events.add("after"): Unit)
    await(begun)
    val caller = Thread
      .ofPlatform()
      .start(() => reports.add((system.shutdown(2 * Limit), Thread.interrupted())): Unit)
    eventually("it waits")(caller.getState == Thread.State.TIMED_WAITING)
    caller.interrupt()
    gate.countDown()
    val (report, isInterrupted) = reports.next
    assert(report.isComplete, report.toString)
    assert(isInterrupted)
    assertEquals(events.next, "after")

  test("an actor that does not end in time is named with what keeps it, and not those above it"):
    val system = start()
    val gate   = CountDownLatch(1)
    val begun  = CountDownLatch(1)
    val events = log
    val parent = system.spawn(new Obedient(log), ActorOptions(name = "parent"))
    parent ! Order.Do: context =>
      val child = context.spawn(new Obedient(log), ActorOptions(name = "child"))
      child ! Order.Do: _ =>
        begun.countDown()
        await(gate)
      child ! Order.Say("waiting")
    await(begun)
    system.onShutdown(ShutdownPhase.AfterActors, "after")(() => events.add("after"): Unit)
    val report = system.shutdown(2.seconds)
    assertEquals(report.left.size, 1)
    assert(report.left.head.startsWith("parent/child (about"), report.toString)
    assert(report.left.head.contains("its handler has been running for at least"), report.toString)
    assertEquals(report.failedTasks, Nil)
    assertEquals(events.next, "after")
    assert(report.took < Limit)
    assert(report.toString.contains("still running: parent/child"))
    gate.countDown()
    eventually("it ends later")(parent.targetCell.cellClosed)

  test("an onStop that does not return does not hold up the others, nor the call"):
    val system  = start()
    val gate    = CountDownLatch(1)
    val stopped = AtomicInteger()
    val refs    = Vector.tabulate(10): i =>
      system.spawn(
        Behavior
          .receive[Unit](_ => ())
          .onSignal { case Signal.Stopped =>
            if i == 5 then await(gate)
            stopped.incrementAndGet(): Unit
          },
        ActorOptions(name = s"actor$i")
      )
    eventually("all are idle")(refs.forall(!_.targetCell.cellBusy))
    val report = system.shutdown(1500.millis)
    assertEquals(report.left.size, 1)
    assert(report.left.head.startsWith("actor5 (onStop"), report.toString)
    assertEquals(stopped.get, 9)
    gate.countDown()
    eventually("it ends later")(refs(5).targetCell.cellClosed)

  test("a blocking actor that is busy after half of the time is interrupted, and ends in order"):
    val system      = start()
    val interrupted = CountDownLatch(1)
    val begun       = CountDownLatch(1)
    val events      = log
    val ref         = system.spawn(new Obedient(events), ActorOptions(dispatcher = Dispatcher.Blocking))
    ref ! Order.Do: _ =>
      begun.countDown()
      try Thread.sleep(Limit.toMillis)
      catch
        case failure: InterruptedException =>
          interrupted.countDown()
          throw failure
    await(begun)
    val report = system.shutdown(1500.millis)
    await(interrupted)
    assert(report.isComplete, report.toString)
    assertEquals(events.next(2), List("start", "stop"))

  test("an actor that waits for a future or a restart does not hold up the end"):
    val system = start()
    val ref    = system.spawn(new Obedient(log))
    ref ! Order.Do(_.suspendUntil(scala.concurrent.Promise[Int]().future)(_ => ()))
    val backoff = Supervision.restart().withBackoff(1.hour, 1.hour)
    val failing = system.spawn(new Obedient(log), ActorOptions(supervision = backoff))
    failing ! Order.Fail(Boom())
    eventually("both wait")(ref.targetCell.cellWaiting && failing.targetCell.cellWaiting)
    assert(system.shutdown().isComplete)

  test("after the end nothing is spawned, and what is sent is counted as a dead letter"):
    val recorder = Recorder()
    val system   = ActorSystem(ActorSystemSettings(workers = 2, listener = recorder))
    val ref      = system.spawn(new Obedient(log))
    val bounded  = system.spawn(new Obedient(log), ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.Fail)))
    val detached = system.spawnDetached(new Obedient(log))
    assert(system.shutdown().isComplete)
    val refused = intercept[IllegalStateException](system.spawn(new Obedient(log)))
    assert(refused.getMessage.contains("is shutting down and takes no new actors"), refused.getMessage)
    (1 to 3).foreach(i => ref ! Order.Say(i.toString))
    (1 to 3).foreach(i => bounded ! Order.Say(i.toString))
    assertEquals(recorder.deadLetters.size, 6)
    assert(!ref.tryTell(Order.Say("")))
    assert(!bounded.tryTell(Order.Say("")))
    val asked = ref.ask[Unit](Order.Sync(_), 1.hour)
    assert(failureOf(asked).isInstanceOf[ActorStoppedException])
    assertEquals(recorder.deadLetters.size, 7)
    // One that nobody has ended ends when it should run again.
    detached ! Order.Say("detached")
    assertEquals(recorder.deadLetters.size, 8)
    val late = system.spawnDetached(new Obedient(log))
    late ! Order.Say("late")
    assertEquals(recorder.deadLetters.size, 9)
    assertEquals(system.statistics.allDeadLetters, 9L)

  test("no future waits for an answer of a system that has ended"):
    val system = start()
    val gate   = CountDownLatch(1)
    val begun  = CountDownLatch(1)
    val ref    = system.spawn(new Obedient(log))
    ref ! Order.Do: _ =>
      begun.countDown()
      await(gate)
    await(begun)
    val asked    = ref.ask[Unit](Order.Sync(_), 1.hour)
    val farAway  = ref.ask[Unit](Order.Sync(_), (Long.MaxValue - 1).nanos)
    val gathered = system.gather[Int](2, 1.hour)
    gathered ! 1
    assertEquals(system.shutdown(100.millis).left.size, 1)
    for future <- List(asked, farAway, ref.ask[Unit](Order.Sync(_), 1.hour)) do
      val failure = failureOf(future).asInstanceOf[AskTimeoutException]
      assert(failure.getMessage.contains("its system has ended"), failure.getMessage)
    assertEquals(failureOf(gathered.future).asInstanceOf[GatherTimeoutException].received, 1)
    assert(failureOf(system.gather[Int](2, 1.hour).future).isInstanceOf[GatherTimeoutException])
    gate.countDown()
    eventually("it ends later")(ref.targetCell.cellClosed)

  test("detached actors that talk to each other for ever do not keep the threads"):
    val system                          = start("endless")
    def player: Behavior[ActorRef[Any]] = Behavior.receive: other =>
      other.asInstanceOf[ActorRef[ActorRef[Any]]] ! context.self.asInstanceOf[ActorRef[Any]]
    val first  = system.spawnDetached(player)
    val second = system.spawnDetached(player)
    first ! second.asInstanceOf[ActorRef[Any]]
    assert(system.shutdown().isComplete)
    eventually("no thread is left"):
      !Thread.getAllStackTraces.keySet.asScala.exists(_.getName.startsWith("endless-"))
    eventually("their last message is counted")(system.statistics.allDeadLetters == 1L)

  test("timers of an ended system do not fire, and a shutdown waits for none"):
    val system = start()
    val events = log
    val ref    = system.spawn(new Obedient(events))
    ref ! Order.Do(_.startTimer(1, Order.Say("timer"), 1.hour))
    settled(ref, Order.Sync(_))
    assert(system.shutdown().isComplete)
    assertEquals(events.next(2), List("start", "stop"))

  test("spawning and sending while the system ends loses nothing"):
    for round <- 1 to 30 do
      val system  = start()
      val sent    = AtomicInteger()
      val handled = AtomicInteger()
      val threads = List.fill(2):
        Thread
          .ofPlatform()
          .start: () =>
            try
              while true do
                val ref = system.spawn(Behavior.receive[Unit](_ => handled.incrementAndGet(): Unit))
                ref ! ()
                sent.incrementAndGet()
                ref ! ()
                sent.incrementAndGet(): Unit
            catch case _: IllegalStateException => ()
      eventually("some are spawned")(sent.get > 10 * round)
      assert(system.shutdown().isComplete)
      threads.foreach(_.join())
      eventually(s"round $round accounts for all")(handled.get + system.statistics.allDeadLetters == sent.get)

  test("many idle actors of the top level that are sent messages meanwhile end once, and none is left"):
    val ends    = AtomicInteger()
    val handled = AtomicInteger()
    for round <- 1 to 10 do
      val system = start("crowded")
      val refs   = Vector.fill(500)(system.spawn(Behavior.receive[Int](_ => handled.incrementAndGet(): Unit).onSignal {
        case Signal.Stopped => ends.incrementAndGet(): Unit
      }))
      eventually("all are idle")(refs.forall(!_.targetCell.cellBusy))
      val sender = Thread.ofPlatform().start(() => refs.zip(refs.reverse).foreach { (a, b) => a ! 1; b ! 2 })
      if round % 2 == 0 then Thread.`yield`()
      assert(system.shutdown().isComplete)
      sender.join()
      assertEquals(ends.get, 500 * round)
      val letters = system.statistics.deadLetters(DeadLetterReason.Stopped)
      assertEquals(handled.getAndSet(0) + letters, 1000L, s"round $round")
