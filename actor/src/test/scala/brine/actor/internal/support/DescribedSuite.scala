package brine.actor.internal.support

import brine.actor.*
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

class DescribedSuite extends ActorTest:
  import ActorTest.*

  private val evil    = "a\nb\u001b[2J"
  private val harmed  = "[\u0000-\u001f\u007f-\u009f\u2028\u2029]".r
  private val escaped = "a\\nb\\u001b[2J"

  private def isHarmless(text: String): Boolean = harmed.findFirstIn(text).isEmpty

  test("text is escaped only where it would break a line"):
    assertEquals(Described.inLine("größe/日本 \"x\" \\n 😀"), "größe/日本 \"x\" \\n 😀")
    assertEquals(Described.inLine("\r\t\u0085\u202e"), "\\r\\t\\u0085\\u202e")
    assertEquals(Described.inLine(""), "")

  test("a failure that says nothing of itself is its class"):
    def of(text: () => String) = new RuntimeException:
      override def toString: String = text()
    val name = getClass.getName
    assert(Described.failure(of(() => null)).startsWith(name))
    assert(Described.failure(of(() => throw IllegalStateException("no text"))).startsWith(name))
    assertEquals(Described.failure(Exception("one")), "java.lang.Exception: one")

  test("names of actors in references, failures and reports of asks"):
    withSystem: system =>
      val parent = system.spawn(
        Behavior.setup[ActorRef[ActorRef[Int]]]:
          val child = context.spawn(Behavior.receive[Int](_ => ()), ActorOptions(name = evil))
          Behavior.receive(_ ! child)
        ,
        ActorOptions(name = evil)
      )
      val child = parent.askBlocking[ActorRef[Int]](replyTo => replyTo, Limit)
      assertEquals(child.toString, s"$escaped/$escaped")
      val failure = failureOf(child.ask[Int](_ => 1, 1.milli))
      assert(isHarmless(failure.getMessage), failure.getMessage)

  test("names of systems, pools and services, also in those of threads"):
    val settings = ActorSystemSettings(name = evil, workers = 1).withPool(evil, 1)
    withSystem(settings): system =>
      assertEquals(system.toString, s"actor system $escaped")
      assertEquals(Dispatcher.pool(evil).toString, s"pool($escaped)")
      assertEquals(ServiceKey[String](evil).toString, s"$escaped of java.lang.String")
      val pooled = system.spawn(
        Behavior.receive[ActorRef[String]](_ ! Thread.currentThread.getName),
        ActorOptions(dispatcher = Dispatcher.pool(evil))
      )
      val thread = pooled.askBlocking[String](replyTo => replyTo, Limit)
      assert(thread.startsWith(s"$escaped-$escaped-worker-"), thread)
      val blocking = system.spawn(
        Behavior.receive[ActorRef[String]](_ ! Thread.currentThread.getName),
        ActorOptions(dispatcher = Dispatcher.Blocking)
      )
      assertEquals(blocking.askBlocking[String](replyTo => replyTo, Limit), s"$escaped-blocking")
      val names = Thread.getAllStackTraces.keySet.asScala.map(_.getName)
      assertEquals(names.filterNot(isHarmless).toList, Nil)
      assert(names.contains(s"$escaped-monitor"), names.toString)
      val unknown = intercept[IllegalArgumentException]:
        system.spawn(
          Behavior.receive[Int](_ => ()),
          ActorOptions(dispatcher = Dispatcher.pool("no\nsuch"))
        )
      assert(isHarmless(unknown.getMessage), unknown.getMessage)

  test("names of tasks of the shutdown, and how they failed"):
    val system = ActorSystem(ActorSystemSettings(workers = 1))
    system.onShutdown(ShutdownPhase.AfterActors, evil)(() => throw Boom("one\ntwo"))
    val report = system.shutdown()
    assertEquals(report.failedTasks.size, 1)
    assert(isHarmless(report.toString), report.toString)
    assert(report.toString.contains(escaped), report.toString)
