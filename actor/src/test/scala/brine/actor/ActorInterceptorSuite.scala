package brine.actor

import brine.actor.internal.cell.cellExtension
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*
import scala.concurrent.{Await, Promise}

class ActorInterceptorSuite extends ActorTest:
  import ActorInterceptorSuite.*
  import ActorTest.*

  private def settings(interceptor: ActorInterceptor) =
    ActorSystemSettings(workers = 2).withInterceptor(interceptor)

  /** Replies with the context that its handler sees. */
  private val seeing = Behavior.receive[ActorRef[String]](_ ! Current.get)

  test("a context travels from the sender to the handler, from actor to actor, however the message is sent"):
    withSystem(settings(Tracing())): system =>
      val last    = system.spawn(seeing)
      val bounded = system.spawn(seeing, ActorOptions(mailbox = Mailbox.Bounded(10, WhenFull.Fail)))
      val virtual = system.spawn(seeing, ActorOptions(dispatcher = Dispatcher.Blocking))
      for (target, name) <- List(last -> "a", bounded -> "b", virtual -> "c") do
        val passing = system.spawn(Behavior.receive[ActorRef[String]](target ! _))
        val adapted = passing.contramap[(Int, ActorRef[String])](_._2)
        Current.set(name)
        assertEquals(target.askBlocking[String](identity, Limit), name)
        assertEquals(passing.askBlocking[String](identity, Limit), name)
        assertEquals(adapted.askBlocking[String]((1, _), Limit), name)
        Current.remove()
        assertEquals(passing.askBlocking[String](identity, Limit), null)

  test("a stashed message keeps its context, and nothing stays behind"):
    withSystem(settings(Tracing())): system =>
      val ref = system.spawn(Behavior.receive[ActorRef[String]]:
        var open = false
        message =>
          if Current.get == "open" then
            open = true
            context.unstashAll()
            message ! "opened"
          else if open then message ! Current.get
          else context.stash(message))
      val answers = for name <- List("x", "y", "z") yield
        Current.set(name)
        ref.ask[String](identity, Limit)
      Current.set("open")
      assertEquals(ref.askBlocking[String](identity, Limit), "opened")
      assertEquals(answers.map(await(_)), List("x", "y", "z"))
      Current.remove()
      assertEquals(ref.askBlocking[String](identity, Limit), null)

  test("it sees starts, messages, timers, signals, failures and restarts, each with its end"):
    val noting = Noting()
    val done   = CountDownLatch(1)
    withSystem(settings(noting)): system =>
      system.spawn(
        Behavior
          .setup[String]:
            if noting.events.size < 3 then context.startTimer("key", "timer", Duration.Zero)
            Behavior.receive[String]:
              case "timer" => throw Boom("first")
              case _       => done.countDown()
          .onSignal { case _ => () },
        ActorOptions(name = "a", supervision = Supervision.restart())
      ) ! "timer"
      // Two failures: that of the message, and after it that of the timer, which the restart may have canceled.
      eventually("a restart")(noting.list.contains("after Restarted"))
    assert(noting.list.contains("send timer"))
    val events = noting.list.filterNot(_.startsWith("send")) // by another thread, at any time
    assertEquals(
      events.take(7),
      List(
        "before Started",
        "after Started",
        "before timer",
        "before Restarting",
        "after Restarting",
        "after timer first",
        "before Restarted"
      )
    )
    assertEquals(events.takeRight(2), List("before Stopped", "after Stopped"))
    assertEquals(events.count(_.startsWith("before")), events.count(_.startsWith("after")))

  test("the log of a failure has the context of the message"):
    val during   = LinkedBlockingQueue[String]()
    val listener = new ActorListener:
      override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
        during.add(String.valueOf(Current.get)): Unit
    withSystem(settings(Tracing()).withListener(listener)): system =>
      val ref = system.spawn(Behavior.receive[Int](_ => throw Boom()))
      Current.set("request 7")
      ref ! 1
      Current.remove()
      assertEquals(during.next, "request 7")

  test("an actor may have its own, or none"):
    val general = Noting()
    val special = Noting()
    withSystem(settings(general)): system =>
      val none  = system.spawn(seeing, ActorOptions(interceptor = ActorInterceptor.none))
      val other = system.spawn(seeing, ActorOptions(interceptor = special))
      assert(none eq none.targetCell)
      val _ = none.askBlocking[String](identity, Limit)
      val _ = other.askBlocking[String](identity, Limit)
    assertEquals(general.list, Nil)
    assertEquals(special.list.size, 7)

  test("several are called in their order, and backwards at the end; a group within a group is flat"):
    val events = LinkedBlockingQueue[String]()
    val all    = ActorInterceptor.all(
      Named("1", events),
      ActorInterceptor.all(Named("2", events), ActorInterceptor.none),
      Named("3", events)
    )
    withSystem(ActorSystemSettings(workers = 1)): system =>
      val ref = system.spawn(new Plain, ActorOptions(interceptor = all))
      events.next(6): Unit // of its start
      ref.askBlocking[Unit](identity, Limit)
      assertEquals(
        events.next(9),
        List(
          "send 1",
          "send 2",
          "send 3",
          "before 1 of 1",
          "before 2 of 2",
          "before 3 of 3",
          "after 3 of 3",
          "after 2 of 2",
          "after 1 of 1"
        )
      )
    intercept[IllegalArgumentException](ActorInterceptor.all(ActorInterceptor.ofSystem)): Unit
    intercept[NullPointerException](ActorInterceptor.all(Named("1", events), null)): Unit
    intercept[IllegalArgumentException](ActorSystemSettings(interceptor = ActorInterceptor.ofSystem)): Unit

  test("whatever one throws, wherever, messages are sent and handled, and the others are called"):
    for hostile <- List(Boom(), new InterruptedException, new OutOfMemoryError("not really"), new StackOverflowError) do
      val before = Noting()
      val after  = Noting()
      withSystem(settings(ActorInterceptor.all(before, Throwing(hostile), after))): system =>
        val ref = system.spawn(
          Behavior.receive[ActorRef[String]](_ ! "done"),
          ActorOptions(supervision = Supervision.resume)
        )
        (1 to 100).foreach(_ => assertEquals(ref.askBlocking[String](identity, Limit), "done"))
        assertEquals(system.statistics.failures, 0L)
        assertEquals(system.statistics.handled, 100L)
      assertEquals(before.list.size, 304)
      assertEquals(after.list.size, 304)

  test("what an interceptor sends is not intercepted where it is sent, so it cannot call itself without end"):
    val calls   = AtomicInteger()
    var target  = Option.empty[ActorRef[Int]]
    val calling = new ActorInterceptor:
      override def onSend(ref: ActorRef[?], message: Any): AnyRef =
        calls.incrementAndGet()
        target.foreach(_ ! -1)
        "carried"
      override def beforeHandler(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef =
        if message == 1 then target.foreach(_ ! -2)
        if message == -2 then throw Boom(s"carried $carried")
        null
    val seen = LinkedBlockingQueue[Int]()
    withSystem(settings(calling)): system =>
      target = Some(system.spawn(Behavior.receive[Int](n => seen.add(n): Unit)))
      target.foreach(_ ! 1)
      assertEquals(seen.next(3), List(-1, 1, -2))
      assertEquals(calls.get, 1)
      // The guard is over with the call, also of one that throws.
      target.foreach(_ ! 2)
      assertEquals(seen.next(2), List(-1, 2))
      assertEquals(calls.get, 2)

  test("an actor that stops in the middle buries its envelopes as plain messages"):
    withRecorder: (system, recorder) =>
      val gate = CountDownLatch(1)
      val ref  = system.spawn(
        Behavior.receive[Int]: _ =>
          await(gate)
          Behavior.stopped
        ,
        ActorOptions(interceptor = Noting(), dispatcher = Dispatcher.Blocking)
      )
      (1 to 5).foreach(ref ! _)
      gate.countDown()
      await(ref.whenStopped): Unit
      assertEquals(recorder.letters, (2 to 5).map(DeadLetter(_, ref, DeadLetterReason.Stopped)).toList)

  test("identity: one reference for its parent, its watchers, its signals and itself"):
    withSystem(settings(Noting())): system =>
      val seen   = LinkedBlockingQueue[Any]()
      val parent = system.spawn(
        Behavior
          .receive[String]:
            case "spawn" =>
              val child = context.spawn(
                Behavior.receive[String](_ => seen.add(context.self): Unit),
                ActorOptions(mailbox = Mailbox.Bounded(3, WhenFull.Fail))
              )
              context.watch(child)
              child ! "self"
              List(child, context.children.head).foreach(seen.add(_): Unit)
            case _ => context.children.foreach(context.stop(_))
          .onSignal { case Signal.Terminated(ref, _) => seen.add(ref): Unit }
      )
      parent ! "spawn"
      val three = seen.next(3)
      parent ! "stop"
      assertEquals((seen.next :: three).distinct.size, 1)

  test("actors without one are the objects they were: the reference is the actor, without an extension"):
    withSystem: system =>
      val ref = system.spawn(new Plain)
      assert(ref eq ref.targetCell)
      assertEquals(ref.targetCell.cellExtension, null)

  test("an interceptor that blocks holds its sender, and no one else"):
    val gate     = CountDownLatch(1)
    val entered  = CountDownLatch(1)
    val blocking = new ActorInterceptor:
      override def onSend(ref: ActorRef[?], message: Any): AnyRef =
        entered.countDown()
        await(gate)
        null
    withSystem: system =>
      val slow   = system.spawn(seeing, ActorOptions(interceptor = blocking))
      val answer = Promise[String]()
      Thread.startVirtualThread(() => answer.success(slow.askBlocking[String](identity, Limit)): Unit): Unit
      await(entered)
      assertEquals(system.spawn(seeing).askBlocking[String](identity, Limit), null)
      gate.countDown()
      assertEquals(Await.result(answer.future, Limit), null)

object ActorInterceptorSuite:
  /** What a tracing library keeps for each thread. */
  val Current = ThreadLocal[String]()

  final class Plain extends Actor[ActorRef[Unit]]:
    protected def receive(replyTo: ActorRef[Unit]): Unit = replyTo ! ()

  final class Tracing extends ActorInterceptor:
    override def onSend(ref: ActorRef[?], message: Any): AnyRef = Current.get

    override def beforeHandler(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef =
      val outer = Current.get
      Current.set(carried.asInstanceOf[String])
      outer

    override def afterHandler(ref: ActorRef[?], message: Any, token: AnyRef, failure: Throwable): Unit =
      Current.set(token.asInstanceOf[String])

  final class Noting extends ActorInterceptor:
    val events                                                  = LinkedBlockingQueue[String]()
    def list: List[String]                                      = events.toArray(Array.empty[String]).toList
    override def onSend(ref: ActorRef[?], message: Any): AnyRef =
      events.add(s"send $message")
      null
    override def beforeHandler(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef =
      events.add(s"before ${nameOf(message)}")
      nameOf(message)
    override def afterHandler(ref: ActorRef[?], message: Any, token: AnyRef, failure: Throwable): Unit =
      events.add(s"after $token${if failure == null then "" else s" ${failure.getMessage}"}"): Unit
    private def nameOf(message: Any): String = message match
      case Signal.Restarting(_) => "Restarting"
      case other                => other.toString

  final class Named(name: String, events: LinkedBlockingQueue[String]) extends ActorInterceptor:
    override def onSend(ref: ActorRef[?], message: Any): AnyRef =
      events.add(s"send $name")
      name
    override def beforeHandler(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef =
      events.add(s"before $name of $carried")
      name
    override def afterHandler(ref: ActorRef[?], message: Any, token: AnyRef, failure: Throwable): Unit =
      events.add(s"after $name of $token"): Unit

  final class Throwing(what: Throwable) extends ActorInterceptor:
    override def onSend(ref: ActorRef[?], message: Any): AnyRef                                        = throw what
    override def beforeHandler(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef                = throw what
    override def afterHandler(ref: ActorRef[?], message: Any, token: AnyRef, failure: Throwable): Unit = throw what
