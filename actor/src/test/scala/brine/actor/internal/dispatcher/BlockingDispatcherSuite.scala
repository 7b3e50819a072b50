package brine.actor.internal.dispatcher

import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class BlockingDispatcherSuite extends ActorTest:
  import ActorTest.*

  private val blocking = ActorOptions(dispatcher = Dispatcher.Blocking)

  test("an actor handles one message at a time, in order, on a virtual thread, and has none when it is idle"):
    withSystem: system =>
      val running = AtomicInteger()
      val seen    = LinkedBlockingQueue[Int]()
      val threads = LinkedBlockingQueue[Thread]()
      val ref     = system.spawn(
        Behavior.receive[Int]: message =>
          assertEquals(running.incrementAndGet(), 1)
          threads.add(Thread.currentThread)
          if message % 100 == 0 then Thread.sleep(1)
          running.decrementAndGet()
          seen.add(message): Unit
        ,
        blocking
      )
      val senders = List.tabulate(4)(s => Thread.ofVirtual().start(() => (0 until 500).foreach(i => ref ! s * 500 + i)))
      val all     = seen.next(2000)
      senders.foreach(_.join())
      all.groupBy(_ / 500).values.foreach(of => assertEquals(of, of.sorted))
      assert(threads.stream.allMatch(_.isVirtual))
      threads.forEach(thread => thread.join(Limit.toMillis))
      assert(threads.stream.noneMatch(_.isAlive))
      assert(!ref.targetCell.cellBusy)

  test("many that sleep at once take about as long as one"):
    withSystem: system =>
      val slept = CountDownLatch(2000)
      val refs  = Vector.fill(2000)(
        system.spawn(
          Behavior.receive[Unit]: _ =>
            Thread.sleep(10)
            slept.countDown()
          ,
          blocking
        )
      )
      refs.foreach(_ ! ())
      await(slept) // one after the other would be 20 s

  test("supervision, stash, timers and children work as on workers"):
    withSystem: system =>
      val events = LinkedBlockingQueue[String]()
      val ref    = system.spawn(new Obedient(events), blocking.copy(supervision = Supervision.restart()))
      ref ! Order.Say("a")
      ref ! Order.Do: context =>
        val child = context.spawn(new Obedient(LinkedBlockingQueue()), blocking)
        context.watch(child)
        context.startTimer(1, Order.Say("timer"), 1.milli)
        child ! Order.Fail(Boom("child"))
      assertEquals(
        events.next(5).toSet,
        Set("start", "a 1", "child failed child Stop", "terminated child", "timer 2")
      )
      ref ! Order.Fail(Boom())
      ref ! Order.Do: context =>
        context.stash(Order.Say("stashed"))
        context.unstashAll()
      assertEquals(events.next(3), List("restarting boom", "start", "stashed 1"))
      system.stop(ref)
      assertEquals(events.next, "stop")

  test("what a blocking actor sends goes at once, while it blocks"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val sink = system.spawn(Behavior.receive[Int](message => seen.add(message): Unit))
      val gate = CountDownLatch(1)
      val ref  = system.spawn(
        Behavior.receive[Unit]: _ =>
          (1 to 100).foreach(sink ! _)
          await(gate)
        ,
        blocking
      )
      ref ! ()
      assertEquals(seen.next(100), List.range(1, 101))
      gate.countDown()

  test("what an actor on a worker sends goes on while it blocks, too"):
    withSystem: system =>
      val seen  = LinkedBlockingQueue[Int]()
      val gate  = CountDownLatch(1)
      val begin = CountDownLatch(1)
      // Busy while the messages come, so that they are collected.
      val sink = system.spawn(Behavior.receive[Int]: message =>
        if message == 0 then await(begin)
        seen.add(message): Unit)
      sink ! 0
      val ref = system.spawn(Behavior.receive[Unit]: _ =>
        (1 to 30).foreach(sink ! _)
        begin.countDown()
        await(gate))
      ref ! ()
      assertEquals(seen.next(31), List.range(0, 31))
      gate.countDown()

  test("the newest of a NewestFirst dispatcher runs first, and all run"):
    withSystem(ActorSystemSettings(workers = 1)): system =>
      val newest = ActorOptions(dispatcher = Dispatcher.NewestFirst)
      val seen   = LinkedBlockingQueue[Int]()
      val _      = system.spawn(
        Behavior.setup[Unit]:
          val children =
            Vector.tabulate(100)(i => context.spawn(Behavior.receive[Unit](_ => seen.add(i): Unit), newest))
          children.foreach(_ ! ())
          Behavior.receive(_ => ())
        ,
        newest
      )
      val order = seen.next(100)
      assertEquals(order.toSet, (0 until 100).toSet)
      // Not all, as the monitor passes on what waits for a worker that is slow.
      val descending = order.zip(order.tail).count(_ > _)
      assert(descending >= 90, order.toString)

  test("a tree of NewestFirst actors computes its sum"):
    withSystem: system =>
      val newest                                                   = ActorOptions(dispatcher = Dispatcher.NewestFirst)
      def adder(depth: Int, replyTo: ActorRef[Int]): Behavior[Int] = Behavior.setup:
        if depth == 0 then
          replyTo ! 1
          Behavior.stopped
        else
          val _     = context.spawn(adder(depth - 1, context.self), newest)
          val _     = context.spawn(adder(depth - 1, context.self), newest)
          var first = -1
          Behavior.receive: part =>
            if first < 0 then
              first = part
              Behavior.same
            else
              replyTo ! first + part
              Behavior.stopped
      val sum = system.gather[Int](1, Limit)
      system.spawn(adder(14, sum), newest): Unit
      assertEquals(await(sum.future), Vector(1 << 14))
