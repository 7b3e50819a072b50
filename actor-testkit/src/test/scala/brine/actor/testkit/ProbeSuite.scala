package brine.actor.testkit

import brine.actor.*
import scala.concurrent.duration.*

class ProbeSuite extends munit.FunSuite:
  private def failing(body: => Any): String = intercept[AssertionError] { val _ = body }.getMessage

  test("an expectation that fails tells what came and what happened"):
    val system = TestSystem()
    val probe  = system.probe[String]("client")
    val echo   = system.spawn(Behavior.receive[String](text => probe.ref ! text), ActorOptions(name = "echo"))
    echo ! "a"
    echo ! "b"
    val message = failing(probe.expectMessage("c"))
    List("client: expected c", "next message is a", "waiting:\n  a\n  b", "test -> echo: a").foreach: part =>
      assert(message.contains(part), message)
    assert(failing(probe.expectNoMessage()).contains("expected no message"))
    probe.expectMessage("b")
    assert(failing(probe.receive()).contains("there is no message"))
    assert(failing(probe.expectMessage("x")).contains("there is no message"))

  test("an expectation can pick from a message"):
    val system = TestSystem()
    val probe  = system.probe[Option[Int]]("client")
    probe.ref ! Some(7)
    probe.ref ! None
    assertEquals(probe.expectMessage("a number") { case Some(n) => n }, 7)
    assert(failing(probe.expectMessage("a number") { case Some(n) =>
      n
    }).contains("expected a number, but the next message is None"))

  test("it takes all messages at once"):
    val system = TestSystem()
    val probe  = system.probe[Int]("client")
    (1 to 3).foreach(probe.ref ! _)
    assertEquals(probe.receiveAll(), Vector(1, 2, 3))
    assertEquals(probe.receiveAll(), Vector.empty)

  test("the end of an actor is seen, whether it was watched before or not"):
    val system = TestSystem()
    val probe  = system.probe[Int]("client")
    val actor  = system.spawn(Behavior.receive[Int](_ => Behavior.stopped), ActorOptions(name = "mayfly"))
    probe.watch(actor)
    probe.expectAlive(actor)
    assert(failing(probe.expectTerminated(actor)).contains("expected mayfly to end, but it has not"))
    actor ! 1
    probe.expectTerminated(actor)
    system.probe[Int]("another").expectTerminated(actor)
    assert(failing(probe.expectAlive(actor)).contains("has ended"))

  test("it can be watched and stopped as any actor"):
    val system  = TestSystem()
    val client  = system.probe[Int]("client")
    val log     = system.probe[String]("log")
    val session = system.spawn:
      Behavior.setup[Int]:
        context.watch(client.ref)
        Behavior.receive[Int](n => client.ref ! n).onSignal { case Signal.Terminated(ref, _) =>
          log.ref ! s"$ref has gone"
        }
    session ! 1
    client.expectMessage(1)
    system.stop(client.ref)
    log.expectMessage("client has gone")
    session ! 2
    client.expectNoMessage()
    assertEquals(system.deadLetters.map(_.message), Vector(2))

  test("it can be asked, and answered for"):
    val system = TestSystem()
    val server = system.probe[ActorRef[Int]]("server")
    val answer = server.ref.ask[Int](replyTo => replyTo, 1.second)
    server.receive() ! 42
    assertEquals(answer.value.flatMap(_.toOption), Some(42))
