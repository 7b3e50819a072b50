package brine.actor.internal.cell

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class ReceiveTimeoutSuite extends ActorTest:
  import ActorTest.*

  private def both(test: (ActorSystem, LinkedBlockingQueue[String], ActorOptions => ActorRef[Order]) => Unit): Unit =
    // As a class, and as a function that takes no signals and one that does.
    withSystem: system =>
      val events = LinkedBlockingQueue[String]()
      test(system, events, options => system.spawn(new Obedient(events), options))
    for signals <- List(false, true) do
      withSystem: system =>
        val events               = LinkedBlockingQueue[String]()
        def say: Behavior[Order] =
          val plain = Behavior.receive[Order]:
            var said = 0
            {
              case Order.Say(text) =>
                said += 1
                events.add(s"$text $said"): Unit
              case Order.Fail(failure) => throw failure
              case Order.Do(action)    => action(context)
              case Order.Sync(replyTo) => replyTo ! ()
            }
          if signals then plain.onSignal { case Signal.Stopped => () } else plain
        test(
          system,
          events,
          options =>
            events.add("start")
            system.spawn(say, options)
        )

  test("a message comes after so long without any, and again"):
    both: (_, events, spawn) =>
      val ref   = spawn(ActorOptions.defaults)
      val began = System.nanoTime()
      ref ! Order.Do(_.setReceiveTimeout(20.millis, Order.Say("silent")))
      assertEquals(events.next(2), List("start", "silent 1"))
      assert(System.nanoTime() - began >= 20000000L)
      assertEquals(events.next, "silent 2")
      assert(System.nanoTime() - began >= 40000000L)

  test("messages put it off"):
    both: (_, events, spawn) =>
      val ref = spawn(ActorOptions.defaults)
      ref ! Order.Do(_.setReceiveTimeout(2.seconds, Order.Say("silent")))
      val began = System.nanoTime()
      while System.nanoTime() - began < 100000000L do settled(ref, Order.Sync(_))
      ref ! Order.Do(_.setReceiveTimeout(30.millis, Order.Say("second")))
      assertEquals(events.next(2), List("start", "second 1"))

  test("a long handler is no silence, and neither are messages that wait behind it"):
    both: (_, events, spawn) =>
      val ref  = spawn(ActorOptions.defaults)
      val gate = CountDownLatch(1)
      ref ! Order.Do(_.setReceiveTimeout(200.millis, Order.Say("silent")))
      ref ! Order.Do(_ => await(gate))
      (1 to 3).foreach(_ => ref ! Order.Say("message"))
      Thread.sleep(300) // the time is over meanwhile
      gate.countDown()
      assertEquals(events.next(5), List("start", "message 1", "message 2", "message 3", "silent 4"))

  test("once taken back it is not heard of, even if it was due"):
    both: (_, events, spawn) =>
      val ref = spawn(ActorOptions.defaults)
      ref ! Order.Do: context =>
        context.cancelReceiveTimeout()
        context.setReceiveTimeout(1.milli, Order.Say("silent"))
        eventually("it is due")(ref.targetCell.queueLength >= 2)
        context.cancelReceiveTimeout()
        context.cancelReceiveTimeout()
      ref ! Order.Say("message")
      settled(ref, Order.Sync(_))
      assertEquals(events.next(2), List("start", "message 1"))
      assert(events.isEmpty)

  test("it may be taken back, set anew, or end the actor by its own message"):
    withRecorder: (system, recorder) =>
      val count = java.util.concurrent.atomic.AtomicInteger()
      val ref   = system.spawn(Behavior.setup[String]:
        context.setReceiveTimeout(1.milli, "first")
        Behavior.receive:
          case "first"  => context.setReceiveTimeout(1.milli, "second")
          case "second" =>
            if count.incrementAndGet() == 3 then
              context.cancelReceiveTimeout()
              context.setReceiveTimeout(1.milli, "third")
          case _ => Behavior.stopped)
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(count.get, 3)

  test("it lives on when the behavior changes, and ends when the actor begins anew"):
    withSystem: system =>
      val events                   = LinkedBlockingQueue[String]()
      def second: Behavior[String] = Behavior.receive(message => events.add(s"second $message"): Unit)
      val ref                      = system.spawn(Behavior.setup[String]:
        context.setReceiveTimeout(5.millis, "silent")
        Behavior.receive: message =>
          events.add(s"first $message")
          second)
      assertEquals(events.next(2), List("first silent", "second silent"))
      system.stop(ref)
    both: (_, events, spawn) =>
      val ref = spawn(ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do(_.setReceiveTimeout(1.milli, Order.Say("silent")))
      while events.next != "silent 1" do ()
      ref ! Order.Fail(Boom())
      settled(ref, Order.Sync(_))
      events.clear()
      Thread.sleep(20)
      assert(events.isEmpty, events.toString)

  test("it ends with the actor, without a dead letter"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(new Obedient(LinkedBlockingQueue()))
      ref ! Order.Do: context =>
        context.setReceiveTimeout(1.milli, Order.Say("silent"))
        eventually("it is due")(ref.targetCell.queueLength >= 2)
        context.stopSelf()
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.letters, Nil)
