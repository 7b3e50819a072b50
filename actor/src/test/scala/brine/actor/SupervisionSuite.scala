package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class SupervisionSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  test("by default an actor that fails stops, and what waits for it is a dead letter"):
    withRecorder: (system, recorder) =>
      val events = log
      val gate   = CountDownLatch(1)
      val ref    = system.spawn(new Obedient(events))
      ref ! Order.Do(_ => await(gate))
      ref ! Order.Fail(Boom())
      ref ! Order.Say("late")
      gate.countDown()
      assertEquals(events.next(2), List("start", "stop"))
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.causeOf(ref).map(_.getMessage), Some("boom"))
      assertEquals(recorder.letters.map(_.message), List(Order.Say("late")))
      assertEquals(recorder.directives, List(Directive.Stop))
      assertEquals(system.statistics.failures, 1L)

  test("resume goes on with the state there is"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.resume))
      ref ! Order.Say("a")
      ref ! Order.Fail(Boom())
      ref ! Order.Say("b")
      assertEquals(events.next(3), List("start", "a 1", "b 2"))

  test("restart makes a new instance behind the same reference, with the mailbox it had"):
    withRecorder: (system, recorder) =>
      val events = log
      val gate   = CountDownLatch(1)
      var made   = 0
      val ref    = system.spawn({ made += 1; new Obedient(events) }, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do(_ => await(gate))
      ref ! Order.Say("a")
      ref ! Order.Fail(Boom())
      ref ! Order.Say("b")
      ref ! Order.Do(context => assert(context.self eq ref))
      ref ! Order.Fail(Boom("again"))
      ref ! Order.Say("c")
      gate.countDown()
      assertEquals(
        events.next(8),
        List("start", "a 1", "restarting boom", "start", "b 1", "restarting again", "start", "c 1")
      )
      assertEquals(made, 3)
      assertEquals(recorder.directives, List(Directive.Restart, Directive.Restart))
      assertEquals(recorder.letters, Nil)
      system.stop(ref)
      assertEquals(events.next, "stop")
      assert(recorder.causeOf(ref).isEmpty)

  test("the state of a function is fresh after a restart"):
    enum Counting:
      case Up, Fail
      case Get(replyTo: ActorRef[Int])
    def counting: Behavior[Counting] = Behavior.receive:
      var count = 0
      {
        case Counting.Up           => count += 1
        case Counting.Fail         => throw Boom()
        case Counting.Get(replyTo) => replyTo ! count
      }
    withSystem: system =>
      val ref = system.spawn(counting, ActorOptions(supervision = Supervision.restart()))
      (1 to 3).foreach(_ => ref ! Counting.Up)
      assertEquals(ref.askBlocking(Counting.Get(_), Limit), 3)
      ref ! Counting.Fail
      ref ! Counting.Up
      assertEquals(ref.askBlocking(Counting.Get(_), Limit), 1)

  test("the failure after the last restart stops, or escalates"):
    withRecorder: (system, recorder) =>
      val events = log
      val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.restart(limit = 2)))
      (1 to 3).foreach(i => ref ! Order.Fail(Boom(i.toString)))
      assertEquals(events.next(6), List("start", "restarting 1", "start", "restarting 2", "start", "stop"))
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.directives, List(Directive.Restart, Directive.Restart, Directive.Stop))
      assertEquals(recorder.causeOf(ref).map(_.getMessage), Some("3"))

      val parentEvents = log
      val parent       = system.spawn(new Obedient(parentEvents))
      parent ! Order.Do: context =>
        val child = context.spawn(
          new Obedient(log),
          ActorOptions(supervision = Supervision.restart(limit = 0).thenEscalate)
        )
        child ! Order.Fail(Boom("up"))
      eventually("the parent's end")(recorder.hasStopped(parent))
      assertEquals(recorder.causeOf(parent).map(_.getMessage), Some("up"))
      assertEquals(recorder.directives.drop(3), List(Directive.Escalate, Directive.Stop))

  test("a limit counts the restarts of any window of its length"):
    val supervision = Supervision.restart(limit = 2, within = 10.seconds)
    def permits(supervision: Supervision, seconds: Int*): Seq[Boolean] =
      val restarts = internal.cell.Restarts()
      seconds.map(second => restarts.permit(supervision, second * 1000000000L))
    assertEquals(permits(supervision, 0, 1, 2), Seq(true, true, false))
    assertEquals(permits(supervision, 0, 9, 11, 12), Seq(true, true, true, false))
    assertEquals(permits(supervision, 0, 9, 20, 21, 22), Seq(true, true, true, true, false))
    assertEquals(permits(Supervision.restart(limit = 0), 0), Seq(false))
    val many = Supervision.restart(limit = 2000, within = 10.seconds)
    assertEquals(permits(many, Seq.fill(2001)(1)*).count(identity), 2000)
    assertEquals(permits(many, Seq.fill(2001)(1) ++ Seq.fill(2001)(12)*).count(identity), 4000)

  test("backoff doubles up to its longest, and jitter makes it longer by its part at most"):
    val backoff = Backoff(100.millis, 1.second, 0.5)
    assertEquals((1 to 6).map(backoff.delayNanos(_, 0.0) / 1000000L), Vector(100L, 200L, 400L, 800L, 1000L, 1000L))
    assertEquals(backoff.delayNanos(1, 1.0), 150000000L)
    assertEquals(backoff.delayNanos(1000000, 1.0), 1500000000L)
    assertEquals(Backoff(100.millis, 10.seconds), Backoff(100.millis, 10.seconds, Backoff.DefaultJitter))
    assertEquals(Backoff(1.nano, 1.nano, 0.0).delayNanos(1, 1.0), 1L)
    intercept[IllegalArgumentException](Backoff(Duration.Zero, 1.second, 0.0))
    intercept[IllegalArgumentException](Backoff(2.seconds, 1.second, 0.0))
    intercept[IllegalArgumentException](Backoff(1.second, 2.seconds, 1.1))
    intercept[IllegalArgumentException](Supervision.restart(limit = -1))
    intercept[IllegalArgumentException](Supervision.restart(10, Duration.Zero))

  test("messages wait while a restart is backed off, and signals do not"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(
        new Obedient(events),
        ActorOptions(supervision = Supervision.restart().withBackoff(50.millis, 50.millis, 0.0))
      )
      val began = System.nanoTime()
      ref ! Order.Fail(Boom())
      ref ! Order.Say("a")
      ref ! Order.Say("b")
      assertEquals(events.next(5), List("start", "restarting boom", "start", "a 1", "b 2"))
      assert(System.nanoTime() - began >= 50000000L)
      // Stopped while it waits.
      val slow = system.spawn(
        new Obedient(events),
        ActorOptions(supervision = Supervision.restart().withBackoff(1.hour, 1.hour))
      )
      slow ! Order.Fail(Boom())
      assertEquals(events.next(2), List("start", "restarting boom"))
      system.stop(slow)
      assertEquals(events.next, "stop")

  test("a decider answers what it is defined for, and one that throws stops"):
    withRecorder: (system, recorder) =>
      val events      = log
      val supervision = Supervision.stop.decide {
        case _: IllegalArgumentException => Directive.Resume
        case _: ArithmeticException      => throw Boom("decider")
      }
      val ref = system.spawn(new Obedient(events), ActorOptions(supervision = supervision))
      ref ! Order.Fail(IllegalArgumentException())
      ref ! Order.Say("a")
      ref ! Order.Fail(ArithmeticException("odd"))
      assertEquals(events.next(3), List("start", "a 1", "stop"))
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.causeOf(ref).map(_.getMessage), Some("odd"))
      assert(recorder.failures.stream.anyMatch(_._2.getMessage == "odd"), "the failure itself is reported too")

  test("the guard of a decider is evaluated once for each failure"):
    var evaluated      = 0
    def guard: Boolean =
      evaluated += 1
      true
    val supervision = Supervision.stop.decide { case _: Boom if guard => Directive.Resume }
    assertEquals(supervision.answer(Boom()), Directive.Resume)
    assertEquals(evaluated, 1)
    assertEquals(supervision.answer(Exception()), Directive.Stop)

  test("a later decider comes before an earlier one"):
    val first  = Supervision.stop.decide { case _: Boom => Directive.Resume }
    val second = first.decide { case _: Boom => Directive.Restart }
    assertEquals(second.answer(Boom()), Directive.Restart)
    assertEquals(second.answer(Exception()), Directive.Stop)

  test("what fails at its start is stopped or begins anew, but is not resumed"):
    withRecorder: (system, recorder) =>
      var starts = 0
      class Weak extends Actor[Unit]:
        override def onStart(): Unit =
          starts += 1
          throw Boom("start")
        def receive(message: Unit): Unit = ()
      val events = log
      class Watching extends Obedient(events)
      val watcher = system.spawn(new Watching)
      for supervision <- List(Supervision.stop, Supervision.resume, Supervision.restart(limit = 2)) do
        starts = 0
        watcher ! Order.Do(context => context.watch(system.spawn(new Weak, ActorOptions(supervision = supervision))))
        while events.next != "terminated start" do ()
        assertEquals(starts, if supervision.limit == 2 then 3 else 1)
      val function =
        system.spawn(Behavior.setup[Unit](throw Boom("setup")), ActorOptions(supervision = Supervision.resume))
      eventually("the end")(recorder.hasStopped(function))
      assertEquals(recorder.causeOf(function).map(_.getMessage), Some("setup"))

  test("a failure while it stops is reported and changes nothing"):
    withRecorder: (system, recorder) =>
      class Weak extends Actor[Unit]:
        override def onStop(): Unit      = throw Boom("stop")
        def receive(message: Unit): Unit = ()
      val ref = system.spawn(new Weak, ActorOptions(supervision = Supervision.restart()))
      eventually("its start")(!ref.targetCell.cellBusy)
      system.stop(ref)
      eventually("the end")(recorder.hasStopped(ref))
      assert(recorder.causeOf(ref).isEmpty)
      assertEquals(recorder.failures.stream.map(_._2.getMessage).toList.size, 1)

  test("a failure in onSignal is answered like one of a message"):
    withRecorder: (system, recorder) =>
      val events = log
      class Touchy extends Obedient(events):
        override def onSignal(signal: Signal): Unit = signal match
          case Signal.Terminated(_, _) => throw Boom("signal")
          case _                       => super.onSignal(signal)
      val ref = system.spawn(new Touchy, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do: context =>
        val child = context.spawn(Behavior.setup[Unit](Behavior.stopped))
        context.watch(child)
      ref ! Order.Say("a")
      assertEquals(events.next(4).toSet, Set("start", "restarting signal", "a 1"))
      assertEquals(recorder.directives, List(Directive.Restart))

  test("a restart in which the handler of Restarting fails goes on"):
    withRecorder: (system, recorder) =>
      val events = log
      class Touchy extends Obedient(events):
        override def onSignal(signal: Signal): Unit = throw Boom("signal")
      val ref = system.spawn(new Touchy, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Fail(Boom())
      ref ! Order.Say("a")
      assertEquals(events.next(3), List("start", "start", "a 1"))
      assertEquals(recorder.failures.size, 2)

  test("an actor that has asked for its end and then fails ends, whatever its supervision"):
    withRecorder: (system, recorder) =>
      for supervision <- List(Supervision.stop, Supervision.restart(), Supervision.resume, Supervision.escalate) do
        val events = log
        val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = supervision))
        ref ! Order.Do: context =>
          context.stopSelf()
          throw Boom()
        assertEquals(events.next(2), List("start", "stop"))
        eventually("the end")(recorder.hasStopped(ref))

  test("children and timers of an actor end when it begins anew, and its stash comes back"):
    withRecorder: (system, recorder) =>
      val events      = log
      val childEvents = log
      class Parent extends Obedient(events):
        override def receive(message: Order): Unit = message match
          case Order.Say("stash") => context.stash(Order.Say("stashed"))
          case other              => super.receive(other)
      val ref = system.spawn(new Parent, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do: context =>
        (1 to 3).foreach(_ => context.spawn(new Obedient(childEvents)))
        context.startTimer("key", Order.Say("timer"), 1.hour)
      ref ! Order.Say("stash")
      ref ! Order.Say("stash")
      assertEquals(childEvents.next(3), List("start", "start", "start"))
      ref ! Order.Fail(Boom())
      ref ! Order.Do: context =>
        assertEquals(context.children, Nil)
        assert(!context.isTimerActive("key"))
        assertEquals(context.stashSize, 0)
      assertEquals(events.next(4), List("start", "restarting boom", "start", "stashed 1"))
      assertEquals(events.next, "stashed 2")
      assertEquals(childEvents.next(3), List("stop", "stop", "stop"))
      settled(ref, Order.Sync(_))
      assertEquals(recorder.failures.size, 1)

  test("a restart waits for children that are busy, and messages wait for the restart"):
    withSystem: system =>
      val events = log
      val gate   = CountDownLatch(1)
      val busy   = CountDownLatch(1)
      val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do: context =>
        (1 to 20).foreach(_ => context.spawn(new Obedient(events)))
        val child = context.spawn(new Obedient(events), ActorOptions(dispatcher = Dispatcher.Blocking))
        child ! Order.Do: _ =>
          busy.countDown()
          await(gate)
        await(busy)
      assertEquals(events.next(22).toSet, Set("start"))
      ref ! Order.Fail(Boom())
      ref ! Order.Say("after")
      assertEquals(events.next(21).toSet, Set("restarting boom", "stop"))
      gate.countDown()
      assertEquals(events.next(3), List("stop", "start", "after 1"))

  test("a child that is spawned while its parent begins anew ends before that"):
    withSystem: system =>
      val events = log
      class Fertile extends Obedient(events):
        override def onSignal(signal: Signal): Unit =
          val _ = context.spawn(new Obedient(events))
      val ref = system.spawn(new Fertile, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Fail(Boom())
      ref ! Order.Do(context => assertEquals(context.children, Nil))
      settled(ref, Order.Sync(_))

  test("an actor that cannot be made a second time as it was says so and stops"):
    withRecorder: (system, recorder) =>
      val events = log
      val one    = new Obedient(events)
      val ref    = system.spawn(one, ActorOptions(supervision = Supervision.restart(limit = 1)))
      ref ! Order.Fail(Boom())
      eventually("the end")(recorder.hasStopped(ref))
      assert(recorder.causeOf(ref).get.getMessage.contains("makes a new one"), recorder.causeOf(ref).toString)

  test("the parent is told of every failure of a child, also of one that is restarted or resumed"):
    withSystem: system =>
      val events = log
      val parent = system.spawn(new Obedient(events))
      assertEquals(events.next, "start")
      for (supervision, answer) <- List(
          Supervision.restart() -> Directive.Restart,
          Supervision.resume    -> Directive.Resume,
          Supervision.stop      -> Directive.Stop
        )
      do
        parent ! Order.Do: context =>
          val child = context.spawn(new Obedient(log), ActorOptions(supervision = supervision))
          child ! Order.Fail(Boom("one"))
          child ! Order.Fail(Boom("two"))
        assertEquals(events.next, s"child failed one $answer")
        if answer != Directive.Stop then assertEquals(events.next, s"child failed two $answer")

  test("an escalated failure is the parent's own, up to where it is answered"):
    withRecorder: (system, recorder) =>
      val events   = log
      val escalate = ActorOptions(supervision = Supervision.escalate)
      val ref      = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do: context =>
        val middle = context.spawn(new Obedient(log), escalate)
        middle ! Order.Do: context =>
          val leaf = context.spawn(new Obedient(log), escalate)
          leaf ! Order.Fail(Boom("deep"))
      ref ! Order.Sync(system.gatherCount(0, Limit))
      assertEquals(events.next(3), List("start", "restarting deep", "start"))
      ref ! Order.Do(context => assertEquals(context.children, Nil))
      settled(ref, Order.Sync(_))
      assertEquals(recorder.directives, List(Directive.Escalate, Directive.Escalate, Directive.Restart))

  private def family(system: ActorSystem, siblings: SiblingStrategy, supervision: Supervision, failing: Int) =
    val logs   = Vector.fill(3)(log)
    val failed = log
    val parent = system.spawn(
      Behavior
        .setup[Order]:
          val children =
            logs.zipWithIndex.map: (log, i) =>
              // Only the one that fails has the supervision: the others do as the group does.
              if i == failing then context.spawn(new Obedient(log), ActorOptions(supervision = supervision))
              else context.spawn(new Obedient(log))
          Behavior.receive(message => children(failing) ! message)
        .onSignal { case Signal.ChildFailed(_, cause, _) => failed.add(cause.getMessage): Unit },
      ActorOptions(siblings = siblings)
    )
    logs.foreach(log => assertEquals(log.next, "start"))
    parent ! Order.Fail(Boom())
    assertEquals(failed.next, "boom")
    (parent, logs)

  test("one for all: the others stop or begin anew with the one that failed"):
    withRecorder: (system, recorder) =>
      val (_, stopped) = family(system, SiblingStrategy.OneForAll, Supervision.stop, 1)
      stopped.foreach(log => assertEquals(log.next, "stop"))
      val (_, restarted) = family(system, SiblingStrategy.OneForAll, Supervision.restart(), 1)
      restarted.foreach(log => assertEquals(log.next(2), List("restarting boom", "start")))
      val (_, resumed) = family(system, SiblingStrategy.OneForAll, Supervision.resume, 1)
      resumed.foreach(log => assert(log.isEmpty))
      assertEquals(recorder.failures.size, 3)

  test("rest for one: those spawned after the one that failed stop or begin anew with it"):
    withSystem: system =>
      val (_, stopped) = family(system, SiblingStrategy.RestForOne, Supervision.stop, 1)
      stopped.drop(1).foreach(log => assertEquals(log.next, "stop"))
      assert(stopped(0).isEmpty)
      val (_, restarted) = family(system, SiblingStrategy.RestForOne, Supervision.restart(), 1)
      restarted.drop(1).foreach(log => assertEquals(log.next(2), List("restarting boom", "start")))
      assert(restarted(0).isEmpty)

  test("one for one: the others go on"):
    withSystem: system =>
      val (_, logs) = family(system, SiblingStrategy.OneForOne, Supervision.restart(), 1)
      assertEquals(logs(1).next(2), List("restarting boom", "start"))
      assert(logs(0).isEmpty && logs(2).isEmpty)
