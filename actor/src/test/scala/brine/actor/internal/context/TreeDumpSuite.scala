package brine.actor.internal.context

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.Promise

class TreeDumpSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  private def named(name: String) = ActorOptions(name = name)

  test("names, states, waiting messages and children, parents before their children"):
    withSystem(ActorSystemSettings(workers = 1)): system =>
      val gate   = CountDownLatch(1)
      val begun  = CountDownLatch(1)
      val pause  = Promise[Unit]()
      val parent = system.spawn(new Obedient(log), named("parent"))
      parent ! Order.Do: context =>
        val first = context.spawn(new Obedient(log), named("first"))
        first ! Order.Do(inner => inner.spawn(new Obedient(log), named("below")): Unit)
        val second = context.spawn(new Obedient(log), named("second"))
        second ! Order.Do(_.suspendUntil(pause.future)(_ => ()))
        second ! Order.Say("waits")
      eventually("all are there")(system.dump().entries.size == 4)
      eventually("the second is suspended")(system.dump().entries.exists(_.state == ActorState.Suspended))
      val busy = system.spawn(
        new Obedient(log),
        ActorOptions(name = "busy", mailbox = Mailbox.Bounded(5, WhenFull.Fail), dispatcher = Dispatcher.Blocking)
      )
      busy ! Order.Do: _ =>
        begun.countDown()
        await(gate)
      await(begun)
      (1 to 3).foreach(_ => busy ! Order.Say("waits"))
      val dump = system.dump()
      assert(!dump.isCut)
      val shown = dump.entries.map(entry => (entry.name, entry.depth, entry.state.toString, entry.children))
      assertEquals(
        shown.toSet,
        Set(
          ("busy", 0, "Running", 0),
          ("parent", 0, "Idle", 2),
          ("first", 1, "Idle", 1),
          ("below", 2, "Idle", 0),
          ("second", 1, "Suspended", 0)
        )
      )
      assertEquals(shown.map(_._1).filter(Set("parent", "first", "below")), Vector("parent", "first", "below"))
      val running = dump.entries.find(_.name == "busy").get
      assertEquals(running.waiting, 3)
      assert(running.handlerNanos >= 0)
      assert(dump.toString.contains("\n    below: idle"), dump.toString)
      assert(dump.toString.contains("parent: idle, 2 children"), dump.toString)
      pause.success(())
      gate.countDown()

  test("a name cannot break a line of the text, and the entry has it as it is"):
    withSystem: system =>
      val name = "order\n  forged: idle\r\u2028\u202e\u001b[2J"
      system.spawn(new Obedient(log), named(name))
      val dump = system.dump()
      assertEquals(dump.entries.map(_.name), Vector(name))
      val text = dump.toString
      assert(text.startsWith("order\\n  forged: idle\\r\\u2028\\u202e\\u001b[2J: "), text)
      assertEquals(text.linesIterator.size, 1)

  test("the text of a deep tree grows with the number of actors"):
    withSystem: system =>
      val done                            = CountDownLatch(1)
      def deep(left: Int): Behavior[Unit] = Behavior.setup[Unit]:
        if left == 0 then done.countDown() else context.spawn(deep(left - 1), named("x")): Unit
        Behavior.receive(_ => ())
      system.spawn(deep(3000), named("x"))
      await(done)
      val dump = system.dump(10000)
      assertEquals(dump.entries.size, 3001)
      val lines = dump.toString.split('\n')
      assertEquals(lines(40).takeWhile(_ == ' ').length, 80)
      assert(lines(41).startsWith(s"${" " * 80}[41 above] x: "), lines(41))
      assert(lines.forall(_.length < 150))

  test("it is cut at the number that was asked for, and refuses numbers out of range"):
    withSystem: system =>
      (1 to 50).foreach(_ => system.spawn(new Obedient(log)))
      assertEquals((system.dump(10).entries.size, system.dump(10).isCut), (10, true))
      assertEquals((system.dump(50).entries.size, system.dump(50).isCut), (50, false))
      assert(system.dump(10).toString.endsWith("\n..."))
      for most <- List(0, -1, 1000001) do
        val _ = intercept[IllegalArgumentException](system.dump(most))

  test("of a hundred thousand children it reads as many as asked for, and of a long mailbox a part"):
    withSystem: system =>
      val parent = system.spawn(new Obedient(log), named("parent"))
      parent ! Order.Do(context => (1 to 100000).foreach(_ => context.spawn(Behavior.receive[Int](_ => ()))))
      settled(parent, Order.Sync(_))
      val gate = CountDownLatch(1)
      val busy = system.spawn(new Obedient(log), ActorOptions(name = "busy", dispatcher = Dispatcher.Blocking))
      busy ! Order.Do(_ => await(gate))
      (1 to 50000).foreach(_ => busy ! Order.Say("waits"))
      val dump = system.dump(5)
      assert(dump.isCut)
      assertEquals(dump.entries.find(_.name == "parent").map(_.children), Some(6))
      assertEquals(dump.entries.find(_.name == "busy").map(_.waiting), Some(10000))
      gate.countDown()
      system.stop(parent)

  test("while actors are spawned and stop, every dump ends, without one twice and with parents that fit"):
    withSystem: system =>
      val stop   = CountDownLatch(1)
      val storms = List.fill(3)(
        system.spawn(
          Behavior.receive[Int]: n =>
            if stop.getCount > 0 then
              val child = context.spawn(Behavior.receive[Int](_ => Behavior.stopped))
              if n % 3 == 0 then child ! 1
              if n % 100 == 0 then context.children.foreach(context.stop(_))
              context.self ! n + 1,
          named("storm")
        )
      )
      storms.foreach(_ ! 1)
      for _ <- 1 to 300 do
        val dump = system.dump(500)
        assert(dump.entries.size <= 500)
        assert(dump.entries.forall(entry => entry.depth <= 1 && entry.waiting >= 0), dump.toString)
        assert(dump.entries.count(_.name == "storm") <= 3, dump.toString)
      stop.countDown()
