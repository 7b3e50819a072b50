package brine.actor.internal.cell

import brine.actor.*
import java.lang.ref.WeakReference
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeoutException}
import scala.concurrent.{Future, Promise}
import scala.concurrent.duration.*

class StopWatchSuite extends ActorTest:
  import ActorTest.*

  test("whenStopped completes with the failure, at once after the end, as often as it is asked for"):
    withSystem: system =>
      val ref    = system.spawn(Behavior.receive[Throwable](throw _))
      val before = List.fill(3)(ref.whenStopped)
      val boom   = Boom()
      ref ! boom
      assertEquals(
        await(Future.sequence(before)(using implicitly, scala.concurrent.ExecutionContext.parasitic)),
        List.fill(3)(Some(boom))
      )
      assertEquals(await(ref.whenStopped), Some(boom))
      val calm = system.spawn(Behavior.receive[Int](_ => Behavior.stopped))
      calm ! 1
      assertEquals(await(calm.whenStopped), None)

  test("the address of a reply ends with the reply"):
    withSystem: system =>
      val ref     = system.spawn(Behavior.receive[ActorRef[String]](to => if false then to ! ""))
      val address = LinkedBlockingQueue[ActorRef[String]]()
      val answer  = ref.ask[String](to => { address.add(to); to }, Limit)
      val to      = address.next
      val ended   = to.whenStopped
      assert(!ended.isCompleted)
      to ! "done"
      assertEquals(await(ended), None)
      assertEquals(await(answer), "done")
      val gather = system.gather[Int](1, Limit)
      val all    = gather.contramap[String](_.length).whenStopped
      assert(!all.isCompleted)
      gather ! 1
      assertEquals(await(all), None)

  test("a graceful stop comes after the messages that wait, and its future after the end"):
    for options <- List(
        ActorOptions(),
        ActorOptions(mailbox = Mailbox.Bounded(1000, WhenFull.Fail)),
        ActorOptions(dispatcher = Dispatcher.Blocking)
      )
    do
      withRecorder: (system, recorder) =>
        val gate = CountDownLatch(1)
        val seen = LinkedBlockingQueue[Int]()
        val ref  = system.spawn(
          Behavior.receive[Int]: n =>
            await(gate)
            seen.add(n): Unit
          ,
          options.withDispatcher(Dispatcher.Blocking)
        )
        (1 to 500).foreach(ref ! _)
        val stopped = system.gracefulStop(ref, Limit)
        ref ! 501
        gate.countDown()
        await(stopped)
        assertEquals(seen.size, 500)
        assertEquals(recorder.letters.map(_.message), List(501))
        await(system.gracefulStop(ref, Limit)) // again

  test("a graceful stop that takes too long says why, and the actor still stops"):
    withSystem: system =>
      val gate = CountDownLatch(1)
      val ref  = system.spawn(
        Behavior.receive[Int](_ => await(gate)),
        ActorOptions(name = "slow", dispatcher = Dispatcher.Blocking)
      )
      ref ! 1
      val failure = failureOf(system.gracefulStop(ref, 5.millis))
      assert(failure.isInstanceOf[TimeoutException], failure.toString)
      assert(failure.getMessage.contains("slow has not stopped within 5 milliseconds"), failure.getMessage)
      gate.countDown()
      assertEquals(await(ref.whenStopped), None)

  test("graceful stops that take too long leave the actor, and so does what their futures held"):
    withSystem: system =>
      val never   = Promise[Int]()
      val waiting = system.spawn(Behavior.receive[Int]: _ =>
        context.suspendUntil(never.future)(_ => ()))
      waiting ! 1
      val late = List.fill(1000)(system.gracefulStop(waiting, 5.millis))
      late.foreach(stopped => assert(failureOf(stopped).isInstanceOf[TimeoutException]))
      eventually("no watcher is left")(waiting.targetCell.cellExtension.watchers.isEmpty)
      never.success(1)
      assertEquals(await(waiting.whenStopped), None)

  test("an actor that never returns holds no future of graceful stops that took too long"):
    withSystem: system =>
      val gate  = CountDownLatch(1)
      val began = CountDownLatch(1)
      val stuck = system.spawn(
        Behavior.receive[Int]: _ =>
          began.countDown()
          await(gate)
        ,
        ActorOptions(dispatcher = Dispatcher.Blocking)
      )
      stuck ! 1
      await(began)
      val failures = List.fill(20)(WeakReference(failureOf(system.gracefulStop(stuck, 5.millis))))
      eventually("all are garbage"):
        System.gc()
        failures.count(_.get != null) <= 1 // the last one may be on the stack
      gate.countDown()
      assertEquals(await(stuck.whenStopped), None)

  test("an actor stops its own child so, and no other"):
    withSystem: system =>
      val events = LinkedBlockingQueue[String]()
      val done   = LinkedBlockingQueue[Any]()
      val other  = system.spawn(new Obedient(LinkedBlockingQueue()))
      val parent = system.spawn(new Obedient(LinkedBlockingQueue()))
      parent ! Order.Do: context =>
        done.add(scala.util.Try(context.gracefulStop(other, Limit)).failed.get): Unit
        val child = context.spawn(new Obedient(events))
        (1 to 3).foreach(i => child ! Order.Say(s"m$i"))
        context
          .gracefulStop(child, Limit)
          .foreach(_ => done.add("stopped"))(using scala.concurrent.ExecutionContext.parasitic)
      assert(done.next.isInstanceOf[IllegalArgumentException])
      assertEquals(events.next(5), List("start", "m1 1", "m2 2", "m3 3", "stop"))
      assertEquals(done.next, "stopped")

  test("a thousand ends in every order of request and end complete all futures"):
    withSystem: system =>
      val futures = Vector.tabulate(1000): i =>
        val ref = system.spawn(Behavior.receive[Int](_ => Behavior.stopped))
        i % 4 match
          case 0 =>
            ref ! 1
            ref.whenStopped
          case 1 =>
            val early = ref.whenStopped
            ref ! 1
            early
          case 2 => system.gracefulStop(ref, Limit)
          case _ =>
            system.stop(ref)
            system.gracefulStop(ref, Limit)
      futures.foreach(await(_))

  test("the end of the system completes what is left of graceful stops"):
    val system = ActorSystem(ActorSystemSettings(workers = 2))
    val gate   = CountDownLatch(1)
    val began  = CountDownLatch(1)
    val ref    = system.spawn(Behavior.receive[Int]: _ =>
      began.countDown()
      while gate.getCount > 0 do Thread.onSpinWait())
    ref ! 1
    await(began) // a shutdown does not wait for messages that nobody handles yet
    val stopped = system.gracefulStop(ref, 1.hour)
    assert(!system.shutdown(50.millis).isComplete)
    assert(failureOf(stopped).isInstanceOf[TimeoutException])
    gate.countDown()
