package brine.actor.internal.dispatcher

import brine.actor.{Batch, Cell}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

/** Workers that depend on each other alone: no monitor repairs what they miss. */
final class WorkerPoolSuite extends munit.FunSuite:
  import LonePool.opens

  override val munitTimeout = scala.concurrent.duration.Duration(120, "s")

  // The condition may wait for an actor that asserts something too, and the original holds a lock of the suite
  // meanwhile.
  override def assert(cond: => Boolean, clue: => Any)(implicit loc: munit.Location): Unit =
    val holds = cond
    super.assert(holds, clue)

  private def using[A](pool: LonePool)(body: LonePool => A): A =
    try body(pool)
    finally pool.close()

  private def eventually(what: String)(condition: => Boolean): Unit =
    val deadline = System.nanoTime() + 20_000_000_000L
    var holds    = condition // once: it may not hold for long
    while !holds && System.nanoTime() < deadline do
      Thread.sleep(1)
      holds = condition
    assert(holds, what)

  for newestFirst <- List(false, true); workers <- List(2, 3) do
    test(s"who is sent to runs while the sender computes, $workers workers, newest first: $newestFirst"):
      using(LonePool(workers, newestFirst).launch()): lone =>
        for round <- 1 to 300 do
          val handled  = CountDownLatch(1)
          val returned = CountDownLatch(1)
          val receiver = lone.actor(_ => handled.countDown())
          val sender   = lone.actor: _ =>
            receiver.tell(round)
            // It computes, and does not return until the receiver has run.
            assert(opens(handled), s"the receiver waits for the sender, round $round")
            returned.countDown()
          sender.tell(round)
          assert(opens(returned), s"the sender does not return, round $round")

    test(s"so do several receivers, $workers workers, newest first: $newestFirst"):
      using(LonePool(workers, newestFirst).launch()): lone =>
        for round <- 1 to 300 do
          val handled   = CountDownLatch(5)
          val returned  = CountDownLatch(1)
          val receivers = List.fill(5)(lone.actor(_ => handled.countDown()))
          val sender    = lone.actor: _ =>
            receivers.foreach(_.tell(round))
            assert(opens(handled), s"a receiver waits for the sender, round $round")
            returned.countDown()
          sender.tell(round)
          assert(opens(returned), s"the sender does not return, round $round")

  test("who is sent to runs while the sender computes, though all others were asleep"):
    using(LonePool(2).launch()): lone =>
      for round <- 1 to 30 do
        val handled  = CountDownLatch(1)
        val returned = CountDownLatch(1)
        val receiver = lone.actor(_ => handled.countDown())
        val sender   = lone.actor: _ =>
          receiver.tell(round)
          assert(opens(handled), s"the receiver waits for the sender, round $round")
          returned.countDown()
        eventually("all sleep")(lone.pool.atRest)
        Thread.sleep(1) // the last look of the one that watched
        sender.tell(round)
        assert(opens(returned), s"the sender does not return, round $round")

  for hots <- List(1, 2) do
    test(s"$hots actors that always have messages, on as many of 3 workers, wake nobody"):
      using(LonePool(3).launch()): lone =>
        val turns                       = 20000
        val done                        = CountDownLatch(hots)
        val cells                       = new Array[Cell[Any]](hots)
        def next(number: Int): Unit     = cells(number).tell(number)
        def hot(number: Int): Cell[Any] =
          var left = turns * Batch.defaults.messages
          lone.actor: _ =>
            left -= 1
            if left == 0 then done.countDown()
            next(number) // until the pool ends
        for number <- 0 until hots do
          cells(number) = hot(number)
          next(number)
        assert(opens(done), "the actors did not handle their messages")
        val woken = lone.woken.get
        assert(woken < turns / 50, s"$woken wakes in ${hots * turns} turns")

  test("a chain in which each sender computes until the next has run uses all workers"):
    using(LonePool(4).launch()): lone =>
      for _ <- 1 to 200 do
        val last  = CountDownLatch(1)
        val third = lone.actor(_ => last.countDown())
        val next  = lone.actor: _ =>
          third.tell(1)
          assert(opens(last))
        val first = lone.actor: _ =>
          next.tell(1)
          assert(opens(last))
        first.tell(1)
        assert(opens(last))

  test("without threads for spare workers the pool continues, says so, and tries again"):
    val lacking = AtomicInteger(2)
    val lack    = (thread: Thread) =>
      if thread.getName.contains("spare") && lacking.getAndDecrement() > 0 then
        throw OutOfMemoryError("unable to create native thread: seeded")
    using(LonePool(1, starting = lack).launch()): lone =>
      val begun   = CountDownLatch(1)
      val release = CountDownLatch(1)
      val ended   = CountDownLatch(1)
      val handled = CountDownLatch(1)
      val blocks  = lone.actor: _ =>
        begun.countDown()
        scala.concurrent.blocking(assert(opens(release)))
        ended.countDown()
      val other = lone.actor(_ => handled.countDown())
      blocks.tell(1)
      assert(opens(begun))
      other.tell(1)
      eventually("the failure is reported")(lone.reported.get >= 1)
      eventually("a spare worker runs the other one"):
        lone.pool.adjustSpares()
        handled.getCount == 0
      assertEquals(lone.reported.get, 2)
      release.countDown()
      assert(opens(ended))
      eventually("the spare worker ends")(lone.alive == 1)

  test("actors from outside are not lost if the queue of a worker cannot grow for lack of memory"):
    using(LonePool(1)): lone =>
      val queue = new OldestFirstQueue:
        override private[internal] def newRing(size: Int): Array[Cell[?]] = throw IllegalStateException("seeded")
      val room  = RunQueue.Smallest
      val count = room + 20
      for _ <- 1 to count do lone.actor(_ => ()): Unit
      for _ <- 1 to 3 do lone.pool.moveInjected(queue, room / 4, 0): Unit
      for _ <- 1 to 3 do intercept[IllegalStateException](lone.pool.moveInjected(queue, room, 0)): Unit
      var outside = 0
      while lone.pool.takeInjected(0) != null do outside += 1
      assertEquals(queue.size + outside, count)

  test("if a worker cannot be started, none remains"):
    val left = AtomicInteger(3)
    val lone = LonePool(5, starting = _ => if left.getAndDecrement() == 0 then throw IllegalStateException("seeded"))
    intercept[IllegalStateException](lone.launch()): Unit
    eventually("all have ended")(lone.alive == 0)

  test("no more spare workers than allowed, and that is said"):
    using(LonePool(2, mostSpares = 3).launch()): lone =>
      val begun   = CountDownLatch(5) // two workers and three spare ones
      val release = CountDownLatch(1)
      val ended   = CountDownLatch(8)
      val actors  = List.fill(8)(lone.actor { _ =>
        begun.countDown()
        scala.concurrent.blocking(assert(opens(release)))
        ended.countDown()
      })
      actors.foreach(_.tell(1))
      assert(opens(begun))
      eventually("it is said")(lone.usedUp.get > 0)
      assertEquals(lone.alive, 5)
      release.countDown()
      assert(opens(ended))
      eventually("the spare workers end")(lone.alive == 2)

  test("where all workers wait, the number of those that stand in doubles, and they end"):
    using(LonePool(2, mostSpares = 1000).launch()): lone =>
      val release = CountDownLatch(1)
      val begun   = AtomicInteger()
      val ended   = CountDownLatch(200)
      val actors  = List.fill(200)(lone.actor { _ =>
        begun.incrementAndGet()
        assert(opens(release))
        ended.countDown()
      })
      actors.foreach(_.tell(1))
      def wait() = eventually("all workers wait"):
        lone.pool.workers.forall(_.getState != Thread.State.RUNNABLE) && begun.get >= lone.pool.workers.length
      // What the monitor does: it finds two workers in one handler for long, and then looks again and again.
      val first = lone.pool.workers
      wait()
      first.foreach(lone.pool.noteStuck(_, isStuck = true))
      var looks = 0
      while begun.get < 128 do
        wait()
        lone.pool.adjustSpares()
        looks += 1
        assert(looks <= 20, s"$looks looks, ${begun.get} handlers have begun")
      release.countDown()
      assert(opens(ended))
      first.foreach(lone.pool.noteStuck(_, isStuck = false))
      lone.pool.adjustSpares()
      eventually("the spare workers end")(lone.alive == 2)

  test("after 1,000 rounds of blocking handlers no spare worker is left"):
    using(LonePool(2).launch()): lone =>
      val actors = List.fill(4)(lone.actor { message =>
        scala.concurrent.blocking(Thread.`yield`())
        message.asInstanceOf[CountDownLatch].countDown()
      })
      for _ <- 1 to 1000 do
        val done = CountDownLatch(4)
        actors.foreach(_.tell(done))
        assert(opens(done))
      eventually("the spare workers end")(lone.alive == 2)
