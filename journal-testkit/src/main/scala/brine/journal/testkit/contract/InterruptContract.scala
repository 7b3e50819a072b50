package brine.journal.testkit.contract

import brine.journal.*
import java.util.UUID
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.util.Random

/** Interrupts harm no more than the call that they hit. */
trait InterruptContract extends ContractBase:
  this: munit.FunSuite =>

  rule("interrupt: reading ignores it, and the flag stays set"): log =>
    val last =
      (1 to 500).map(i => log.append("a", ExpectedVersion.Any, numbers(i to i), tags = Set("t"))).map(appended(_)).last
    within("reading"):
      def flagged[A](what: String)(body: => A): A =
        Thread.currentThread.interrupt()
        try body
        finally assert(Thread.interrupted(), s"$what: the flag of the thread was lost")
      assertEquals(flagged("readAll")(log.readAll[ContractEvent]().toVector).map(_.size), Right(500))
      assertEquals(flagged("read")(log.read[ContractEvent]("a", 101).toVector).map(_.size), Right(400))
      assertEquals(
        flagged("readTagged")(log.readTaggedAfter[ContractEvent]("t", Offset(100)).toVector).map(_.size),
        Right(400)
      )
      assertEquals(flagged("version")(log.version("a")), Right(500L))
      assertEquals(flagged("version of no stream")(log.version("none")), Right(0L))
      assertEquals(flagged("durable")(log.durable), last.last)
      assertEquals(flagged("offsetAt")(log.offsetAt(java.time.Instant.MAX)), Right(Offset(last.last.sequence + 1)))
      assertEquals(flagged("latest")(log.snapshots.latest[String]("none")), Right(None))
      assertEquals(flagged("load of no state")(log.states.load[String]("none")), Right(None))
      val saving = flagged("save")(log.states.save("key", Offset(7), "state", Level.Disk))
      assertEquals(saving.get(patience.toNanos, TimeUnit.NANOSECONDS), Right(()))
      assertEquals(flagged("load")(log.states.load[String]("key")).map(_.map(_.state)), Right(Some("state")))
      val deleting = flagged("delete")(log.states.delete("key", Level.Disk))
      assertEquals(deleting.get(patience.toNanos, TimeUnit.NANOSECONDS), Right(()))

  rule("interrupt: an append for which there is room takes no notice, and the flag stays set"): log =>
    def flagged(append: => Completion): Unit =
      val completion = within("append"):
        Thread.currentThread.interrupt()
        try append
        finally assert(Thread.interrupted(), "the flag of the thread was lost")
      appended(completion): Unit
    flagged(log.append("a", text("x")))
    flagged(log.append("a", ExpectedVersion(1), numbers(1 to 1), key = Some(UUID.randomUUID)))
    flagged(log.tryAppend("a", ExpectedVersion(2), numbers(1 to 1)))
    flagged(log.appendAll(Seq("a", "b").map(StreamAppend(_, ExpectedVersion.Any, numbers(1 to 1)))))
    flagged:
      val completion = Completion(Level.Disk)
      log.append("a", text("x"), Level.Disk, completion, 0)
      completion

  rule("interrupt: who waits for a result stops to wait; the append continues"): log =>
    for i <- 1 to effort.rounds do
      val completion = log.append("a", number(i))
      val result     = within("await"):
        Thread.currentThread.interrupt()
        try Some(completion.await())
        catch case _: InterruptedException => None
        finally Thread.interrupted(): Unit
      result.foreach(found => assertEquals(found.map(_.version), Right(i.toLong)))
      assertEquals(appended(completion).version, i.toLong)

  rule("interrupt: calls that are interrupted at random places do not harm others"): log =>
    val seen         = java.util.concurrent.ConcurrentLinkedQueue[Long]()
    val subscription = log.subscribe[ContractEvent](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
    val random       = Random(effort.seed)
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 50), tags = Set("t")))
    def wanted(result: Either[Any, Any]): Unit = assert(result.isRight, result)
    // On a busy machine the writer may be behind by as many appends as may be pending.
    def wantedIfRoom(result: Either[Any, Any]): Unit =
      assert(result.isRight || result == Left(AppendError.Full), result)
    val calls = Vector[(String, () => Unit)](
      "append"     -> (() => wanted(log.append("a", ExpectedVersion.Any, numbers(1 to 1)).await())),
      "append one" -> (() => wanted(log.append("b", text("x")).await())),
      "tryAppend"  -> (() => wantedIfRoom(log.tryAppend("a", ExpectedVersion.Any, numbers(1 to 1)).await())),
      "with a key" -> (() =>
        wanted(log.append("a", ExpectedVersion.Any, numbers(1 to 1), Some(UUID.randomUUID)).await())
      ),
      "appendAll" -> (() =>
        wanted(log.appendAll(Seq("a", "b").map(StreamAppend(_, ExpectedVersion.Any, numbers(1 to 2)))).await())
      ),
      "read"       -> (() => wanted(log.read[ContractEvent]("a", 5).toVector)),
      "readTagged" -> (() => wanted(log.readTagged[ContractEvent]("t").toVector)),
      "version"    -> (() => wanted(log.version("a"))),
      "subscribe"  -> (() => log.subscribe[ContractEvent](Offset.Begin)(_ => ()).close()),
      "offsetAt"   -> (() => wanted(log.offsetAt(java.time.Instant.now)))
    )
    val mayFail = Set("append", "append one", "tryAppend", "with a key", "appendAll")
    for (name, call) <- calls; i <- 1 to effort.rounds do
      var problem = Option.empty[Throwable]
      val begun   = CountDownLatch(1)
      val caller  = Thread: () =>
        begun.countDown()
        try call()
        catch case error: Throwable => problem = Some(error)
      caller.setDaemon(true)
      if i % 10 == 0 then caller.interrupt()
      caller.start()
      begun.await()
      for _ <- 0 to random.nextInt(1 << random.nextInt(14)) do Thread.onSpinWait()
      caller.interrupt()
      if !caller.join(patience) then fail(s"$name did not end after $patience")
      problem.foreach:
        case _: InterruptedException if mayFail(name) => ()
        case error                                    => fail(s"$name: $error", error)
    val last = appended(log.append("a", text("the last"))).last
    eventually(s"the subscription continues; its failure is ${subscription.failure}")(
      subscription.offset.sequence >= last.sequence || subscription.isEnded
    )
    assertEquals(subscription.failure, None)
    subscription.close()
    ends(subscription)
    assertEquals(seen.toArray.toVector, (1L to last.sequence).toVector.asInstanceOf[Vector[Any]])
    assertEquals(all(log).map(_.offset.sequence), (1L to last.sequence).toVector)
