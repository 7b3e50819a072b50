package brine.entity.effect

import brine.actor.ActorSystem
import brine.journal.testkit.MemoryEventLog
import brine.journal.{Offset, Query}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}

/** What running effects do when all is well, where they begin, and how they end. */
class RunningEffectsSuite extends FunSuite, EffectsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  test("each event has its effect once, in order, also over a restart"):
    withLog: log =>
      val receiver = Receiver()
      for number <- 1 to 20 do move(log, s"${number % 3}", number)
      running(log, received(receiver)()): moves =>
        moves.await(Offset(20), 30.seconds)
        assertEquals(receiver.executed.sorted, (1L to 20L).toVector)
        assertEquals(moves.status.executed, 20L)
        assertEquals(moves.status.pending, 0)
      val next = move(log, "0", 21)
      running(log, received(receiver)()): moves =>
        moves.await(next, 30.seconds)
        assertEquals(moves.status.executed, 1L)
      assertEquals(receiver.wrong, Vector.empty)

  test("a new name begins at the first event, after one, or at the end, and an old one continues"):
    withLog: log =>
      for number <- 1 to 5 do move(log, "a", number)
      def executedFrom(begin: EffectsBegin, name: String): Vector[Long] =
        val receiver = java.util.concurrent.ConcurrentLinkedQueue[Long]()
        running(log, effects(begin, name)((record, _) => receiver.add(record.value.number): Unit)): moves =>
          moves.await(move(log, "a", 6), 30.seconds)
        receiver.toArray(Array.empty[java.lang.Long]).toVector.map(_.toLong)
      assertEquals(executedFrom(EffectsBegin.First, "first"), Vector(1L, 2L, 3L, 4L, 5L, 6L))
      assertEquals(executedFrom(EffectsBegin.Now, "now"), Vector(6L))
      assertEquals(executedFrom(EffectsBegin.After(Offset(4)), "after"), Vector(5L, 6L, 6L, 6L))
      assertEquals(executedFrom(EffectsBegin.After(Offset.Begin), "kept").size, 9)
      // Now the names are known.
      move(log, "a", 7)
      assertEquals(executedFrom(EffectsBegin.First, "now").count(_ == 7), 1)
      assertEquals(executedFrom(EffectsBegin.Now, "now"), Vector(6L))
      val beyond = intercept[EffectsException](executedFrom(EffectsBegin.After(Offset(1000)), "beyond"))
      assert(beyond.error.isInstanceOf[EffectsError.BeyondEnd], beyond.error)

  test("an event that is appended as soon as they are started has its effect, even if they end at once"):
    withLog: log =>
      val receiver = Receiver()
      for turn <- 1 to 30 do
        val moves = Effects.start(log, received(receiver, EffectsBegin.Now)(), quick)
        move(log, "a", turn)
        moves.close()
      running(log, received(receiver, EffectsBegin.Now)()): moves =>
        moves.await(log.durable, 30.seconds)
        assertEquals(receiver.executed.distinct.size, 30)

  test("effects of different keys are executed at the same time, as many as the settings say"):
    withLog: log =>
      val receiver = Receiver()
      val full     = CountDownLatch(3)
      for number <- 1 to 30 do move(log, s"$number", number)
      val definition = received(receiver): _ =>
        full.countDown()
        full.await()
      running(log, definition, quick.withParallel(3)): moves =>
        moves.await(Offset(30), 30.seconds)
        assertEquals(receiver.mostAtOnce, 3)

  test("the key of the definition decides what is in order"):
    withLog: log =>
      val atOnce     = AtomicInteger()
      val most       = AtomicInteger()
      val definition = effects(): (_, _) =>
        most.accumulateAndGet(atOnce.incrementAndGet(), math.max(_, _)): Unit
        Thread.sleep(1)
        atOnce.decrementAndGet(): Unit
      for number <- 1 to 20 do move(log, s"$number", number)
      running(log, definition.withKey((_, _) => "one")): moves =>
        moves.await(Offset(20), 30.seconds)
        assertEquals(most.get, 1)

  test("of two that run in two places, the first ends, and says why"):
    withLog: log =>
      val receiver = Receiver()
      running(log, received(receiver)()): old =>
        old.await(move(log, "a", 1), 30.seconds)
        running(log, received(receiver)()): moves =>
          assertEquals(ended(old), EffectsError.Fenced("the effects 'moves'"))
          moves.await(move(log, "a", 2), 30.seconds)
          assertEquals(moves.status.end, None)
          val behind = intercept[EffectsException](old.await(Offset(1000), 30.seconds))
          assertEquals(behind.error, EffectsError.Fenced("the effects 'moves'"))
          assertEquals(old.replay("line-a"), Left(EffectsError.Fenced("the effects 'moves'")))
        assertEquals(receiver.wrong, Vector.empty)

  test("many that are started together: one is left"):
    withLog: log =>
      val receiver = Receiver()
      val started  = (1 to 8).map(_ => asked(Effects.start(log, received(receiver)(), quick))).map(_.get)
      try
        eventually("one is left")(started.count(_.status.end.isEmpty) == 1)
        val last = started.find(_.status.end.isEmpty).get
        last.await(move(log, "a", 1), 30.seconds)
        assertEquals(receiver.executed.distinct, receiver.executed.distinct.take(1))
      finally started.foreach(_.close())

  test("closing waits for what is executed, and stores it"):
    withLog: log =>
      val receiver   = Receiver()
      val entered    = CountDownLatch(1)
      val go         = CountDownLatch(1)
      val definition = received(receiver): _ =>
        entered.countDown()
        go.await()
      move(log, "a", 1)
      move(log, "a", 2)
      val moves = Effects.start(log, definition, quick)
      assert(entered.await(30, TimeUnit.SECONDS))
      val closed = asked(moves.close())
      eventually("it is closing")(moves.replay("x").isLeft || closed.isDone)
      assert(!closed.isDone)
      go.countDown()
      closed.get(30, TimeUnit.SECONDS)
      // The second one was not begun.
      assertEquals(receiver.executed.size, 1)
      running(log, received(receiver)()): again =>
        again.await(Offset(2), 30.seconds)
        assertEquals(again.status.executed, 1L)

  test("closing interrupts what takes too long, which is executed again after the next start"):
    withLog: log =>
      val receiver    = Receiver()
      val interrupted = AtomicBoolean()
      val entered     = CountDownLatch(1)
      val hanging     = received(receiver): _ =>
        entered.countDown()
        try Thread.sleep(1_000_000)
        catch
          case stop: InterruptedException =>
            interrupted.set(true)
            throw stop
      val offset = move(log, "a", 1)
      val moves  = Effects.start(log, hanging, quick.withCloseTimeout(20.millis))
      assert(entered.await(30, TimeUnit.SECONDS))
      moves.close()
      assert(interrupted.get)
      assertEquals(moves.setAside, Vector.empty)
      running(log, received(receiver)())(_.await(offset, 30.seconds))
      assertEquals(receiver.executed, Vector(1L))

  test("closing does not wait for a function that takes no notice of interrupts"):
    withLog: log =>
      val entered = CountDownLatch(1)
      val go      = AtomicBoolean()
      val offset  = move(log, "a", 1)
      val moves   = Effects.start(
        log,
        effects(): (_, _) =>
          entered.countDown()
          while !go.get do Thread.interrupted(): Unit
        ,
        quick.withCloseTimeout(20.millis)
      )
      try
        assert(entered.await(30, TimeUnit.SECONDS))
        moves.close()
        assertEquals(moves.status.end, Some(EffectsError.Closed("the effects 'moves'")))
      finally go.set(true)
      val receiver = Receiver()
      running(log, received(receiver)())(_.await(offset, 30.seconds))
      assertEquals(receiver.executed, Vector(1L))

  test("a call that outlasts closing is not overtaken by one of its key after the next start"):
    withLog: log =>
      val (entered, other) = (CountDownLatch(1), CountDownLatch(1))
      val (go, isFirst)    = (AtomicBoolean(), AtomicBoolean(true))
      val (now, overlaps)  = (AtomicInteger(), AtomicInteger())
      val definition       = effects(): (record, _) =>
        if record.stream == "line-b" then other.countDown()
        else
          if now.incrementAndGet() > 1 then overlaps.incrementAndGet(): Unit
          if isFirst.getAndSet(false) then
            entered.countDown()
            while !go.get do Thread.interrupted(): Unit
          now.decrementAndGet(): Unit
      val last = move(log, "a", 1)
      val old  = Effects.start(log, definition, quick.withCloseTimeout(10.millis))
      try
        assert(entered.await(30, TimeUnit.SECONDS))
        old.close()
        running(log, definition): moves =>
          move(log, "b", 2)
          assert(other.await(30, TimeUnit.SECONDS))
          eventually("it waits")(moves.status.failure.exists(_.message.contains("waits for an earlier call")))
          assertEquals(moves.position, Offset.Begin)
          go.set(true)
          moves.await(last, 30.seconds)
          assertEquals(overlaps.get, 0)
      finally go.set(true)

  test("closing ends the wait for such a call"):
    withLog: log =>
      val entered    = CountDownLatch(1)
      val go         = AtomicBoolean()
      val definition = effects(): (_, _) =>
        entered.countDown()
        while !go.get do Thread.interrupted(): Unit
      move(log, "a", 1)
      val old = Effects.start(log, definition, quick.withCloseTimeout(10.millis))
      try
        assert(entered.await(30, TimeUnit.SECONDS))
        old.close()
        running(log, definition, quick.withCloseTimeout(10.minutes)): moves =>
          eventually("it waits")(moves.status.failure.nonEmpty)
      finally go.set(true)

  test("an interrupted thread closes them all the same, and stays interrupted"):
    withLog: log =>
      val receiver = Receiver()
      val moves    = Effects.start(log, received(receiver)(), quick)
      moves.await(move(log, "a", 1), 30.seconds)
      Thread.currentThread.interrupt()
      moves.close()
      assert(Thread.interrupted())
      assertEquals(moves.status.end, Some(EffectsError.Closed("the effects 'moves'")))

  test("an interrupt while they are closed does not end the wait"):
    withLog: log =>
      val entered    = CountDownLatch(1)
      val go         = CountDownLatch(1)
      val definition = effects(): (_, _) =>
        entered.countDown()
        go.await()
      move(log, "a", 1)
      val moves = Effects.start(log, definition, quick)
      assert(entered.await(30, TimeUnit.SECONDS))
      val result = CompletableFuture[Boolean]()
      val closer = Thread.ofPlatform.start: () =>
        try
          moves.close()
          result.complete(Thread.currentThread.isInterrupted): Unit
        catch case failed: Throwable => result.completeExceptionally(failed): Unit
      eventually("it waits")(closer.getState == Thread.State.WAITING)
      closer.interrupt()
      eventually("it waits again"):
        closer.getState == Thread.State.WAITING && !closer.isInterrupted || result.isDone
      assert(!result.isDone)
      go.countDown()
      assert(result.get(30, TimeUnit.SECONDS))

  test("in their own function, closing does not wait, and what would wait for itself is refused"):
    withLog: log =>
      val own                       = java.util.concurrent.atomic.AtomicReference[RunningEffects]()
      val refused                   = AtomicInteger()
      val receiver                  = Receiver()
      def fails(body: => Any): Unit =
        try body: Unit
        catch case _: IllegalStateException => refused.incrementAndGet(): Unit
      val definition = received(receiver): _ =>
        while own.get == null do Thread.onSpinWait()
        fails(own.get.await(Offset(100), 1.second))
        fails(own.get.replay("line-a"))
        fails(own.get.discard("line-a"))
        fails(own.get.discardOne(Offset(1)))
        own.get.close()
      val moves = Effects.start(log, definition, quick)
      own.set(moves)
      val offset = move(log, "a", 1)
      move(log, "a", 2)
      assertEquals(ended(moves), EffectsError.Closed("the effects 'moves'"))
      moves.close()
      assertEquals(refused.get, 4)
      assertEquals(receiver.executed, Vector(offset.sequence))

  test("over a log that is closed they end, and what is open is executed when it is opened again"):
    val log      = MemoryEventLog()
    val receiver = Receiver()
    val entered  = CountDownLatch(1)
    move(log, "a", 1)
    val definition = received(receiver): _ =>
      entered.countDown()
      Thread.sleep(1_000_000)
    val moves = Effects.start(log, definition, quick.withCloseTimeout(1.milli))
    try
      assert(entered.await(30, TimeUnit.SECONDS))
      log.close()
      assertEquals(ended(moves), EffectsError.Closed("the effects 'moves'"))
    finally moves.close()
    val again = log.openAgain()
    try
      running(again, received(receiver)())(_.await(Offset(1), 30.seconds))
      assertEquals(receiver.executed, Vector(1L))
    finally again.close()
    val closed = intercept[EffectsException](Effects.start(again, received(receiver)(), quick))
    assert(
      closed.error.isInstanceOf[EffectsError.Closed] || closed.error.isInstanceOf[EffectsError.Unreadable],
      closed.error
    )

  test("over all records, what effects store has no effects, and they come to rest"):
    withLog: log =>
      val seen              = java.util.concurrent.ConcurrentLinkedQueue[String]()
      def all(name: String) = Effects.ofStored(name, EffectsBegin.First)(Query.all): (record, _) =>
        seen.add(record.stream): Unit
      running(log, all("one")): one =>
        running(log, all("two")): two =>
          val last = move(log, "a", 1)
          one.await(last, 30.seconds)
          two.await(last, 30.seconds)
          eventually("they have stored that")(one.status.keepAfter == last || one.status.keepAfter.sequence > 1)
          Thread.sleep(300) // they look 20 times a second
          val before = log.durable
          Thread.sleep(300)
          assertEquals(log.durable, before)
          assertEquals(seen.toArray.toVector, Vector[AnyRef]("line-a", "line-a"))

  test("a caller that is interrupted leaves its replay, which continues"):
    withLog: log =>
      val receiver   = Receiver()
      val isBroken   = AtomicBoolean(true)
      val entered    = CountDownLatch(1)
      val go         = CountDownLatch(1)
      val definition = received(receiver): _ =>
        if isBroken.get then throw EffectRefusedException("a bug")
        entered.countDown()
        go.await()
      for number <- 1 to 3 do move(log, "a", number)
      running(log, definition): moves =>
        moves.await(Offset(3), 30.seconds)
        isBroken.set(false)
        val left   = AtomicBoolean()
        val caller = Thread.ofVirtual.start: () =>
          try moves.replay("line-a"): Unit
          catch case _: InterruptedException => left.set(true)
        assert(entered.await(30, TimeUnit.SECONDS))
        caller.interrupt()
        caller.join()
        assert(left.get)
        go.countDown()
        eventually("it is executed")(moves.setAside.isEmpty)
        assertEquals(receiver.wrong, Vector.empty)

  test("on a worker of an actor system nothing waits"):
    withLog: log =>
      val system = ActorSystem()
      try
        running(log, received(Receiver())()): moves =>
          val calls = Vector[() => Any](
            () => Effects.start(log, effects(name = "other")((_, _) => ()), quick),
            () => Effects.moveTo(log, "other", Offset.Begin),
            () => moves.await(Offset.Begin, 1.second),
            () => moves.replay("a"),
            () => moves.discard("a"),
            () => moves.discardOne(Offset(1)),
            () => moves.close()
          )
          for call <- calls do
            val result = Await.ready(Future(call(): Unit)(using system.executionContext), 30.seconds).value.get
            assert(result.failed.toOption.exists(_.getMessage.contains("worker of an actor system")), result)
          assertEquals(moves.status.end, None)
      finally system.shutdown(): Unit

  test("a caller that waits in vain is told where they are"):
    withLog: log =>
      running(log, received(Receiver())()): moves =>
        val behind = intercept[EffectsException](moves.await(Offset(1000), 1.milli))
        assert(behind.error.isInstanceOf[EffectsError.Behind], behind.error)
