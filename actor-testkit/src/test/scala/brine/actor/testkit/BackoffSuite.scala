package brine.actor.testkit

import brine.actor.*
import scala.concurrent.duration.*

/** Restarts that wait, in virtual time. */
class BackoffSuite extends munit.FunSuite:

  test("a restart waits for its backoff, and messages wait with it"):
    val system = TestSystem()
    val probe  = system.probe[String]("probe")
    val actor  = system.spawn(
      Behavior.setup[String]:
        probe.ref ! "begins"
        Behavior.receive:
          case "fail" => throw IllegalStateException("as told")
          case text   => probe.ref ! text
      ,
      ActorOptions(name = "worker", supervision = Supervision.restart(3).withBackoff(1.second, 10.seconds, jitter = 0))
    )
    actor ! "fail"
    actor ! "after"
    system.runUntilIdle()
    probe.expectMessages("begins")
    probe.expectNoMessage()
    system.advance(999.millis)
    probe.expectNoMessage()
    system.advance(1.milli)
    probe.expectMessages("begins", "after")
    assertEquals(
      system.failures.map(failure => (failure.message, failure.directive)),
      Vector((Some("fail"), Directive.Restart))
    )

  /** When an actor starts that fails so long after each start as `lives` says for its number, in seconds. */
  private def starts(count: Int, supervision: Supervision)(lives: Int => Int): List[Int] =
    val system = TestSystem()
    var now    = 0
    val begun  = List.newBuilder[Int]
    var number = 0
    val _      = system.spawn(
      Behavior.setup[String]:
        begun += now
        number += 1
        if lives(number) == 0 then throw IllegalStateException("at once")
        context.startTimer("end", "end", lives(number).seconds)
        Behavior.receive(_ => throw IllegalStateException("as told"))
      ,
      ActorOptions(supervision = supervision)
    )
    system.runUntilIdle()
    while number < count && now < 10000 do
      now += 1
      system.advance(1.second)
    begun.result()

  test("a backoff doubles although its waits are longer than the window of the limit"):
    val supervision = Supervision.restart(10, 10.seconds).withBackoff(1.second, 100.seconds, jitter = 0)
    val begun       = starts(11, supervision)(_ => 0)
    assertEquals(
      begun.zip(begun.tail).map((first, second) => second - first),
      List(1, 2, 4, 8, 16, 32, 64, 100, 100, 100)
    )

  test("a backoff begins anew once the actor has run for longer than the window of the limit"):
    val supervision = Supervision.restart(10, 10.seconds).withBackoff(1.second, 100.seconds, jitter = 0)
    // The fourth start lives for as long as the window, the seventh for longer.
    val begun = starts(10, supervision)(number => if number == 4 then 10 else if number == 7 then 11 else 0)
    assertEquals(
      begun.zip(begun.tail).map((first, second) => second - first),
      List(1, 2, 4, 10 + 8, 16, 32, 11 + 1, 2, 4)
    )
