package brine.actor

import brine.effort.Effort
import java.lang.ref.WeakReference
import java.util.concurrent.LinkedBlockingQueue

class SpawnerSuite extends ActorTest:
  import ActorTest.*

  // At full effort a stack ends hundreds of times in one test.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private def collected(what: String)(reference: WeakReference[?]): Unit = eventually(s"$what is garbage"):
    System.gc()
    reference.get == null

  test("a detached actor is garbage once nobody refers to it"):
    withSystem: system =>
      val seen                           = LinkedBlockingQueue[Int]()
      def spawn(): WeakReference[AnyRef] =
        val ref = system.spawnDetached(Behavior.receive[Int](message => seen.add(message): Unit))
        ref ! 1
        assertEquals(seen.next, 1)
        WeakReference(ref)
      def spawnClass(): WeakReference[AnyRef] =
        val ref = system.spawnDetached(new Obedient(LinkedBlockingQueue()))
        settled(ref, Order.Sync(_))
        WeakReference(ref)
      collected("a function")(spawn())
      collected("a class")(spawnClass())

  test("one that an actor has talked to is garbage too"):
    withSystem: system =>
      val seen                               = LinkedBlockingQueue[Int]()
      var made: WeakReference[ActorRef[Int]] = null
      val done                               = LinkedBlockingQueue[Boolean]()
      val _                                  = system.spawn(Behavior.setup[Unit]:
        val ref = context.system.spawnDetached(Behavior.receive[Int](message => seen.add(message): Unit))
        (1 to 100).foreach(ref ! _)
        made = WeakReference(ref)
        done.add(true)
        Behavior.receive(_ => ()))
      assert(done.next)
      assertEquals(seen.next(100), List.range(1, 101))
      collected("it")(made)

  test("an actor that has ended is garbage, though its parent lives"):
    withRecorder: (system, _) =>
      val parent = system.spawn(new Obedient(LinkedBlockingQueue()))
      val made   = LinkedBlockingQueue[WeakReference[AnyRef]]()
      parent ! Order.Do: context =>
        val child = context.spawn(Behavior.receive[Unit](_ => Behavior.stopped))
        child ! ()
        made.add(WeakReference(child)): Unit
      // The recorder has references of its own: they go with it.
      val child = made.next
      eventually("its end")(child.get == null || child.get.asInstanceOf[ActorRef[Unit]].targetCell.cellClosed)
    // And its system.
    withSystem: system =>
      val made   = LinkedBlockingQueue[WeakReference[AnyRef]]()
      val parent = system.spawn(new Obedient(LinkedBlockingQueue()))
      parent ! Order.Do: context =>
        val child = context.spawn(Behavior.receive[Unit](_ => Behavior.stopped))
        child ! ()
        made.add(WeakReference(child)): Unit
      collected("a child that has ended")(made.next)

  test("handled messages are not kept by an idle actor, or by the threads"):
    withSystem: system =>
      final class Large:
        val bytes = new Array[Byte](1 << 20)
      val ref = system.spawn(Behavior.receive[Large | ActorRef[Unit]]:
        case replyTo: ActorRef[Unit] @unchecked => replyTo ! ()
        case _                                  => ())
      def send(): WeakReference[AnyRef] =
        val large = Large()
        (1 to 3).foreach(_ => ref ! large)
        ref.askBlocking(identity[ActorRef[Unit]], Limit)
        WeakReference(large)
      collected("a message")(send())

  test("where the stack ends while it spawns, an actor has started, or is not there"):
    withSystem: system =>
      val started = java.util.concurrent.atomic.AtomicInteger()
      val stopped = java.util.concurrent.atomic.AtomicInteger()
      val made    = java.util.concurrent.atomic.AtomicInteger()

      def child: Behavior[Unit] = Behavior
        .setup[Unit]:
          started.incrementAndGet(): Unit
          Behavior.receive(_ => ())
        .onSignal { case Signal.Stopped => stopped.incrementAndGet(): Unit }

      for pad <- 0 until Effort.overflows do
        val parent = system.spawn(Behavior.receive[ActorRef[Unit]]: replyTo =>
          Dive(
            pad,
            () =>
              context.spawn(child): Unit
              made.incrementAndGet(): Unit
          ).run(0)
          replyTo ! ())
        parent.askBlocking(identity[ActorRef[Unit]], Limit)
        val thread = Thread(
          null,
          () =>
            Dive(
              pad,
              () =>
                system.spawn(child): Unit
                made.incrementAndGet(): Unit
            ).run(0),
          "diver",
          256 * 1024
        )
        thread.start()
        thread.join()
        // An actor that is stopped before its start never starts.
        eventually("those that were spawned have started")(started.get >= made.get)
        system.stop(parent)
        await(parent.whenStopped): Unit
      assert(made.get > 0)
      val report = system.shutdown()
      assertEquals(report.left, Nil)
      // One that was spawned, but whose reference was lost with the stack, has started and stopped as well.
      assert(started.get >= made.get, s"${made.get} spawned, ${started.get} started")
      assertEquals(stopped.get, started.get)

  test("a factory that fails spawns nothing"):
    withSystem: system =>
      intercept[Boom](system.spawn[Unit]((throw Boom()): Actor[Unit])): Unit
      val parent = system.spawn(new Obedient(LinkedBlockingQueue()))
      parent ! Order.Do: context =>
        intercept[Boom](context.spawn[Unit]((throw Boom()): Actor[Unit])): Unit
        assertEquals(context.children, Nil)
      settled(parent, Order.Sync(_))

  test("options that make no sense are refused"):
    intercept[IllegalArgumentException](ActorOptions(stashCapacity = -1)): Unit
    intercept[IllegalArgumentException](ActorOptions(mailbox = Mailbox.Bounded(0, WhenFull.Fail))): Unit
    intercept[IllegalArgumentException](Batch(messages = 0)): Unit
    intercept[IllegalArgumentException](ActorSystemSettings(workers = 0)): Unit
    intercept[IllegalArgumentException](ActorSystemSettings(mailboxHighWater = 0)): Unit
