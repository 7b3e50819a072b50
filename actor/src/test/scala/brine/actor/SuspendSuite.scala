package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.Duration
import scala.concurrent.{Future, Promise}
import scala.util.Try

/** Actors that wait for a future with `suspendUntil`. */
class SuspendSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  test("suspendUntil keeps messages in order and handles signals meanwhile"):
    withSystem: system =>
      val events  = log
      val promise = Promise[Int]()
      val ref     = system.spawn(new Obedient(events))
      val other   = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        context.watch(other)
        context.suspendUntil(promise.future)(result => events.add(s"result $result"): Unit)
      (1 to 200).foreach(_ => ref ! Order.Say("m"))
      system.stop(other)
      assertEquals(events.next(2), List("start", "terminated"))
      assert(events.isEmpty)
      promise.success(7)
      assertEquals(events.next, "result Success(7)")
      assertEquals(events.next(200), List.tabulate(200)(i => s"m ${i + 1}"))

  test("a future whose onComplete throws, and null in place of one, fail the actor, which is not suspended"):
    final class Broken extends Future[Int]:
      def onComplete[U](use: Try[Int] => U)(implicit executor: scala.concurrent.ExecutionContext): Unit = throw Boom()
      def isCompleted: Boolean                                                                          = false
      def value: Option[Try[Int]]                                                                       = None

      def transform[S](use: Try[Int] => Try[S])(implicit executor: scala.concurrent.ExecutionContext): Future[S] =
        throw Boom()

      def transformWith[S](use: Try[Int] => Future[S])(implicit
          executor: scala.concurrent.ExecutionContext
      ): Future[S] = throw Boom()

      def ready(most: Duration)(implicit permit: scala.concurrent.CanAwait): this.type = throw Boom()
      def result(most: Duration)(implicit permit: scala.concurrent.CanAwait): Int      = throw Boom()

    withSystem: system =>
      for future <- List(new Broken, null) do
        val events = log
        val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.resume))
        ref ! Order.Do(_.suspendUntil(future)(_ => events.add("continued"): Unit))
        ref ! Order.Say("next")
        assertEquals(events.next(2), List("start", "next 1"))

  test("a future that is complete already, or fails, goes on as well"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      ref ! Order.Do(_.suspendUntil(Future.successful(1))(result => events.add(result.toString): Unit))
      ref ! Order.Say("a")
      ref ! Order.Do(_.suspendUntil(Future.failed[Int](Boom()))(result => events.add(result.isFailure.toString): Unit))
      ref ! Order.Say("b")
      assertEquals(events.next(5), List("start", "Success(1)", "a 1", "true", "b 2"))

  test("an actor may suspend itself many times, also from its continuation and at its start"):
    withSystem: system =>
      val events                                             = log
      def waiting(left: Int)(using ActorContext[Unit]): Unit =
        if left == 0 then events.add("done"): Unit
        else context.suspendUntil(Future.unit)(_ => waiting(left - 1))
      val ref = system.spawn(Behavior.setup[Unit]:
        waiting(1000)
        Behavior.receive(_ => events.add("message"): Unit))
      ref ! ()
      assertEquals(events.next(2), List("done", "message"))

  test("a continuation may return the next behavior, or the end"):
    withRecorder: (system, recorder) =>
      val events = log
      val ended  = Behavior.receive[String]: message =>
        events.add(s"second $message")
        context.suspendUntil(Future.unit)(_ => Behavior.stopped)
      val ref = system.spawn(Behavior.receive[String]: message =>
        events.add(s"first $message")
        context.suspendUntil(Future.unit)(_ => ended))
      List("a", "b", "c").foreach(ref ! _)
      assertEquals(events.next(2), List("first a", "second b"))
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.letters.map(_.message), List("c"))

  test("an actor that is stopped while it waits ends, and its continuation does not run"):
    withRecorder: (system, recorder) =>
      val events  = log
      val promise = Promise[Int]()
      val ref     = system.spawn(new Obedient(events))
      ref ! Order.Do(_.suspendUntil(promise.future)(_ => events.add("continued"): Unit))
      ref ! Order.Say("late")
      eventually("it waits")(ref.targetCell.cellWaiting)
      system.stop(ref)
      eventually("the end")(recorder.hasStopped(ref))
      promise.success(1)
      assertEquals(recorder.letters.map(_.message), List(Order.Say("late")))
      assertEquals(events.next(2), List("start", "stop"))
      assert(events.isEmpty)

  test("an actor that is told to stop as its future completes ends"):
    for _ <- 1 to 20 do
      withSystem(ActorSystemSettings(workers = 1)): system =>
        val promise = Promise[Int]()
        val ref     = system.spawn(Behavior.receive[Unit](_ => context.suspendUntil(promise.future)(_ => ())))
        ref ! ()
        eventually("it waits")(ref.targetCell.cellWaiting)
        // While the only worker is busy both signals wait.
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        val busy  = system.spawn(new Obedient(log))
        busy ! Order.Do: _ =>
          begun.countDown()
          await(gate)
        await(begun)
        system.stop(ref)
        promise.success(1)
        gate.countDown()
        eventually("the end")(ref.targetCell.cellClosed)

  test("an actor that begins anew while it waits does not wait any more"):
    withSystem: system =>
      val events = log
      class Touchy extends Obedient(events):
        override def onSignal(signal: Signal): Unit = signal match
          case Signal.Terminated(_, _) => throw Boom()
          case other                   => super.onSignal(other)
      val promise = Promise[Int]()
      val other   = system.spawn(new Obedient(log))
      val ref     = system.spawn(new Touchy, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do: context =>
        context.watch(other)
        context.suspendUntil(promise.future)(_ => events.add("continued"): Unit)
      ref ! Order.Say("a")
      system.stop(other)
      assertEquals(events.next(4), List("start", "restarting boom", "start", "a 1"))
      promise.success(1)
      settled(ref, Order.Sync(_))
      assert(events.isEmpty)

  test("a failing continuation is a failure of the actor"):
    withRecorder: (system, recorder) =>
      val events = log
      val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.resume))
      ref ! Order.Do(_.suspendUntil(Future.unit)(_ => throw Boom()))
      ref ! Order.Say("a")
      assertEquals(events.next(2), List("start", "a 1"))
      assertEquals(recorder.directives, List(Directive.Resume))

  test("waiting twice at once is refused"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        context.suspendUntil(Promise[Int]().future)(_ => ())
        context.suspendUntil(Promise[Int]().future)(_ => ())
      eventually("the end")(recorder.hasStopped(ref))
      assert(recorder.causeOf(ref).get.getMessage.contains("is suspended already"))
