package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

class ActorMetricsSuite extends ActorTest:
  import ActorMetricsSuite.*
  import ActorTest.*

  private val settings = ActorSystemSettings(workers = 2)

  private def kind(system: ActorSystem, name: String): ActorMetrics =
    system.metrics.find(_.kind == name).getOrElse(fail(s"no $name in ${system.metrics}"))

  test("nothing is measured unless the settings say so"):
    withSystem(settings): system =>
      val ref = system.spawn(new Worker)
      ref.askBlocking[Unit](Work.Done(_), Limit)
      assertEquals(system.metrics, Vector.empty)
      assert(ref eq ref.targetCell)
    intercept[IllegalArgumentException](settings.withMetricsEvery(-1)): Unit

  test("counts are exact: by class, and by name for behaviors"):
    withSystem(settings.withMetricsEvery(1)): system =>
      val refs = List.fill(3)(system.spawn(new Worker, ActorOptions(supervision = Supervision.resume)))
      for ref <- refs do
        (1 to 10).foreach(_ => ref ! Work.Nothing)
        ref ! Work.Fail
        ref.askBlocking[Unit](Work.Done(_), Limit)
      val named = system.spawn(Behavior.receive[ActorRef[Unit]](_ ! ()), ActorOptions(name = "named"))
      named.askBlocking[Unit](identity, Limit)
      system.spawn(Behavior.receive[Int](_ => ())): Unit
      system.stop(refs.head)
      await(refs.head.whenStopped): Unit
      eventually("the last is counted")(kind(system, "Worker").handlerTime.count == 36)
      val workers = kind(system, "Worker")
      assertEquals((workers.alive, workers.spawned, workers.handled), (2L, 3L, 36L))
      assertEquals((workers.failures, workers.waiting), (3L, 0L))
      assertEquals((workers.queueTime.count, workers.handlerTime.count), (36L, 36L))
      eventually("it is counted")(kind(system, "named").handled == 1)
      assertEquals(system.metrics.map(_.kind), Vector("Worker", "actor", "named"))

  test("waiting counts what is in the mailboxes, and returns to zero whatever becomes of it"):
    for
      mailbox <- List(
        Mailbox.Unbounded,
        Mailbox.Bounded(8, WhenFull.Fail),
        Mailbox.Bounded(8, WhenFull.DropNewest),
        Mailbox.Bounded(8, WhenFull.DropOldest)
      )
      stops <- List(false, true)
    do
      withSystem(settings.withMetricsEvery(1)): system =>
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        val ref   = system.spawn(new Worker, ActorOptions(mailbox = mailbox, dispatcher = Dispatcher.Blocking))
        ref ! Work.Wait(begun, gate)
        await(begun)
        val most = if mailbox == Mailbox.Unbounded then 20L else 8L
        (1 to 10).foreach: _ =>
          try
            ref ! Work.Nothing
            ref.contramap[Work](identity).tryTell(Work.Nothing): Unit
          catch case _: MailboxFullException => ()
        eventually("as many wait as there is room for")(kind(system, "Worker").waiting == most)
        if stops then system.stop(ref)
        gate.countDown()
        if stops then await(ref.whenStopped): Unit
        eventually("none waits")(kind(system, "Worker").waiting == 0)
        eventually("it still takes or refuses them"):
          ref.tryTell(Work.Nothing) != stops
        eventually("none waits")(kind(system, "Worker").waiting == 0)

  test("times are those of the queue and of the handler, in virtual order of the gates"):
    withSystem(settings.withMetricsEvery(1)): system =>
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val ref   = system.spawn(new Worker, ActorOptions(dispatcher = Dispatcher.Blocking))
      ref ! Work.Wait(begun, gate)
      await(begun)
      ref ! Work.Nothing
      val sent = System.nanoTime
      Thread.sleep(20)
      val waited = System.nanoTime - sent
      gate.countDown()
      ref.askBlocking[Unit](Work.Done(_), Limit)
      eventually("all are counted")(kind(system, "Worker").handlerTime.count == 3)
      val measured = kind(system, "Worker")
      assert(measured.queueTime.maxNanos >= waited, s"$measured, waited $waited")
      assert(measured.handlerTime.maxNanos >= waited, s"$measured, waited $waited")
      assert(measured.handlerTime.percentileNanos(0.3) < measured.handlerTime.maxNanos)

  test("a sample measures some, and counts all"):
    withSystem(settings.withMetricsEvery(10)): system =>
      val ref = system.spawn(new Worker)
      (1 to 10000).foreach(_ => ref ! Work.Nothing)
      ref.askBlocking[Unit](Work.Done(_), Limit)
      // A handler is counted when it has returned, which may be after its reply.
      eventually("all are counted")(kind(system, "Worker").handled == 10001)
      val measured = kind(system, "Worker")
      // Far from every limit: with this chance of each, fewer than 500 or more than 2,000 do not happen.
      assert(measured.handlerTime.count > 500 && measured.handlerTime.count < 2000, measured.toString)

  test("a listener is told of each message of the sample, and what it throws hurts nobody"):
    val seen     = LinkedBlockingQueue[(Class[?], Boolean)]()
    val throwing = new ActorListener:
      override def onHandled(ref: ActorRef[?], message: Class[?], queued: Long, handled: Long): Unit = throw Boom()
    val noting = new ActorListener:
      override def onHandled(ref: ActorRef[?], message: Class[?], queued: Long, handled: Long): Unit =
        seen.add((message, queued >= 0 && handled >= 0)): Unit
    withSystem(settings.withMetricsEvery(1).withListener(ActorListener.all(throwing, noting))): system =>
      val ref = system.spawn(new Worker)
      ref ! Work.Nothing
      ref ! null.asInstanceOf[Work]
      ref.askBlocking[Unit](Work.Done(_), Limit)
      assertEquals(seen.next(2).map(_._2), List(true, true))
      assertEquals(seen.next._1, classOf[Work.Done])

  test("names without end make a table with an end"):
    withSystem(settings.withMetricsEvery(1)): system =>
      (1 to 3000).foreach(i => system.spawn(Behavior.receive[Int](_ => ()), ActorOptions(name = s"session $i")))
      assertEquals(system.metrics.size, 1001)
      assertEquals(system.metrics.map(_.spawned).sum, 3000L)
      assertEquals(kind(system, "(others)").spawned, 2000L)

object ActorMetricsSuite:
  enum Work:
    case Nothing
    case Fail
    case Wait(begun: CountDownLatch, gate: CountDownLatch)
    case Done(replyTo: ActorRef[Unit])

  final class Worker extends Actor[Work]:
    protected def receive(message: Work): Unit = message match
      case null                   => ()
      case Work.Nothing           => ()
      case Work.Fail              => throw ActorTest.Boom()
      case Work.Wait(begun, gate) =>
        begun.countDown()
        gate.await()
      case Work.Done(replyTo) => replyTo ! ()
