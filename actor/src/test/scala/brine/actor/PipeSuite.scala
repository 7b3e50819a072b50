package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success}

/** Results of futures and asks that become messages: `pipeToSelf` and `context.ask`. */
class PipeSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  test("pipeToSelf sends what becomes of a future"):
    withSystem: system =>
      val events  = log
      val promise = Promise[Int]()
      val ref     = system.spawn(new Obedient(events))
      ref ! Order.Do: context =>
        context.pipeToSelf(promise.future)(result => Order.Say(result.toString))
        context.pipeToSelf(Future.failed[Int](Boom()))(result => Order.Say(s"failed ${result.isFailure}"))
      assertEquals(events.next(2), List("start", "failed true 1"))
      promise.success(3)
      assertEquals(events.next, "Success(3) 2")

  test("the function of pipeToSelf runs in the actor, directly before its message, whoever completes the future"):
    withSystem: system =>
      val events  = log
      val promise = Promise[Int]()
      val begun   = CountDownLatch(1)
      val gate    = CountDownLatch(1)
      val ref     = system.spawn(new Obedient(events))
      ref ! Order.Do: context =>
        context.pipeToSelf(promise.future): result =>
          // Changes the actor, which is refused on every other thread.
          context.startTimer("timer", Order.Say("timer"), Limit)
          events.add(s"function, ${result.get}")
          Order.Say("piped")
        begun.countDown()
        await(gate)
      await(begun)
      promise.success(1)
      ref ! Order.Say("behind it")
      gate.countDown()
      assertEquals(events.next(4), List("start", "function, 1", "piped 1", "behind it 2"))

  test("the functions of a context's ask run in the actor, for replies and for failures"):
    withSystem: system =>
      val events = log
      val echo   = system.spawn(Behavior.receive[ActorRef[Int]](_ ! 1))
      val mute   = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
      val ref    = system.spawn(new Obedient(events))
      ref ! Order.Do: context =>
        for target <- List(echo, mute) do
          context.ask[ActorRef[Int], Int](target, replyTo => replyTo, 50.millis): result =>
            context.cancelTimer("none"): Unit
            context.stash(Order.Say("stashed")) // refused outside the actor
            Order.Say(if result.isSuccess then "reply" else "timeout")
      assertEquals(events.next(3), List("start", "reply 1", "timeout 2"))
      ref ! Order.Do(_.unstashAll())
      assertEquals(events.next(2), List("stashed 3", "stashed 4"))

  test("a function of pipeToSelf that throws fails the actor, and its supervision decides"):
    for supervision <- List(Supervision.stop, Supervision.resume, Supervision.restart()) do
      withRecorder: (system, recorder) =>
        val promise = Promise[Int]()
        val events  = log
        val ref     = system.spawn(new Obedient(events), ActorOptions(supervision = supervision))
        ref ! Order.Do(_.pipeToSelf(promise.future)(_ => throw Boom("while piping")))
        settled(ref, Order.Sync(_))
        promise.success(1)
        eventually("the failure")(recorder.failures.size == 1)
        assertEquals(recorder.directives, List(supervision.directive))
        if supervision.directive == Directive.Stop then eventually("the end")(recorder.hasStopped(ref))
        else settled(ref, Order.Sync(_))

  test("what pipeToSelf brings to a full mailbox is handled; to an actor that has ended, it is a dead letter"):
    withRecorder: (system, recorder) =>
      val promise = Promise[Int]()
      val late    = Promise[Int]()
      val events  = log
      val gate    = CountDownLatch(1)
      val piped   = CountDownLatch(1)
      val ref     = system.spawn(new Obedient(events), ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.Fail)))
      ref ! Order.Do: context =>
        context.pipeToSelf(promise.future)(_ => Order.Say("piped"))
        context.pipeToSelf(late.future)(_ => throw Boom("does not run"))
        piped.countDown()
        await(gate)
      await(piped)
      ref ! Order.Say("the one there is room for")
      promise.success(1)
      gate.countDown()
      assertEquals(events.next(3), List("start", "the one there is room for 1", "piped 2"))
      system.stop(ref)
      eventually("the end")(recorder.hasStopped(ref))
      late.success(2)
      eventually("the letter")(recorder.letters.map(_.message) == List(Success(2)))
      assertEquals(recorder.failures.size, 0)

  test("ask in a context sends the answer, or why there is none"):
    withSystem: system =>
      val events                                     = log
      val echo                                       = system.spawn(Behavior.receive[ActorRef[String]](_ ! "here"))
      val ref                                        = system.spawn(new Obedient(events))
      def asking(context: ActorContext[Order]): Unit =
        context.ask(echo, identity[ActorRef[String]], Limit):
          case Success(text)    => Order.Say(text)
          case Failure(failure) => Order.Say(failure.getClass.getSimpleName)
      ref ! Order.Do(asking)
      assertEquals(events.next(2), List("start", "here 1"))
      system.stop(echo)
      eventually("the end")(echo.targetCell.cellClosed)
      ref ! Order.Do(asking)
      assertEquals(events.next, "ActorStoppedException 2")
