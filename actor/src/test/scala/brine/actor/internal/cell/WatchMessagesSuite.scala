package brine.actor.internal.cell

import brine.actor.*
import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.Promise

class WatchMessagesSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  private def idle(system: ActorSystem): ActorRef[Int] = system.spawn(Behavior.receive[Int](_ => Behavior.stopped))

  /** Does what it is told, and logs its signals. */
  private def watching(system: ActorSystem, events: LinkedBlockingQueue[String]): ActorRef[Order] =
    system.spawn(new Obedient(events))

  test("the message comes in place of the signal"):
    withSystem: system =>
      val events  = log
      val watcher = watching(system, events)
      val target  = idle(system)
      watcher ! Order.Do(_.watchWith(target, Order.Say("gone")))
      settled(watcher, Order.Sync(_))
      system.stop(target)
      assertEquals(events.next(2), List("start", "gone 1"))
      settled(watcher, Order.Sync(_))
      assertEquals(events.size, 0)

  test("for an actor that has stopped it comes at once"):
    withSystem: system =>
      val events  = log
      val watcher = watching(system, events)
      val target  = idle(system)
      system.stop(target)
      await(target.whenStopped): Unit
      watcher ! Order.Do(_.watchWith(target, Order.Say("gone")))
      assertEquals(events.next(2), List("start", "gone 1"))

  test("the last call counts"):
    withSystem: system =>
      val events  = log
      val watcher = watching(system, events)
      val targets = List.fill(4)(idle(system))
      watcher ! Order.Do: context =>
        context.watchWith(targets(0), Order.Say("first"))
        context.watchWith(targets(0), Order.Say("second"))
        context.watchWith(targets(1), Order.Say("never"))
        context.watch(targets(1))
        context.watch(targets(2))
        context.watchWith(targets(2), Order.Say("third"))
        context.watchWith(targets(3), Order.Say("never"))
        context.unwatch(targets(3))
      settled(watcher, Order.Sync(_))
      assertEquals(events.next, "start")
      for (target, event) <- targets.zip(List("second 1", "terminated", "third 2")) do
        system.stop(target)
        assertEquals(events.next, event)
      system.stop(targets(3))
      await(targets(3).whenStopped): Unit
      settled(watcher, Order.Sync(_))
      assertEquals(events.size, 0)

  test("after unwatch it does not arrive, even if it is in the mailbox"):
    withSystem: system =>
      val events  = log
      val watcher = watching(system, events)
      val target  = idle(system)
      watcher ! Order.Do: context =>
        context.watchWith(target, Order.Say("gone"))
        val pause = Promise[Unit]()
        context.suspendUntil(pause.future)(_ => context.unwatch(target))
        // The signal is handled while the actor is suspended, and its message waits.
        system.stop(target)
        target.whenStopped.onComplete(_ => pause.success(()))(using scala.concurrent.ExecutionContext.parasitic)
      settled(watcher, Order.Sync(_))
      assertEquals(events.next, "start")
      assertEquals(events.size, 0)

  test("it comes after the last messages of the actor that stopped, and after those that waited"):
    withSystem: system =>
      val seen    = LinkedBlockingQueue[Int]()
      val watcher = system.spawn(
        Behavior.setup[ActorRef[Int] | Int]:
          Behavior.receive[ActorRef[Int] | Int]:
            case target: ActorRef[Int] @unchecked => context.watchWith(target, -1)
            case number: Int                      => seen.add(number): Unit
      )
      for _ <- 1 to 200 do
        val target = system.spawn(
          Behavior.receive[Int]: count =>
            (1 to count).foreach(watcher ! _)
            Behavior.stopped
        )
        watcher ! target
        target ! 20
        assertEquals(seen.next(21), (1 to 20).toList :+ -1)

  test("a handler of the message that throws is a failure like any other, and equality of messages is never asked"):
    withRecorder: (system, recorder) =>
      object Hostile:
        override def equals(other: Any): Boolean = throw Boom("equals")
        override def hashCode: Int               = throw Boom("hashCode")
        override def toString: String            = throw Boom("toString")
      val target  = idle(system)
      val watcher = system.spawn(
        Behavior.setup[Any]:
          context.watchWith(target, Hostile)
          context.watchWith(target, Hostile)
          Behavior.receive[Any](_ => throw Boom("handled"))
      )
      target ! 1
      assertEquals(await(watcher.whenStopped).map(_.getMessage), Some("handled"))
      assertEquals(recorder.failures.size, 1)

  test("a bounded mailbox that is full takes it"):
    withSystem: system =>
      val events  = log
      val bounded = ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.Fail))
      val watcher = system.spawn(new Obedient(events), bounded)
      val target  = idle(system)
      watcher ! Order.Do: context =>
        context.watchWith(target, Order.Say("gone"))
        val pause = Promise[Unit]()
        context.suspendUntil(pause.future)(_ => ())
        context.self ! Order.Say("fills it")
        system.stop(target)
        target.whenStopped.onComplete(_ => pause.success(()))(using scala.concurrent.ExecutionContext.parasitic)
      assertEquals(events.next(3), List("start", "fills it 1", "gone 2"))
