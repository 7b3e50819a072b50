package brine.actor.testkit

import brine.actor.*
import scala.concurrent.duration.*

class BehaviorProbeSuite extends munit.FunSuite:

  test("what a behavior sends is an effect"):
    val probe =
      BehaviorProbe(Behavior.receive[(String, ActorRef[String])]((name, replyTo) => replyTo ! s"Hello, $name"))
    val client = probe.outbox[String]("client")
    assertEquals(probe.begun, Vector.empty)
    assertEquals(probe.send(("Ada", client)), Vector(Effect.Sent(client, "Hello, Ada")))
    assertEquals(probe.send(("Bob", client)), Vector(Effect.Sent(client, "Hello, Bob")))
    assert(probe.isAlive)

  test("children are made, and never begin"):
    var began = 0
    val child = Behavior.setup[Int] { began += 1; Behavior.receive(_ => ()) }
    val probe = BehaviorProbe(Behavior.receive[String]:
      case "spawn" => context.spawn(child, ActorOptions(name = "child")) ! 7
      case "watch" => context.children.foreach(context.watch(_))
      case "leave" => context.children.foreach(context.unwatch(_))
      case _       => context.children.foreach(context.stop(_)))
    val spawned = probe.send("spawn")
    spawned match
      case Vector(Effect.Spawned(ref), Effect.Sent(to, 7)) =>
        assertEquals(ref.toString, "subject/child")
        assertEquals(to, ref)
        assertEquals(probe.send("watch"), Vector(Effect.Watched(ref)))
        assertEquals(probe.send("leave"), Vector(Effect.Unwatched(ref)))
        assertEquals(probe.send("stop"), Vector(Effect.ChildStopped(ref)))
      case other => fail(s"$other")
    assertEquals(began, 0)

  test("timers are effects, and are due when the clock moves on"):
    val probe = BehaviorProbe(Behavior.receive[String]:
      case "start" =>
        context.startTimer("once", "due", 1.second); context.startTimerWithFixedDelay("beat", "beat", 2.seconds)
      case "cancel" => val _ = context.cancelTimer("beat")
      case _        => ())
    assertEquals(
      probe.send("start"),
      Vector(Effect.TimerStarted("once", "due", 1.second, false), Effect.TimerStarted("beat", "beat", 2.seconds, true))
    )
    assertEquals(probe.advance(10.seconds), Vector.empty)
    assertEquals(probe.testSystem.trace.count(_.toString.contains("-> subject: beat")), 5)
    assertEquals(probe.send("cancel"), Vector(Effect.TimerCancelled("beat")))

  test("another behavior, the end and a failure are effects"):
    def open: Behavior[String] = Behavior.receive:
      case "close" => closed
      case "fail"  => throw IllegalStateException("as told")
      case _       => Behavior.same
    def closed: Behavior[String] = Behavior.receive:
      case "end" => Behavior.stopped
      case _     => Behavior.unhandled
    val probe = BehaviorProbe(open)
    assertEquals(probe.send("stay"), Vector.empty)
    assertEquals(probe.send("close"), Vector(Effect.BehaviorChanged))
    assertEquals(probe.send("what"), Vector.empty)
    assertEquals(probe.deadLetters.map(_.message), Vector("what"))
    assertEquals(probe.send("end"), Vector(Effect.Stopped))
    assert(!probe.isAlive)
    BehaviorProbe(open).send("fail") match
      case Vector(Effect.Failed(cause, Directive.Stop), Effect.Stopped) => assertEquals(cause.getMessage, "as told")
      case other                                                        => fail(s"$other")

  test("it is told of the end of what it watches, by name"):
    val probe = BehaviorProbe(
      Behavior
        .receive[ActorRef[String]](ref => context.watch(ref))
        .onSignal:
          case Signal.Terminated(_, cause) => if cause.isEmpty then Behavior.stopped else Behavior.same
    )
    val peer = probe.outbox[String]("peer")
    assertEquals(probe.send(peer), Vector(Effect.Watched(peer)))
    // What has ended is not told that nobody watches it.
    assertEquals(probe.end(peer), Vector(Effect.Stopped))

  test("an actor as a class, its restart, its children's end and its own"):
    final class Counter(log: ActorRef[Int]) extends Actor[Int]:
      private var sum                           = 0
      override protected def onStart(): Unit    = log ! -1
      protected def receive(message: Int): Unit =
        if message == 0 then throw IllegalStateException("zero")
        val _ = context.spawn(Behavior.receive[Int](_ => ()))
        sum += message
        log ! sum
    val outer = TestSystem()
    val log   = outer.probe[Int]("log")
    val probe =
      BehaviorProbe.actor(Counter(log.ref), ActorOptions(name = "counter", supervision = Supervision.restart()))
    val _ = probe.send(3)
    val _ = probe.send(4)
    probe.send(0) match
      case Vector(_: Effect.ChildStopped, _: Effect.ChildStopped, Effect.Failed(_, Directive.Restart)) => ()
      case other => fail(s"$other")
    val _ = probe.send(5)
    log.expectMessages(-1, 3, 7, -1, 5)
    assertEquals(probe.stop().last, Effect.Stopped)
