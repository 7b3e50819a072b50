package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

class ActorStatisticsSuite extends ActorTest:
  import ActorTest.*

  test("messages are counted once, whichever way they came"):
    withSystem: system =>
      val done = CountDownLatch(1)
      val ref  = system.spawn(new Obedient(LinkedBlockingQueue()))
      (1 to 100).foreach(_ => ref ! Order.Say("a"))       // single
      (1 to 10).foreach(_ => settled(ref, Order.Sync(_))) // asked
      val blocking = system.spawn(new Obedient(LinkedBlockingQueue()), ActorOptions(dispatcher = Dispatcher.Blocking))
      (1 to 20).foreach(_ => settled(blocking, Order.Sync(_))) // on virtual threads
      val bounded = system.spawn(
        new Obedient(LinkedBlockingQueue()),
        ActorOptions(mailbox = Mailbox.Bounded(100, WhenFull.Fail))
      )
      (1 to 30).foreach(_ => settled(bounded, Order.Sync(_))) // through a queue
      val newest = system.spawn(new Obedient(LinkedBlockingQueue()), ActorOptions(dispatcher = Dispatcher.NewestFirst))
      (1 to 40).foreach(_ => settled(newest, Order.Sync(_)))                                            // elsewhere
      ref ! Order.Do: context =>                                                                        // 1
        (1 to 300).foreach(_ => context.self ! Order.Say("b"))                                          // in bunches
        context.startTimer(1, Order.Do(_ => done.countDown()), scala.concurrent.duration.Duration.Zero) // a timer
      await(done)
      settled(ref, Order.Sync(_)) // 1
      eventually("all are counted")(system.statistics.handled == 100 + 10 + 20 + 30 + 40 + 1 + 300 + 1 + 1)
      assertEquals(system.statistics.failures, 0L)
      assertEquals(system.statistics.deadLetters.keySet, DeadLetterReason.values.toSet)
      assertEquals(system.statistics.allDeadLetters, 0L)

  test("what is handled, lost and left out adds up to what was sent"):
    withRecorder: (system, recorder) =>
      val sent    = 20000
      val senders = 4
      val refs    = Vector.tabulate(50): i =>
        system.spawn(
          Behavior.receive[Int]: message =>
            if message % 997 == i then throw Boom()
            else if message % 1009 == i then Behavior.stopped
            else Behavior.same,
          ActorOptions(supervision = if i % 2 == 0 then Supervision.resume else Supervision.stop)
        )
      val done = CountDownLatch(senders)
      for sender <- 0 until senders do
        system.spawn(Behavior.setup[Unit]:
          for i <- 0 until sent / senders do refs((i / 10 + sender) % 50) ! i
          done.countDown()
          Behavior.stopped): Unit
      await(done)
      eventually("all adds up"):
        val statistics = system.statistics
        statistics.handled + statistics.allDeadLetters == sent
      assertEquals(system.statistics.failures, recorder.failures.size.toLong)
      assertEquals(system.statistics.allDeadLetters, recorder.deadLetters.size.toLong)
