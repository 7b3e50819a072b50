package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class ActorTimerSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  private def within(ref: ActorRef[Order])(action: ActorContext[Order] => Unit): Unit =
    ref ! Order.Do(action)
    settled(ref, Order.Sync(_))

  test("a timer fires once, never early"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      val began  = System.nanoTime()
      within(ref): context =>
        context.startTimer("key", Order.Say("due"), 20.millis)
        assert(context.isTimerActive("key"))
      assertEquals(events.next(2), List("start", "due 1"))
      assert(System.nanoTime() - began >= 20000000L)
      within(ref): context =>
        assert(!context.isTimerActive("key"))
        assert(!context.cancelTimer("key"))

  test("a delay of zero or less is due at once"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      within(ref): context =>
        context.startTimer("a", Order.Say("due"), Duration.Zero)
        context.startTimer("b", Order.Say("due"), -1.second)
      assertEquals(events.next(3), List("start", "due 1", "due 2"))

  test("timers with the same key replace each other, others do not"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      within(ref): context =>
        context.startTimer("key", Order.Say("first"), 1.milli)
        context.startTimer("key", Order.Say("second"), 10.millis)
        context.startTimer("other", Order.Say("other"), 40.millis)
      assertEquals(events.next(3), List("start", "second 1", "other 2"))

  test("a timer that is cancelled or replaced after it fired is not heard of"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      within(ref): context =>
        context.startTimer("cancelled", Order.Say("cancelled"), 1.milli)
        context.startTimer("replaced", Order.Say("replaced"), 1.milli)
        // Both fire while this handler runs, and wait in the mailbox.
        eventually("both are due")(ref.targetCell.queueLength >= 3)
        assert(context.isTimerActive("cancelled"))
        assert(context.cancelTimer("cancelled"))
        context.startTimer("replaced", Order.Say("replacing"), 1.milli)
      assertEquals(events.next(2), List("start", "replacing 1"))
      settled(ref, Order.Sync(_))
      assert(events.isEmpty)

  test("fixed delay begins anew when its message was handled"):
    withSystem: system =>
      val handled = LinkedBlockingQueue[(Long, Long)]()
      val ref     = system.spawn(Behavior.setup[Unit]:
        context.startTimerWithFixedDelay("key", (), 10.millis)
        Behavior.receive: _ =>
          val began = System.nanoTime()
          Thread.sleep(15)
          handled.add((began, System.nanoTime())): Unit)
      val turns = handled.next(4)
      turns.zip(turns.tail).foreach { case ((_, ended), (began, _)) => assert(began - ended >= 10000000L) }
      system.stop(ref)

  test("fixed rate leaves out the turns that were missed"):
    withSystem: system =>
      val handled = LinkedBlockingQueue[Long]()
      val gate    = CountDownLatch(1)
      val began   = System.nanoTime()
      val ref     = system.spawn(Behavior.setup[Unit]:
        var count = 0
        context.startTimerAtFixedRate("key", (), 5.millis)
        Behavior.receive: _ =>
          count += 1
          if count == 1 then await(gate)
          handled.add(System.nanoTime()): Unit)
      Thread.sleep(100) // some 19 turns are missed
      gate.countDown()
      val times = handled.next(10)
      // With the missed ones in a burst, ten would be there at once.
      assert(times.last - times.head >= 8 * 5000000L - 5000000L, (times.last - times.head).toString)
      assert(times.head - began >= 100000000L)
      system.stop(ref)

  test("a repeated timer ends when its own handler cancels it"):
    withSystem: system =>
      for fixedRate <- List(true, false) do
        val done  = CountDownLatch(3)
        val extra = CountDownLatch(4)
        val ref   = system.spawn(Behavior.setup[Unit]:
          if fixedRate then context.startTimerAtFixedRate("key", (), 2.millis)
          else context.startTimerWithFixedDelay("key", (), 2.millis)
          Behavior.receive: _ =>
            if done.getCount == 1 then assert(context.cancelTimer("key"))
            done.countDown()
            extra.countDown())
        await(done)
        // A timer that is started later on the same clock comes later.
        val after = CountDownLatch(1)
        val _     = system.spawn(Behavior.setup[Unit]:
          context.startTimer("key", (), 20.millis)
          Behavior.receive(_ => after.countDown()))
        await(after)
        assertEquals(extra.getCount, 1L)
        system.stop(ref)

  test("a repeated timer goes on after a failure that is resumed"):
    withSystem: system =>
      for fixedRate <- List(true, false) do
        val done = CountDownLatch(3)
        val ref  = system.spawn(
          Behavior.setup[Unit]:
            if fixedRate then context.startTimerAtFixedRate("key", (), 2.millis)
            else context.startTimerWithFixedDelay("key", (), 2.millis)
            Behavior.receive: _ =>
              done.countDown()
              throw Boom()
          ,
          ActorOptions(supervision = Supervision.resume)
        )
        await(done)
        system.stop(ref)

  test("timers end with their actor, without dead letters"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        context.startTimer("far", Order.Say("far"), 1.hour)
        context.startTimerAtFixedRate("near", Order.Say("near"), 1.milli)
        context.startTimer("due", Order.Say("due"), 1.milli)
        eventually("it is due")(ref.targetCell.queueLength >= 3)
        context.stopSelf()
      eventually("the end")(recorder.hasStopped(ref))
      val after = CountDownLatch(1)
      val _     = system.spawn(Behavior.setup[Unit]:
        context.startTimer("key", (), 10.millis)
        Behavior.receive(_ => after.countDown()))
      await(after)
      assertEquals(recorder.letters.map(_.message).filter(_.isInstanceOf[Order.Say]), Nil)

  test("a period must be above zero"):
    withSystem: system =>
      val refused = LinkedBlockingQueue[Boolean]()
      val ref     = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        for start <- List(
            () => context.startTimerAtFixedRate("key", Order.Say(""), Duration.Zero),
            () => context.startTimerWithFixedDelay("key", Order.Say(""), -1.milli),
            () => context.setReceiveTimeout(Duration.Zero, Order.Say(""))
          )
        do
          refused.add(
            try
              start()
              false
            catch case _: IllegalArgumentException => true
          )
      assertEquals(refused.next(3), List(true, true, true))

  test("many timers of many actors all fire"):
    withSystem: system =>
      val left = CountDownLatch(10000)
      for i <- 1 to 100 do
        val _ = system.spawn(Behavior.setup[Int]:
          (1 to 100).foreach(j => context.startTimer(j, j, (i * j % 50).millis))
          Behavior.receive(_ => left.countDown()))
      await(left)
