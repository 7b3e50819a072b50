package brine.journal.testkit.contract

import brine.journal.*
import java.time.Instant
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.jdk.CollectionConverters.*

/** Closing, at any time, and opening again. */
trait ClosingContract extends ContractBase:
  this: munit.FunSuite =>

  rule("close: a closed log refuses appends and reads nothing, and closing it again is no error"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3), tags = Set("t")))
    within("close")(log.close())
    within("close")(log.close())
    assert(isClosed(done(log.append("a", text("x")))))
    assert(isClosed(done(log.append("a", ExpectedVersion(3), numbers(1 to 1)))))
    assert(isClosed(done(log.append("a", ExpectedVersion.Any, numbers(1 to 1), key = Some(java.util.UUID.randomUUID)))))
    assert(isClosed(done(log.tryAppend("a", ExpectedVersion.Any, numbers(1 to 1)))))
    assert(isClosed(done(log.appendAll(Seq("a", "b").map(StreamAppend(_, ExpectedVersion.Any, numbers(1 to 1)))))))
    val listened = Completion(Level.Disk)
    log.append("a", text("x"), Level.Disk, listened, 0)
    assert(isClosed(done(listened)))
    val closed = Left(ReadError.Closed)
    assertEquals(log.read[ContractEvent]("a").next(), closed)
    assertEquals(log.readAll[ContractEvent]().toVector, closed)
    assertEquals(log.readTagged[ContractEvent]("t").next(), closed)
    assertEquals(log.version("a"), closed)
    assertEquals(log.offsetAt(Instant.EPOCH), closed)
    val subscription = log.subscribe[ContractEvent](Offset.Begin)(record => fail(s"a subscription got $record"))
    ends(subscription)
    assertEquals(subscription.failure, None)

  rule("close: records that are being read can be read on"): log =>
    (1 to 100).map(i => log.append("a", number(i))).foreach(appended(_))
    val records = Vector(log.readAll[ContractEvent](), log.read[ContractEvent]("a"))
    records.foreach(records => assert(ok(records.next()).isDefined))
    within("close")(log.close())
    for one <- records do assertEquals(one.toVector.map(_.map(_.value)), Right(numbers(2 to 100)))

  rule("close: it completes every append that was accepted"): log =>
    val results = (1 to effort.rounds * 20).map(i => log.append("a", number(i)))
    within("close")(log.close())
    assertEquals(results.map(_.now.map(_.map(_.version))), (1L to results.size.toLong).map(i => Some(Right(i))))
    openAgain().foreach: again =>
      try
        assertEquals(all(again).map(_.value), numbers(1 to results.size))
        assertEquals(
          appended(again.append("a", ExpectedVersion(results.size), numbers(1 to 1))).first,
          Offset(results.size + 1L)
        )
      finally within("close")(again.close())

  rule("close: on an interrupted thread it closes completely, and the flag stays set"): log =>
    val results = (1 to 200).map(i => log.append("a", number(i)))
    val flag    = within("close"):
      Thread.currentThread.interrupt()
      log.close()
      Thread.interrupted()
    assert(flag, "the flag of the thread was lost")
    assert(results.forall(_.now.exists(_.isRight)), "an accepted append has no result")
    assert(isClosed(done(log.append("a", text("x")))))

  test("close: while several threads append, each append gets a result, and what was acknowledged is there"):
    for round <- 1 to math.max(effort.rounds / 4, 1) do
      val log     = open()
      val results = ConcurrentLinkedQueue[(Int, Int, Completion)]()
      val begun   = CountDownLatch(effort.threads)
      val writers = Vector.tabulate(effort.threads): thread =>
        started(s"writer $thread"):
          var i    = 0
          var goes = true
          while goes && i < 20_000 do
            val completion = log.append(s"s$thread", number(i))
            results.add((thread, i, completion)): Unit
            i += 1
            if i == 5 then begun.countDown()
            if i % 50 == 0 then goes = !isClosed(done(completion))
          if i < 5 then begun.countDown()
      arrives(begun, "the writers")
      for _ <- 1 to round * 100 do Thread.onSpinWait()
      within("close")(log.close())
      writers.foreach(_())
      val outcomes = results.asScala.toVector.map((thread, i, completion) => (thread, i, done(completion)))
      outcomes.foreach((_, _, result) => assert(result.isRight || isClosed(result), result))
      openAgain().foreach: again =>
        try
          val found = all(again)
          assertEquals(found.map(_.offset.sequence), (1L to found.size.toLong).toVector)
          val stored = outcomes.collect { case (thread, i, Right(result)) =>
            (result.first.sequence, s"s$thread", number(i))
          }
          assertEquals(
            found.map(record => (record.offset.sequence, record.stream, record.value)),
            stored.sortBy(_._1)
          )
        finally within("close")(again.close())

  test("close: while threads read, subscribe and save, each call ends with a result"):
    for _ <- 1 to math.max(effort.rounds / 4, 1) do
      val log = open()
      (1 to 300).map(i => log.append("a", number(i))).foreach(appended(_))
      val begun   = CountDownLatch(3)
      val reading = started("reader"):
        begun.countDown()
        var error = Option.empty[ReadError]
        while error.isEmpty do
          log.readAll[ContractEvent]().toVector match
            case Right(found) => assertEquals(found.size, 300)
            case Left(failed) => error = Some(failed)
        error.get
      val subscribing = started("subscriber"):
        begun.countDown()
        var last = log.subscribe[ContractEvent](Offset.Begin)(_ => ())
        while log.version("a").isRight do
          last.close()
          ends(last)
          assertEquals(last.failure, None)
          last = log.subscribe[ContractEvent](Offset.Begin)(_ => ())
        last
      val saving = started("saver"):
        begun.countDown()
        while log.snapshots.save("state", Offset(100), "state").isRight do ()
      arrives(begun, "the threads")
      Thread.sleep(1)
      within("close")(log.close())
      assertEquals(reading(), ReadError.Closed)
      val last = subscribing()
      ends(last)
      assertEquals(last.failure, None)
      saving()

  rule("open: a log that is opened again continues with the same events, versions and offsets"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 5), tags = Set("t")))
    appended(log.append("b", text("x")))
    val before = all(log)
    within("close")(log.close())
    openAgain().foreach: again =>
      try
        assertEquals(all(again), before)
        assertEquals(again.durable, Offset(6))
        assertEquals(again.version("a"), Right(5L))
        assertEquals(ok(again.readTagged[ContractEvent]("t").toVector), before.take(5))
        val result = appended(again.append("a", ExpectedVersion(5), numbers(6 to 6)))
        assertEquals(result, Appended(Offset(7), Offset(7), 6, all(again).last.at, Level.Disk))
      finally within("close")(again.close())
