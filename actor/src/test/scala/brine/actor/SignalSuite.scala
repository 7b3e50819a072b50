package brine.actor

import brine.actor.internal.cell.cellExtension
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class SignalSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  /** Runs `action` in the actor and waits until that is done. */
  private def within(ref: ActorRef[Order])(action: ActorContext[Order] => Unit): Unit =
    ref ! Order.Do(action)
    settled(ref, Order.Sync(_))

  test("a watcher is told once of the end, with its cause if there is one"):
    withSystem: system =>
      val events  = log
      val watcher = system.spawn(new Obedient(events))
      val stopped = system.spawn(new Obedient(log))
      val failing = system.spawn(new Obedient(log))
      within(watcher): context =>
        context.watch(stopped)
        context.watch(failing)
      assertEquals(events.next, "start")
      system.stop(stopped)
      assertEquals(events.next, "terminated")
      failing ! Order.Fail(Boom("why"))
      assertEquals(events.next, "terminated why")
      settled(watcher, Order.Sync(_))
      assert(events.isEmpty)

  test("watching twice tells once; watching what has ended tells at once"):
    withRecorder: (system, recorder) =>
      val events  = log
      val watcher = system.spawn(new Obedient(events))
      val ended   = system.spawn(new Obedient(log))
      within(watcher): context =>
        context.watch(ended)
        context.watch(ended)
      system.stop(ended)
      assertEquals(events.next(2), List("start", "terminated"))
      eventually("the end")(recorder.hasStopped(ended))
      within(watcher): context =>
        context.watch(ended)
        context.watch(ended)
      assertEquals(events.next, "terminated")
      settled(watcher, Order.Sync(_))
      assert(events.isEmpty)

  test("an actor that is not watched any more is not heard of"):
    withRecorder: (system, recorder) =>
      val events  = log
      val watcher = system.spawn(new Obedient(events))
      val other   = system.spawn(new Obedient(log))
      within(watcher): context =>
        context.watch(other)
        context.unwatch(other)
        context.unwatch(other)
      system.stop(other)
      eventually("the end")(recorder.hasStopped(other))
      settled(watcher, Order.Sync(_))
      assertEquals(events.next, "start")
      assert(events.isEmpty)

  test("unwatch takes back an end that is on its way, and watch after it tells again"):
    withRecorder: (system, recorder) =>
      val events  = log
      val watcher = system.spawn(new Obedient(events))
      val other   = system.spawn(new Obedient(log))
      val third   = system.spawn(new Obedient(log))
      within(watcher): context =>
        context.watch(other)
        context.watch(third)
      within(watcher): context =>
        // Their ends are delivered to the watcher while it is in this handler.
        system.stop(other)
        system.stop(third)
        eventually("both ends")(recorder.hasStopped(other) && recorder.hasStopped(third))
        context.unwatch(other)
        context.unwatch(third)
        context.watch(third)
      settled(watcher, Order.Sync(_))
      assertEquals(events.next(2), List("start", "terminated"))
      assert(events.isEmpty)

  test("an actor with a bounded mailbox can be watched, and told by its reference"):
    withSystem: system =>
      val seen    = LinkedBlockingQueue[ActorRef[?]]()
      val bounded = system.spawn(new Obedient(log), ActorOptions(mailbox = Mailbox.Bounded(2, WhenFull.Fail)))
      val _       = system.spawn(
        Behavior
          .setup[Unit]:
            context.watch(bounded)
            bounded ! Order.Do(_.stopSelf())
            Behavior.receive(_ => ())
          .onSignal { case Signal.Terminated(ref, _) => seen.add(ref): Unit }
      )
      assert(seen.next eq bounded)

  test("an actor that watches itself ends all the same"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(new Obedient(log))
      within(ref)(context => context.watch(context.self))
      system.stop(ref)
      eventually("the end")(recorder.hasStopped(ref))

  test("many watchers of one, and one of many"):
    withSystem: system =>
      val watched  = Vector.fill(200)(system.spawn(new Obedient(log)))
      val told     = CountDownLatch(200 * 50)
      val watching = CountDownLatch(50)
      for _ <- 1 to 50 do
        val _ = system.spawn(
          Behavior
            .setup[Unit]:
              watched.foreach(context.watch(_))
              watching.countDown()
              Behavior.receive(_ => ())
            .onSignal { case Signal.Terminated(_, _) => told.countDown() }
        )
      await(watching)
      watched.zipWithIndex.foreach: (ref, i) =>
        if i % 2 == 0 then system.stop(ref) else ref ! Order.Fail(Boom())
      await(told)

  test("a watcher that has ended is not held by those it watched"):
    withRecorder: (system, recorder) =>
      val watched = system.spawn(new Obedient(log))
      val watcher = system.spawn(new Obedient(log))
      within(watcher)(_.watch(watched))
      system.stop(watcher)
      eventually("the end")(recorder.hasStopped(watcher))
      settled(watched, Order.Sync(_))
      eventually("no watcher left")(watched.targetCell.cellExtension.watchers.isEmpty)

  test("many watchers of one cost constant time each"):
    withSystem: system =>
      val watched = system.spawn(new Obedient(log))
      val count   = 50_000
      val told    = CountDownLatch(count)
      val comes   = CountDownLatch(count)
      val makers  = (1 to count).map: _ =>
        system.spawn(
          Behavior
            .setup[Unit]:
              context.watch(watched)
              comes.countDown()
              Behavior.receive(_ => ())
            .onSignal { case Signal.Terminated(_, _) => told.countDown() }
        )
      await(comes)
      settled(watched, Order.Sync(_))
      // Half of them go first, and must be found as well.
      makers.take(count / 2).foreach(system.stop)
      eventually("half are gone")(makers.take(count / 2).forall(_.targetCell.cellClosed))
      settled(watched, Order.Sync(_))
      system.stop(watched)
      eventually("the others are told")(told.getCount <= count / 2)

  test("the address of a reply can be watched, ends with its ask, and cannot be stopped"):
    withSystem: system =>
      val events  = log
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val target  = system.spawn(Behavior.receive[ActorRef[String]](replyTo => replies.add(replyTo): Unit))
      val watcher = system.spawn(new Obedient(events))
      assertEquals(events.next, "start")
      val answered = target.ask[String](replyTo => replyTo, Limit)
      val first    = replies.next
      within(watcher)(_.watch(first))
      first ! "answer"
      assertEquals(await(answered), "answer")
      assertEquals(events.next, "terminated")
      // One whose time is over, and one that has ended before it is watched.
      val late   = target.ask[String](replyTo => replyTo, 20.millis)
      val second = replies.next
      within(watcher): context =>
        context.watch(second)
        context.watch(first)
      assert(failureOf(late).isInstanceOf[AskTimeoutException])
      val ends = events.next(2).sorted
      assertEquals(ends.head, "terminated")
      assert(ends.last.startsWith("terminated actor"), ends.toString)
      // One that is not watched any more is not heard of.
      val third = target.ask[String](replyTo => replyTo, Limit)
      val reply = replies.next
      within(watcher): context =>
        context.watch(reply)
        context.unwatch(reply)
      reply ! "unheard"
      assertEquals(await(third), "unheard")
      within(watcher)(_ => ())
      assert(events.isEmpty, events.toString)
      // Nobody is stopped by it: neither the asker nor the target.
      val refused = LinkedBlockingQueue[String]()
      within(watcher): context =>
        refused.add(intercept[IllegalArgumentException](context.stop(reply)).getMessage): Unit
      assert(refused.next.contains("is not an actor"))
      intercept[IllegalArgumentException](system.stop(reply)): Unit
      settled(watcher, Order.Sync(_))
      assert(!target.targetCell.cellClosed)

  test("a gather can be watched, and ends when it has its replies or its time is over"):
    withSystem: system =>
      val events  = log
      val watcher = system.spawn(new Obedient(events))
      val full    = system.gather[Int](1, Limit)
      val slow    = system.gather[Int](1, 20.millis)
      within(watcher): context =>
        context.watch(full)
        context.watch(slow)
      full ! 1
      assertEquals(
        events.next(3).toSet,
        Set("start", "terminated", "terminated 0 of 1 replies arrived within 20 milliseconds")
      )
      intercept[IllegalArgumentException](system.stop(full)): Unit

  test("signals come before messages that wait"):
    withRecorder: (system, recorder) =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      val other  = system.spawn(new Obedient(log))
      within(ref)(_.watch(other))
      ref ! Order.Do: context =>
        (1 to 3).foreach(_ => context.self ! Order.Say("message"))
        system.stop(other)
        eventually("the end")(recorder.hasStopped(other))
      assertEquals(events.next(3), List("start", "terminated", "message 1"))

  test("a failing child is told of first, then its end when it is watched"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      within(ref): context =>
        val child = context.spawn(new Obedient(log))
        context.watch(child)
        child ! Order.Fail(Boom())
      assertEquals(events.next(3), List("start", "child failed boom Stop", "terminated boom"))

  test("a function may end or go on as another by what it does with a signal"):
    withRecorder: (system, recorder) =>
      val told                   = log
      def after: Behavior[Order] = Behavior
        .receive[Order](_ => told.add("second"): Unit)
        .onSignal { case Signal.Terminated(_, _) => Behavior.stopped }
      val ref = system.spawn(
        Behavior
          .receive[Order]:
            case Order.Do(action) => action(context)
            case _                => told.add("first"): Unit
          .onSignal { case Signal.Terminated(_, _) => after }
      )
      val first  = system.spawn(new Obedient(log))
      val second = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        context.watch(first)
        context.watch(second)
      ref ! Order.Say("")
      assertEquals(told.next, "first")
      system.stop(first)
      eventually("the signal"):
        ref ! Order.Say("")
        told.next == "second"
      system.stop(second)
      eventually("the end")(recorder.hasStopped(ref))

  test("onSignal can be added twice; the later one takes what the earlier leaves"):
    withSystem: system =>
      val told = log
      val ref  = system.spawn(
        Behavior
          .receive[Unit](_ => Behavior.stopped)
          .onSignal { case Signal.Restarting(_) => told.add("restarting"): Unit }
          .onSignal { case Signal.Stopped => told.add("stopped"): Unit }
      )
      ref ! ()
      assertEquals(told.next, "stopped")
      intercept[IllegalArgumentException](Behavior.same[Unit].onSignal { case _ => () })
