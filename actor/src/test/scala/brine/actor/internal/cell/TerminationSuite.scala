package brine.actor.internal.cell

import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class TerminationSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  test("children end before their parents, the newest first"):
    withRecorder: (system, recorder) =>
      val order                                          = log
      def tree(depth: Int, path: String): Behavior[Unit] =
        Behavior
          .setup[Unit]:
            if depth > 0 then (1 to 2).foreach(i => context.spawn(tree(depth - 1, s"$path$i")))
            Behavior.receive[Unit](_ => ())
          .onSignal { case Signal.Stopped => order.add(path): Unit }
      val ref = system.spawn(tree(2, ""))
      eventually("all are idle")(recorder.spawned.size == 7 && recorder.spawned.stream.noneMatch(_.targetCell.cellBusy))
      system.stop(ref)
      assertEquals(order.next(7), List("22", "21", "2", "12", "11", "1", ""))

  test("to stop is without effect on what has ended, and may be asked for twice"):
    withRecorder: (system, recorder) =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      settled(ref, Order.Sync(_))
      (1 to 3).foreach(_ => system.stop(ref))
      eventually("the end")(recorder.hasStopped(ref))
      system.stop(ref)
      assertEquals(events.next(2), List("start", "stop"))
      assert(events.isEmpty)
      assertEquals(recorder.stopped.size, 1)

  test("what waits for an actor that ends is a dead letter, each message once"):
    withRecorder: (system, recorder) =>
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val ref   = system.spawn(Behavior.receive[Int]: message =>
        if message == 0 then
          begun.countDown()
          await(gate))
      ref ! 0
      await(begun)
      (1 to 100).foreach(ref ! _)
      // And some in bunches, from an actor.
      val sent = CountDownLatch(1)
      system.spawn(Behavior.setup[Unit]:
        (101 to 500).foreach(ref ! _)
        sent.countDown()
        Behavior.stopped): Unit
      await(sent)
      system.stop(ref)
      gate.countDown()
      eventually("all")(recorder.deadLetters.size == 500)
      assertEquals(recorder.letters.map(_.message.asInstanceOf[Int]).sorted, List.range(1, 501))
      assert(recorder.letters.forall(letter => letter.reason == DeadLetterReason.Stopped && (letter.recipient eq ref)))
      assertEquals(system.statistics.deadLetters(DeadLetterReason.Stopped), 500L)
      assertEquals(system.statistics.handled, 1L)

  test("messages that race with the end are handled or dead letters, never both or neither"):
    withRecorder: (system, recorder) =>
      for round <- 1 to 200 do
        val handled = AtomicInteger()
        val before  = recorder.deadLetters.size
        val ref     = system.spawn(Behavior.receive[Int](_ => handled.incrementAndGet(): Unit))
        val go      = CountDownLatch(1)
        val senders = List.fill(2):
          Thread
            .ofPlatform()
            .start: () =>
              go.await()
              (1 to 50).foreach(ref ! _)
        go.countDown()
        if round % 2 == 0 then Thread.onSpinWait() else Thread.`yield`()
        system.stop(ref)
        senders.foreach(_.join())
        eventually(s"round $round")(handled.get + recorder.deadLetters.size - before == 100)

  test("an actor that is stopped before it begins does not begin"):
    withRecorder: (system, recorder) =>
      val childEvents = log
      val parent      = system.spawn(new Obedient(log))
      parent ! Order.Do: context =>
        // On this worker it cannot begin before the handler ends, and is told to stop before.
        val child = context.spawn(new Obedient(childEvents), ActorOptions(batch = Batch.ofSystem))
        context.stop(child)
        child ! Order.Say("late")
      settled(parent, Order.Sync(_))
      eventually("the end")(recorder.stopped.size == 1)
      assert(childEvents.isEmpty || childEvents.next(2) == List("start", "stop"))
      eventually("the letter")(recorder.deadLetters.size == 1)

  test("an actor may stop at its start"):
    withRecorder: (system, recorder) =>
      val events = log
      class Brief extends Obedient(events):
        override def onStart(): Unit =
          super.onStart()
          context.stopSelf()
      val ref = system.spawn(new Brief)
      assertEquals(events.next(2), List("start", "stop"))
      eventually("the end")(recorder.hasStopped(ref))
      val function = system.spawn(Behavior.stopped[Int])
      eventually("the end")(recorder.hasStopped(function))

  test("what an actor sends when it ends arrives, also to one that is busy"):
    withSystem: system =>
      for _ <- 1 to 20 do
        val seen  = LinkedBlockingQueue[Int]()
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        val sink  = system.spawn(Behavior.receive[Int]: message =>
          if message == 0 then
            begun.countDown()
            await(gate)
          seen.add(message): Unit)
        sink ! 0
        await(begun)
        val ended = CountDownLatch(1)
        val ref   = system.spawn(
          Behavior
            .receive[Unit](_ => Behavior.stopped)
            .onSignal { case Signal.Stopped =>
              (1 to 30).foreach(sink ! _)
              ended.countDown()
            }
        )
        ref ! ()
        await(ended)
        gate.countDown()
        assertEquals(seen.next(31), List.range(0, 31))

  test("a parent waits for a descendant that is busy, and ends then"):
    withRecorder: (system, recorder) =>
      val gate                                                     = CountDownLatch(1)
      val begun                                                    = CountDownLatch(1)
      val order                                                    = log
      def level(name: String, below: List[String]): Behavior[Unit] =
        Behavior
          .setup[Unit]:
            below match
              case next :: rest => context.spawn(level(next, rest)): Unit
              case Nil          => context.self ! ()
            Behavior.receive[Unit]: _ =>
              begun.countDown()
              await(gate)
          .onSignal { case Signal.Stopped => order.add(name): Unit }
      val ref = system.spawn(level("a", List("b", "c", "d")))
      await(begun)
      system.stop(ref)
      ref ! ()
      assert(order.isEmpty)
      gate.countDown()
      assertEquals(order.next(4), List("d", "c", "b", "a"))
      eventually("the letter")(recorder.letters.map(_.recipient) == List[ActorRef[?]](ref))

  test("a chain of 100,000 actors ends without a stack of that depth"):
    withSystem: system =>
      val depth = 100000
      val built = CountDownLatch(1)
      val ended = CountDownLatch(depth)
      class Link(left: Int) extends Actor[Unit]:
        override def onStart(): Unit = if left == 1 then built.countDown() else context.spawn(new Link(left - 1)): Unit
        override def onStop(): Unit  = ended.countDown()
        def receive(message: Unit): Unit = ()
      val top = system.spawn(new Link(depth))
      await(built)
      system.stop(top)
      await(ended)

  test("a parent of 100,000 ends, idle or busy"):
    withSystem: system =>
      val width = 100000
      for busy <- List(false, true) do
        val begun = CountDownLatch(width)
        val ended = CountDownLatch(width + 1)
        val done  = AtomicInteger()
        class Child extends Actor[Unit]:
          override def onStart(): Unit     = begun.countDown()
          override def onStop(): Unit      = ended.countDown()
          def receive(message: Unit): Unit = done.incrementAndGet(): Unit
        class Parent extends Actor[Unit]:
          private var children             = Vector.empty[ActorRef[Unit]]
          override def onStart(): Unit     = children = Vector.fill(width)(context.spawn(new Child))
          override def onStop(): Unit      = ended.countDown()
          def receive(message: Unit): Unit =
            if busy then children.foreach(_ ! ())
            context.stopSelf()
        val parent = system.spawn(new Parent)
        await(begun)
        parent ! ()
        await(ended)
      // What the busy ones had not handled is counted.
      assert(system.statistics.allDeadLetters <= width)

  test("a deep tree with busy actors at all levels ends children first"):
    withRecorder: (system, recorder) =>
      val disorder                        = AtomicInteger()
      def node(depth: Int): Behavior[Int] =
        Behavior
          .setup[Int]:
            val children = if depth == 0 then Nil else List.fill(3)(context.spawn(node(depth - 1)))
            Behavior.receive[Int]: message =>
              children.foreach(_ ! message)
          .onSignal { case Signal.Stopped =>
            if context.children.nonEmpty then disorder.incrementAndGet(): Unit
          }
      for _ <- 1 to 5 do
        recorder.stopped.clear()
        val top = system.spawn(node(6))
        (1 to 20).foreach(top ! _)
        system.stop(top)
        eventually("the end")(recorder.hasStopped(top))
        assertEquals(recorder.stopped.size, recorder.stopped.stream.distinct.toList.size)
        assert(recorder.stopped.toArray.last.asInstanceOf[(Any, Any)]._1.asInstanceOf[AnyRef] eq top)
      assertEquals(disorder.get, 0)
      assertEquals(recorder.failures.size, 0)

  test("parents and children that stop and fail at the same time all end, once"):
    withRecorder: (system, recorder) =>
      val spawned                           = AtomicInteger()
      def member(depth: Int): Behavior[Int] = Behavior.setup:
        spawned.incrementAndGet()
        val children = if depth == 0 then Nil else List.fill(4)(context.spawn(member(depth - 1)))
        Behavior.receive: message =>
          children.foreach(_ ! message + 1)
          if (message * 31 + depth) % 5 == 0 then throw Boom()
          else if message % 7 == 0 then Behavior.stopped
          else Behavior.same
      val tops = List.tabulate(50)(i => (i, system.spawn(member(3))))
      tops.foreach((i, top) => top ! i)
      tops.foreach((_, top) => top ! 0)
      tops.foreach((_, top) => system.stop(top))
      eventually("all ends")(tops.forall((_, top) => recorder.hasStopped(top)))
      eventually("those below")(recorder.stopped.size == recorder.spawned.size)
      assertEquals(recorder.stopped.stream.map(_._1).distinct.count(), recorder.spawned.size.toLong)

  test("idle children that are sent messages while their parent stops them end once, each with its own letters"):
    val children = 300
    withRecorder: (system, recorder) =>
      for round <- 1 to 20 do
        val ended   = AtomicInteger()
        val handled = AtomicInteger()
        val before  = recorder.deadLetters.size
        val made    = LinkedBlockingQueue[Vector[ActorRef[Int]]]()
        val parent  = system.spawn(Behavior.setup[Unit]:
          made.add(
            Vector.fill(children)(context.spawn(Behavior.receive[Int](_ => handled.incrementAndGet(): Unit).onSignal {
              case Signal.Stopped => ended.incrementAndGet(): Unit
            }))
          ): Unit
          Behavior.receive[Unit](_ => ()))
        val refs = made.next
        eventually("all are idle")(!parent.targetCell.cellBusy && refs.forall(!_.targetCell.cellBusy))
        val go     = CountDownLatch(1)
        val sender = Thread
          .ofPlatform()
          .start: () =>
            go.await()
            // From both ends, as the newest is stopped first.
            refs.reverse
              .zip(refs)
              .foreach: (last, first) =>
                last ! 1
                first ! 2
        go.countDown()
        if round % 2 == 0 then Thread.`yield`()
        system.stop(parent)
        sender.join()
        eventually(s"round $round")(handled.get + recorder.deadLetters.size - before == 2 * children)
        eventually(s"the ends of round $round")(ended.get == children && recorder.hasStopped(parent))
      assertEquals(recorder.stopped.size, 20 * (children + 1))

  test("an idle actor that is stopped keeps no timer that it starts in onStop, and can spawn nothing there"):
    withRecorder: (system, recorder) =>
      val refusals = log
      final class Late extends Actor[String]:
        def receive(message: String): Unit    = ()
        override protected def onStop(): Unit =
          context.startTimer("late", "late", 1.hour)
          refusals.add(intercept[IllegalStateException](context.spawn(new Late): Unit).getMessage): Unit
      val parent = system.spawn(Behavior.setup[Unit]:
        context.spawn(new Late): Unit
        Behavior.receive[Unit](_ => ()))
      val top = system.spawn(new Late)
      eventually("all are idle")(recorder.spawned.size == 3 && recorder.spawned.stream.noneMatch(_.targetCell.cellBusy))
      system.stop(parent)
      assert(system.shutdown().isComplete)
      assert(refusals.next(2).forall(_.endsWith("is stopping and cannot spawn children any more")))
      val ended = recorder.stopped.toArray(Array.empty[(ActorRef[?], Option[Throwable])]).map(_._1)
      assertEquals(ended.length, 3)
      for ref <- ended if ref ne parent do assert(!ref.targetCell.cellExtension.timers.isActive("late"))
      assert(ended.contains(top))
