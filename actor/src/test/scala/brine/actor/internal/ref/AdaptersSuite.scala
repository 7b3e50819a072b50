package brine.actor.internal.ref

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

class AdaptersSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  private def adding(seen: LinkedBlockingQueue[String]) = Behavior.receive[String](text => seen.add(text): Unit)

  test("an adapted reference takes other messages, and keeps their order among those of the sender"):
    withSystem: system =>
      val seen    = log
      val ref     = system.spawn(adding(seen))
      val numbers = ref.contramap[Int](n => s"n$n")
      val sender  = system.spawn(Behavior.receive[Int]: count =>
        (1 to count).foreach: i =>
          if i % 3 == 0 then ref ! s"n$i" else numbers ! i)
      sender ! 500
      assertEquals(seen.next(500), (1 to 500).map(i => s"n$i").toList)

  test("the function runs in the actor, when the turn of its message comes"):
    withSystem: system =>
      val gate    = CountDownLatch(1)
      val threads = LinkedBlockingQueue[(Thread, Thread)]()
      val ref     = system.spawn(
        Behavior.receive[Any]:
          case wait: CountDownLatch => await(wait)
          case thread: Thread       => threads.add((thread, Thread.currentThread)): Unit
          case _                    => Behavior.unhandled
        ,
        ActorOptions(dispatcher = Dispatcher.Blocking)
      )
      ref ! gate
      val adapted = ref.contramap[Int](_ => Thread.currentThread)
      adapted ! 1
      assertEquals(threads.size, 0)
      gate.countDown()
      val (function, handler) = threads.next
      assert(function eq handler)

  test("functions follow each other, the outermost first"):
    withSystem: system =>
      val seen = log
      val ref  = system.spawn(adding(seen)).contramap[Int](_.toString + "!").contramap[String](_.length)
      ref ! "four"
      assertEquals(seen.next, "4!")

  test("however many functions follow each other, they take no more stack"):
    withSystem: system =>
      val seen                     = LinkedBlockingQueue[Int]()
      val many                     = 100_000
      def deep(ref: ActorRef[Int]) = (1 to many).foldLeft(ref)((ref, _) => ref.contramap[Int](_ + 1))
      val actor                    = system.spawn(Behavior.receive[Int](n => seen.add(n): Unit))
      deep(actor) ! 1
      assertEquals(seen.next, 1 + many)
      val gathered = system.gather[Int](1, Limit)
      deep(gathered) ! 2
      assertEquals(await(gathered.future), Vector(2 + many))

  test("a function that throws is a failure of the actor; the sender learns nothing"):
    for bound <- List(Mailbox.Unbounded, Mailbox.Bounded(10, WhenFull.Fail)) do
      withRecorder: (system, recorder) =>
        val seen = log
        val ref  = system.spawn(adding(seen), ActorOptions(supervision = Supervision.resume, mailbox = bound))
        val bad  = ref.contramap[Int](n => if n < 0 then throw Boom("adapter") else n.toString)
        bad ! 1
        bad ! -1
        assert(bad.tryTell(2))
        assertEquals(seen.next(2), List("1", "2"))
        assertEquals(recorder.directives, List(Directive.Resume))

  test("an ask through it fails with its function, and otherwise as any other"):
    withSystem: system =>
      val ref = system.spawn(
        Behavior.receive[ActorRef[String]](_ ! "pong"),
        ActorOptions(supervision = Supervision.resume)
      )
      val adapted = ref.contramap[(Boolean, ActorRef[String])]((fail, to) => if fail then throw Boom("no") else to)
      assertEquals(adapted.askBlocking[String]((false, _), Limit), "pong")
      val failed = failureOf(adapted.ask[String]((true, _), Limit))
      assert(failed.isInstanceOf[ActorFailedException], failed.toString)
      assertEquals(failed.getCause.getMessage, "no")
      val silent = system.spawn(Behavior.receive[ActorRef[String]](_ => ())).contramap[ActorRef[String]](identity)
      val open   = silent.ask[String](identity, Limit)
      system.stop(silent)
      assert(failureOf(open).isInstanceOf[ActorStoppedException])

  test("after the end its messages are dead letters as they were sent, with the actor as their target"):
    for bound <- List(Mailbox.Unbounded, Mailbox.Bounded(10, WhenFull.Fail)) do
      withRecorder: (system, recorder) =>
        val ref     = system.spawn(adding(log), ActorOptions(mailbox = bound))
        val adapted = ref.contramap[Int](_.toString)
        system.stop(adapted)
        await(adapted.whenStopped): Unit
        adapted ! 7
        assert(!adapted.tryTell(8))
        assertEquals(recorder.letters, List(DeadLetter(7, ref, DeadLetterReason.Stopped)))
        assert(failureOf(adapted.ask[String](_ => 9, Limit)).isInstanceOf[ActorStoppedException])

  test("to watch it is to watch the actor"):
    withSystem: system =>
      val ended   = LinkedBlockingQueue[ActorRef[?]]()
      val ref     = system.spawn(adding(log))
      val adapted = ref.contramap[Int](_.toString)
      system.spawn(Behavior.setup[Unit]:
        context.watch(adapted)
        Behavior.receive[Unit](_ => ()).onSignal { case Signal.Terminated(gone, _) => ended.add(gone): Unit }): Unit
      system.stop(ref)
      assert(ended.next eq ref)
      assertEquals(adapted.toString, ref.toString)
      assertNotEquals(adapted, ref.contramap[Int](_.toString))

  test("a full mailbox refuses adapted messages as others"):
    withRecorder: (system, recorder) =>
      for (whenFull, kept) <- List(WhenFull.DropNewest -> "1", WhenFull.DropOldest -> "2") do
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        val seen  = log
        val ref   = system.spawn(
          Behavior.receive[String]: text =>
            if text == "wait" then
              begun.countDown()
              await(gate)
            else seen.add(text): Unit,
          ActorOptions(mailbox = Mailbox.Bounded(1, whenFull), dispatcher = Dispatcher.Blocking)
        )
        ref ! "wait"
        await(begun)
        eventually("there is room")(ref.contramap[Int](_.toString).tryTell(1))
        ref.contramap[Int](_.toString) ! 2
        gate.countDown()
        assertEquals(seen.next, kept)
      assertEquals(recorder.letters.map(_.reason).toSet, Set(DeadLetterReason.MailboxFull))

  test("the address of a reply is adapted by its sender, and what throws fails the ask"):
    withSystem: system =>
      val ref = system.spawn(Behavior.receive[ActorRef[Int]](_ ! 7))
      assertEquals(ref.askBlocking[String](to => to.contramap[Int](_.toString), Limit), "7")
      val failed = failureOf(ref.ask[String](to => to.contramap[Int](_ => throw Boom("adapter")), Limit))
      assertEquals(failed.getMessage, "adapter")
      settled(ref.contramap[ActorRef[Unit]](to => to.contramap[Int](_ => ())), identity)
      val gather = system.gather[String](1, Limit)
      gather.contramap[Int](_ => throw Boom("gather")) ! 1
      assertEquals(failureOf(gather.future).getMessage, "gather")

  test("a function that is null is refused where it is passed"):
    withSystem: system =>
      val ref = system.spawn(adding(log))
      intercept[NullPointerException](ref.contramap[Int](null)): Unit
