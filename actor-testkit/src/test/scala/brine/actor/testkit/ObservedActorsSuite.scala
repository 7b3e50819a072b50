package brine.actor.testkit

import brine.actor.*
import scala.concurrent.Promise
import scala.concurrent.duration.*

/** Interceptors, adapters, `watchWith` and ends, in virtual time and in every order. */
class ObservedActorsSuite extends munit.FunSuite:
  import ObservedActorsSuite.*

  test("an interceptor and measurements change no step of a program: the same trace, the same final state"):
    def run(seed: Int, settings: TestSettings): (Vector[String], Any) =
      val system = TestSystem(Schedule.Random(seed), settings.withSeed(seed))
      val state  = RandomProgram(seed)(system)
      (system.trace.map(_.toString), state())
    for seed <- 1 to 400 do
      val counting = Counting()
      val plain    = run(seed, TestSettings())
      assertEquals(run(seed, TestSettings(interceptor = counting)), plain, s"seed $seed")
      assertEquals(run(seed, TestSettings(metricsEvery = 1)), plain, s"seed $seed")
      assertEquals(counting.open, 0, s"seed $seed: a handler began and did not end")

  test("what waits is counted, whatever a program does with its mailboxes"):
    for seed <- 1 to 400 do
      val system = TestSystem(Schedule.Random(seed), TestSettings(metricsEvery = 1, seed = seed))
      RandomProgram(seed)(system)(): Unit
      system.shutdown(): Unit
      system.runUntilIdle()
      for kind <- system.metrics do assertEquals((kind.waiting, kind.alive), (0L, 0L), s"seed $seed: ${kind.kind}")

  test("in every order, the message of watchWith comes once, after all of the actor that stopped"):
    Explore.check(Search.Exhaustive()): system =>
      val probe   = system.probe[String]("probe")
      val watched = system.spawn(Behavior.receive[String]: text =>
        probe.ref ! s"$text 1"
        probe.ref ! s"$text 2"
        Behavior.stopped)
      system.spawn(Behavior.setup[String]:
        context.watchWith(watched, "ended")
        Behavior.receive[String](probe.ref ! _)): Unit
      watched ! "a"
      system.runUntilIdle()
      val came = probe.receiveAll().toList
      // An actor that had stopped before it was watched may have sent its messages to the probe at any time.
      assertEquals(came.filter(_ != "ended"), List("a 1", "a 2"))
      assertEquals(came.count(_ == "ended"), 1): Unit

  test("in every order, an adapted message keeps its place among those of its sender"):
    Explore.check(Search.Exhaustive()): system =>
      val probe = system.probe[String]("probe")
      for sender <- List("a", "b") do
        system.spawn(Behavior.setup[Unit]:
          probe.ref ! s"${sender}1"
          probe.ref.contramap[Int](n => s"$sender$n") ! 2
          probe.ref ! s"${sender}3"
          Behavior.stopped): Unit
      system.runUntilIdle()
      val came = probe.receiveAll().toList
      for sender <- List("a", "b") do
        assertEquals(came.filter(_.startsWith(sender)), List(1, 2, 3).map(n => s"$sender$n")): Unit

  test("stashed messages of an intercepted actor come back before all others, in every order, as without"):
    def states(interceptor: ActorInterceptor): Set[List[String]] =
      var found = Set.empty[List[String]]
      Explore.check(Search.Exhaustive(), TestSettings(interceptor = interceptor)): system =>
        val probe = system.probe[String]("probe")
        val ref   = system.spawn(Behavior.receive[String]:
          var open = false
          text =>
            if text == "open" then
              open = true
              context.unstashAll()
            else if open then probe.ref ! text
            else context.stash(text))
        system.spawn(Behavior.setup[Unit] { ref ! "a"; ref ! "b"; ref ! "open"; ref ! "c"; Behavior.stopped }): Unit
        system.spawn(Behavior.setup[Unit] { ref ! "x"; Behavior.stopped }): Unit
        system.runUntilIdle()
        found += probe.receiveAll().toList
      found
    assertEquals(states(Counting()), states(ActorInterceptor.none))

  test("an actor ends its system, and the report comes once all have stopped"):
    val system = TestSystem()
    val ended  = system.whenTerminated
    val events = system.probe[String]("events")
    val order  = scala.collection.mutable.ArrayBuffer[String]()
    system.onShutdown(ShutdownPhase.BeforeActors, "before")(() => order += "before": Unit)
    system.onShutdown(ShutdownPhase.AfterActors, "after")(() => order += "after": Unit)
    val ref = system.spawn(
      Behavior
        .receive[String]: _ =>
          context.system.terminate()
          context.system.terminate()
          order += "handled": Unit
        .onSignal { case Signal.Stopped => order += "stopped": Unit }
    )
    ref ! "end"
    assert(!ended.isCompleted)
    system.runUntilIdle()
    assert(ended.value.get.get.isComplete)
    assertEquals(order.toList, List("before", "handled", "stopped", "after"))
    assert(system.shutdown() eq ended.value.get.get)
    events.expectNoMessage()

  test("an actor that does not stop is left in the report when the time of terminate is over"):
    val system = TestSystem()
    val never  = Promise[Unit]()
    val parent = system.spawn(
      Behavior.setup[String]:
        context.suspendUntil(never.future)(_ => ())
        Behavior.receive[String](_ => ())
      ,
      ActorOptions(name = "parent")
    )
    system.runUntilIdle()
    system.terminate(5.seconds)
    system.runUntilIdle()
    assert(system.whenTerminated.value.get.get.isComplete, "a suspended actor stops")
    assert(parent.whenStopped.isCompleted)

  test("a graceful stop is a message in its place"):
    Explore.check(Search.Exhaustive()): system =>
      val probe   = system.probe[Int]("probe")
      val ref     = system.spawn(Behavior.receive[Int](probe.ref ! _))
      val stopped = system.gracefulStop
      ref ! 1
      val end = stopped(ref, 1.minute)
      ref ! 2
      system.runUntilIdle()
      assert(end.isCompleted)
      probe.expectMessages(1)
      assertEquals(system.deadLetters.map(_.message), Vector[Any](2)): Unit

  test("the dump of a test system shows its actors"):
    val system = TestSystem()
    val parent = system.spawn(
      Behavior.setup[Int]:
        context.spawn(Behavior.receive[Int](_ => ()), ActorOptions(name = "child")): Unit
        Behavior.receive[Int](_ => ())
      ,
      ActorOptions(name = "parent")
    )
    system.runUntilIdle()
    parent ! 1
    assertEquals(system.dump().toString, "parent: queued, 1 waiting, 1 child\n  child: idle")

object ObservedActorsSuite:
  final class Counting extends ActorInterceptor:
    var open                                                                            = 0
    override def onSend(ref: ActorRef[?], message: Any): AnyRef                         = this
    override def beforeHandler(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef =
      open += 1
      this
    override def afterHandler(ref: ActorRef[?], message: Any, token: AnyRef, failure: Throwable): Unit = open -= 1
