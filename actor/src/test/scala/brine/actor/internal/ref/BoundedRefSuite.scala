package brine.actor.internal.ref

import brine.actor.internal.cell.cellExtension
import brine.actor.*
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class BoundedRefSuite extends ActorTest:
  private def bounded(capacity: Int, whenFull: WhenFull): ActorOptions =
    ActorOptions(name = "narrow", mailbox = Mailbox.Bounded(capacity, whenFull))

  /** An actor that handles its first message only once the gate is open. */
  private def gated(system: ActorSystem, seen: LinkedBlockingQueue[Int], options: ActorOptions) =
    val gate  = CountDownLatch(1)
    val begun = CountDownLatch(1)
    val ref   = system.spawn(
      Behavior.receive[Int]: message =>
        begun.countDown()
        await(gate)
        seen.add(message): Unit
      ,
      options
    )
    ref ! 0
    await(begun)
    (ref, gate)

  /** Lets the actor take the next message with the token of another, and then fails, once. */
  private final class Late(cell: Cell[?], taken: LinkedBlockingQueue[Any])
      extends CellDispatcher(cell.cellDispatcher.system, cell.cellDispatcher.batch):
    private val under          = cell.cellDispatcher
    @volatile private var late = true

    /** How often it throws after that. */
    val failing = AtomicInteger(0)

    /** How often the actor was scheduled. */
    val scheduled                     = AtomicInteger(0)
    def schedule(cell: Cell[?]): Unit =
      if !late && failing.getAndDecrement() > 0 then throw OutOfMemoryError("on purpose")
      if late then
        late = false
        taken.add(cell.cellExtension.queue.take()): Unit
        throw OutOfMemoryError("on purpose")
      scheduled.incrementAndGet(): Unit
      under.schedule(cell)
    def reschedule(cell: Cell[?]): Unit           = under.reschedule(cell)
    override def runsHere(cell: Cell[?]): Boolean = under.runsHere(cell)
    def stopsInline: Boolean                      = under.stopsInline

  for whenFull <- WhenFull.values do
    test(s"a message that the actor took while its token could not be sent counts as sent, $whenFull"):
      withSystem: system =>
        val seen = LinkedBlockingQueue[Int]()
        val ref  = system.spawn(Behavior.receive[Int](message => seen.add(message): Unit), bounded(2, whenFull))
        eventually("it is idle")(!ref.targetCell.cellBusy)
        val taken = LinkedBlockingQueue[Any]()
        ref.targetCell.cellDispatcher = Late(ref.targetCell, taken)
        ref ! 1 // threw, so that its sender would have sent it again
        assertEquals(taken.next, 1)
        ref ! 2
        ref ! 3
        assertEquals(seen.next(2), List(2, 3))

  // Another message may be left without one, and perhaps nobody sends any more.
  for failures <- Seq(0, 5) do
    test(s"a token that could not be sent is sent later, without another message, after $failures failures"):
      withSystem: system =>
        val ref = system.spawn(Behavior.receive[Int](_ => ()), bounded(2, WhenFull.Fail))
        eventually("it is idle")(!ref.targetCell.cellBusy)
        val taken = LinkedBlockingQueue[Any]()
        val late  = Late(ref.targetCell, taken)
        late.failing.set(failures)
        ref.targetCell.cellDispatcher = late
        ref ! 1
        assertEquals(taken.next, 1)
        eventually("the actor is scheduled")(late.scheduled.get == 1)
        eventually("it is idle again")(!ref.targetCell.cellBusy)
        ref ! 2
        eventually("the actor is scheduled once more")(late.scheduled.get == 2)

  test("fail: the sender is told, and nothing is lost"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(2, WhenFull.Fail))
      ref ! 1
      assert(ref.tryTell(2))
      assert(!ref.tryTell(3))
      val full = intercept[MailboxFullException](ref ! 4)
      assert(full.target eq ref)
      assert(full.getMessage.startsWith("the mailbox of narrow is full with 2 messages"), full.getMessage)
      val asked = ref.ask[Int](_ => 5, 1.hour)
      assert(failureOf(asked).isInstanceOf[MailboxFullException])
      gate.countDown()
      assertEquals(seen.next(3), List(0, 1, 2))
      assertEquals(recorder.letters.map(_.message), List(5))

  test("drop newest: what comes to a full mailbox is a dead letter"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(2, WhenFull.DropNewest))
      (1 to 4).foreach(ref ! _)
      assert(!ref.tryTell(5))
      gate.countDown()
      assertEquals(seen.next(3), List(0, 1, 2))
      assertEquals(recorder.letters, List(3, 4).map(DeadLetter(_, ref, DeadLetterReason.MailboxFull)))

  test("drop oldest: what waits longest is a dead letter, also if it is the same object"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(2, WhenFull.DropOldest))
      (1 to 4).foreach(ref ! _)
      assert(ref.tryTell(5))
      assert(ref.tryTell(5))
      assert(ref.tryTell(5))
      gate.countDown()
      assertEquals(seen.next(3), List(0, 5, 5))
      assertEquals(recorder.letters.map(_.message), List(1, 2, 3, 4, 5))

  test("a dropped ask fails at once"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(1, WhenFull.DropOldest))
      val asked       = ref.ask[Int](_ => 1, 1.hour)
      ref ! 2
      assert(failureOf(asked).isInstanceOf[MailboxFullException])
      gate.countDown()
      assertEquals(seen.next(2), List(0, 2))
      assertEquals(recorder.letters.map(_.message), List(1))

  test("park: a virtual thread waits for room and keeps its order, any other is told"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(2, WhenFull.Park))
      val sent        = AtomicInteger()
      val sender      = Thread
        .ofVirtual()
        .start: () =>
          for i <- 1 to 100 do
            ref ! i
            sent.incrementAndGet()
      eventually("it waits")(sender.getState == Thread.State.WAITING && sent.get == 2)
      intercept[MailboxFullException](ref ! 1000): Unit
      gate.countDown()
      assertEquals(seen.next(101), List.range(0, 101))
      sender.join()
      assertEquals(recorder.letters, Nil)

  test("park: tryTell does not wait, and an ask waits no longer than its timeout"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(1, WhenFull.Park))
      ref ! 1
      val results = LinkedBlockingQueue[Any]()
      // On virtual threads, which may wait for room.
      val trying = Thread.ofVirtual().start(() => results.add(ref.tryTell(2)): Unit)
      assertEquals(results.next, false)
      trying.join()
      val asking = Thread
        .ofVirtual()
        .start: () =>
          try ref.askBlocking[Unit](_ => 3, 20.millis)
          catch case failure: AskTimeoutException => results.add(failure): Unit
      assert(results.next.isInstanceOf[AskTimeoutException])
      asking.join()
      val interrupted = Thread
        .ofVirtual()
        .start: () =>
          try
            val _ = ref.ask[Unit](_ => 4, ActorTest.Limit)
          catch case failure: InterruptedException => results.add(failure): Unit
      eventually("it waits")(interrupted.getState == Thread.State.TIMED_WAITING)
      interrupted.interrupt()
      assert(results.next.isInstanceOf[InterruptedException])
      assertEquals(
        recorder.letters.map(letter => (letter.message, letter.reason)),
        List((3, DeadLetterReason.MailboxFull))
      )
      gate.countDown()
      assertEquals(seen.next(2), List(0, 1))

  test("park: who waits for an actor that ends goes on, and its message is a dead letter"):
    withRecorder: (system, recorder) =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(1, WhenFull.Park))
      ref ! 1
      val senders = List.tabulate(5)(i => Thread.ofVirtual().start(() => ref ! i + 10))
      eventually("all wait")(senders.forall(_.getState == Thread.State.WAITING))
      system.stop(ref)
      gate.countDown()
      senders.foreach(_.join())
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.letters.map(_.message).toSet, Set[Any](1, 10, 11, 12, 13, 14))
      assertEquals(recorder.letters.map(_.reason).toSet, Set(DeadLetterReason.Stopped))

  test("park: an interrupt ends the wait, and an actor does not wait for room in its own mailbox"):
    withSystem: system =>
      val seen        = LinkedBlockingQueue[Int]()
      val (ref, gate) = gated(system, seen, bounded(1, WhenFull.Park))
      ref ! 1
      val interrupted = CountDownLatch(1)
      val sender      = Thread
        .ofVirtual()
        .start: () =>
          try ref ! 2
          catch case _: InterruptedException => interrupted.countDown()
      eventually("it waits")(sender.getState == Thread.State.WAITING)
      sender.interrupt()
      await(interrupted)
      gate.countDown()
      assertEquals(seen.next(2), List(0, 1))
      val refused = LinkedBlockingQueue[Boolean]()
      val own     = system.spawn(
        Behavior.receive[Int]: message =>
          if message == 0 then
            context.self ! 1
            refused.add(
              try
                context.self ! 2
                false
              catch case _: MailboxFullException => true
            ): Unit
          else refused.add(message == 1): Unit,
        bounded(1, WhenFull.Park).copy(dispatcher = Dispatcher.Blocking)
      )
      own ! 0
      assertEquals(refused.next(2), List(true, true))

  for whenFull <- WhenFull.values do
    test(s"$whenFull: from many senders, what is handled and what is lost is what was sent, in order"):
      withRecorder: (system, recorder) =>
        val senders  = 4
        val each     = 3000
        val capacity = 16
        val handled  = AtomicInteger()
        val refused  = AtomicInteger()
        val disorder = AtomicInteger()
        val most     = AtomicInteger()
        val last     = Array.fill(senders)(-1)
        val ref      = system.spawn(
          Behavior.receive[Int]: message =>
            val sender = message / each
            if message             % each <= last(sender) then disorder.incrementAndGet(): Unit
            last(sender) = message % each
            handled.incrementAndGet(): Unit
          ,
          bounded(capacity, whenFull)
        )
        val queue = ref.asInstanceOf[BoundedRef[Int]]
        val done  = CountDownLatch(senders)
        for sender <- 0 until senders do
          val _ = Thread
            .ofVirtual()
            .start: () =>
              for i <- 0 until each do
                try ref ! sender * each + i
                catch case _: MailboxFullException => refused.incrementAndGet(): Unit
                most.accumulateAndGet(queue.waiting, Math.max(_, _)): Unit
              done.countDown()
        await(done)
        eventually(s"all are accounted for")(handled.get + refused.get + recorder.deadLetters.size == senders * each)
        assertEquals(disorder.get, 0)
        assert(most.get <= capacity, most.toString)
        if whenFull == WhenFull.Park then assertEquals(handled.get, senders * each)
        if whenFull != WhenFull.Fail then assertEquals(refused.get, 0)

    test(s"$whenFull: when the actor ends meanwhile, everything sent is handled, refused or a dead letter"):
      withRecorder: (system, recorder) =>
        for round <- 1 to 50 do
          val before  = recorder.deadLetters.size
          val handled = AtomicLong()
          val refused = AtomicLong()
          val ref     = system.spawn(
            Behavior.receive[Int]: _ =>
              if handled.incrementAndGet() == 20 then Behavior.stopped else Behavior.same,
            bounded(4, whenFull)
          )
          val senders = List.fill(3):
            Thread
              .ofVirtual()
              .start: () =>
                for i <- 1 to 30 do
                  try ref ! i
                  catch case _: MailboxFullException => refused.incrementAndGet(): Unit
          senders.foreach(_.join())
          system.stop(ref)
          eventually("the end")(recorder.hasStopped(ref))
          eventually(s"round $round accounts for all"):
            handled.get + refused.get + recorder.deadLetters.size - before == 90
          assert(!ref.tryTell(1))
          ref ! 2
          assertEquals(recorder.deadLetters.size - before + handled.get + refused.get, 91L)

  test("what comes while the mailbox is closing is a dead letter of the end, and not one too many"):
    for whenFull <- WhenFull.values do
      val letters                = LinkedBlockingQueue[(Any, DeadLetterReason)]()
      var target: ActorRef[Int]  = null
      val sending: ActorListener = new ActorListener:
        // Told of the first letter while the actor is about to close its mailbox.
        override def onDeadLetter(letter: DeadLetter): Unit =
          letters.add((letter.message, letter.reason))
          if letter.message == 1 then
            assert(!target.tryTell(3))
            target ! 2
      withSystem(ActorSystemSettings(workers = 2, listener = sending)): system =>
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        target = system.spawn(
          Behavior.receive[Int]: _ =>
            begun.countDown()
            await(gate)
            Behavior.stopped
          ,
          bounded(1, whenFull)
        )
        target ! 0
        await(begun)
        assert(target.tryTell(1))
        gate.countDown()
        assertEquals(letters.next(2).toSet, Set(1, 2).map((_: Any, DeadLetterReason.Stopped)))

  test("timers, stashes and signals of an actor with a bounded mailbox do not count"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[String]()
      val gate = CountDownLatch(1)
      val ref  = system.spawn(
        Behavior
          .receive[String]:
            case "begin" =>
              context.startTimer(1, "timer", Duration.Zero)
              context.watch(system.spawn(Behavior.setup[Unit](Behavior.stopped)))
              await(gate)
            case "put"   => context.stash("back")
            case "take"  => context.unstashAll()
            case message => seen.add(message): Unit
          .onSignal { case Signal.Terminated(_, _) => seen.add("terminated"): Unit },
        bounded(1, WhenFull.Fail)
      )
      ref ! "begin"
      eventually("it has begun")(ref.tryTell("put"))
      eventually("the others are there")(ref.targetCell.queueLength >= 1)
      gate.countDown()
      eventually("it takes one more")(ref.tryTell("take"))
      assertEquals(seen.next(3).toSet, Set("terminated", "timer", "back"))
