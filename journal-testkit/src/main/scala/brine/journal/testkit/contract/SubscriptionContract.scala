package brine.journal.testkit.contract

import brine.journal.*
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

/** Subscriptions: nothing is missed, repeated or out of order, and they end. */
trait SubscriptionContract extends ContractBase:
  this: munit.FunSuite =>

  private final class Seen(log: EventLog, after: Offset, filter: Filter):
    val records: ConcurrentLinkedQueue[Record[ContractEvent]] = ConcurrentLinkedQueue()
    val subscription: Subscription                            =
      log.subscribeAfter[ContractEvent](after, filter)(record => records.add(record): Unit)
    def offsets: Vector[Long]         = records.asScala.map(_.offset.sequence).toVector
    def reaches(offset: Offset): Unit =
      eventually(
        s"a subscription to $filter after ${after.sequence} reaches ${offset.sequence}, it has ${subscription.offset.sequence}"
      ):
        subscription.failure.foreach(throw _)
        subscription.offset.sequence >= offset.sequence

  rule("subscribe: existing events, then each new one, for every filter and offset"): log =>
    for i <- 1 to 20 do
      appended(log.append(s"s${i % 3}", ExpectedVersion.Any, numbers(i to i), tags = Set(s"t${i % 4}")))
    val filters =
      Vector(Filter.All, Filter.Stream("s1"), Filter.Tagged("t2"), Filter.Stream("none"), Filter.Tagged("none"))
    val all = for filter <- filters; from <- Vector(0L, 1L, 7L, 20L, 30L)
    yield (filter, from, Seen(log, Offset(from), filter))
    var last = Offset(20)
    for i <- 21 to 20 + effort.rounds do
      last = appended(log.append(s"s${i % 3}", ExpectedVersion.Any, numbers(i to i), tags = Set(s"t${i % 4}"))).last
    for (filter, from, seen) <- all do
      seen.reaches(last)
      val want = (1L to last.sequence).filter: i =>
        i > from && (filter match
          case Filter.All          => true
          case Filter.Stream(name) => name == s"s${i % 3}"
          case Filter.Tagged(tag)  => tag == s"t${i % 4}")
      assertEquals(seen.offsets, want.toVector, s"$filter after $from")
      seen.subscription.close()
      ends(seen.subscription)
      assertEquals(seen.subscription.failure, None)

  rule("subscribe: while several threads append, each subscription gets all events once and in order"): log =>
    val each = effort.rounds * 5
    val seen = Vector.fill(3)(Seen(log, Offset.Begin, Filter.All)) :+ Seen(log, Offset.Begin, Filter.Tagged("odd"))
    val last = atOnce(effort.threads): thread =>
      (1 to each)
        .map(i =>
          log.append(s"s$thread", ExpectedVersion.Any, numbers(i to i), tags = Set("odd").filter(_ => i % 2 == 1))
        )
        .map(appended(_).last.sequence)
        .max
    val records = all(log)
    assertEquals(records.size, each * effort.threads)
    assertEquals(last.max, records.last.offset.sequence)
    for one <- seen do
      one.reaches(records.last.offset)
      one.subscription.close()
      ends(one.subscription)
    for one <- seen.init do assertEquals(one.records.asScala.toVector, records)
    assertEquals(seen.last.records.asScala.toVector, records.filter(_.tags("odd")))

  rule("subscribe: one that is closed at any time and started after its offset misses and repeats nothing"): log =>
    val count   = effort.rounds * 20
    val writing = started("writer")((1 to count).foreach(i => appended(log.append("a", number(i)))))
    var seen    = Vector.empty[Long]
    var from    = Offset.Begin
    val random  = scala.util.Random(effort.seed)
    while from.sequence < count do
      val one    = Seen(log, from, Filter.All)
      val enough = from.sequence + 1 + random.nextInt(50)
      eventually("a subscription continues")(one.subscription.offset.sequence >= math.min(enough, count))
      one.subscription.close()
      ends(one.subscription)
      assertEquals(one.subscription.failure, None)
      seen ++= one.offsets
      from = one.subscription.offset
    writing()
    assertEquals(seen, (1L to count.toLong).toVector)

  rule("subscribe: what the function throws ends it, and is its failure"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3)))
    val thrown       = IllegalStateException("of the function")
    val subscription = log.subscribe[ContractEvent](Offset.Begin): record =>
      if record.version == 2 then throw thrown
    ends(subscription)
    assertEquals(subscription.failure, Some(thrown))
    assertEquals(subscription.offset, Offset(1))
    appended(log.append("a", text("continues"))): Unit

  rule("subscribe: an event of another type ends it with the error"): log =>
    appended(log.append("a", text("x")))
    appended(log.append("a", "of another type"))
    val subscription = log.subscribe[ContractEvent](Offset.Begin)(_ => ())
    ends(subscription)
    assertEquals(subscription.offset, Offset(1))
    subscription.failure match
      case Some(error: JournalException) => assert(error.error.isInstanceOf[ReadError.Undecodable], error)
      case other                         => fail(s"$other")

  rule("subscribe: the function may close it, and may not wait for its end"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3)))
    val itself       = CompletableFuture[Subscription]()
    val waited       = CompletableFuture[String]()
    val subscription = log.subscribe[ContractEvent](Offset.Begin): _ =>
      val own = itself.get(patience.toNanos, TimeUnit.NANOSECONDS)
      try
        own.awaitEnd()
        waited.complete("it waited"): Unit
      catch case error: IllegalStateException => waited.complete(error.getMessage): Unit
      own.close()
    itself.complete(subscription)
    assert(waited.get(patience.toNanos, TimeUnit.NANOSECONDS).contains("close"), waited.get)
    ends(subscription)
    assertEquals(subscription.failure, None)
    assertEquals(subscription.offset, Offset(1))

  rule("subscribe: closing it interrupts neither the function nor others"): log =>
    appended(log.append("a", text("x")))
    val (reached, gate) = (CountDownLatch(1), CountDownLatch(1))
    val interrupted     = AtomicBoolean()
    val other           = Seen(log, Offset.Begin, Filter.All)
    val subscription    = log.subscribe[ContractEvent](Offset.Begin): _ =>
      reached.countDown()
      try gate.await()
      catch case _: InterruptedException => interrupted.set(true)
    arrives(reached, "the function")
    subscription.close()
    appended(log.append("a", text("y")))
    gate.countDown()
    ends(subscription)
    assert(!interrupted.get, "the function was interrupted")
    other.reaches(Offset(2))
    other.subscription.close()
    ends(other.subscription)

  rule("subscribe: a slow function delays no append and no other subscription"): log =>
    val gate  = CountDownLatch(1)
    val slow  = log.subscribe[ContractEvent](Offset.Begin)(_ => gate.await())
    val quick = Seen(log, Offset.Begin, Filter.All)
    try
      for i <- 1 to 50 do appended(log.append("a", number(i)))
      quick.reaches(Offset(50))
    finally gate.countDown()
    Vector(slow, quick.subscription).foreach: subscription =>
      subscription.close()
      ends(subscription)

  rule("subscribe: it ends without a failure when the log is closed"): log =>
    val waiting = Seen(log, Offset.Begin, Filter.Stream("none"))
    val reading = Seen(log, Offset.Begin, Filter.All)
    (1 to 200).foreach(i => log.append("a", number(i)))
    within("close")(log.close())
    for one <- Vector(waiting, reading) do
      ends(one.subscription)
      assertEquals(one.subscription.failure, None)
    assertEquals(reading.offsets, (1L to reading.offsets.size.toLong).toVector)

  rule("source: waiting ends with an event, with the time, at an interrupt, and when the log is closed"): log =>
    val source = log.source
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3)))
    for nanos <- Vector(0L, -1L, Long.MinValue, 1_000_000L) do
      within("waiting for a short time"):
        assert(source.awaitBeyond(Offset(2), nanos), "there is an event after offset 2")
        assert(!source.awaitBeyond(Offset(3), nanos), "there is no event after offset 3")
    for time <- Vector(Long.MaxValue, java.time.Duration.ofDays(1).toNanos) do
      val begun = CountDownLatch(1)
      val last  = log.durable
      val waits = started("waiting for an event"):
        begun.countDown()
        var found = false
        while !found do found = source.awaitBeyond(last, time)
      arrives(begun, "who waits")
      appended(log.append("a", text("x")))
      waits()
    def waiting(body: => Any): Thread =
      val thread = Thread(() => body: Unit)
      thread.setDaemon(true)
      thread.start()
      eventually("a thread waits"):
        thread.getState == Thread.State.WAITING || thread.getState == Thread.State.TIMED_WAITING
      thread
    val thrown      = CompletableFuture[Boolean]()
    val interrupted = waiting:
      try
        source.awaitBeyond(log.durable, Long.MaxValue)
        thrown.complete(false)
      catch case _: InterruptedException => thrown.complete(true)
    interrupted.interrupt()
    assert(thrown.get(patience.toNanos, TimeUnit.NANOSECONDS), "an interrupt did not end waiting")
    val ended = CompletableFuture[Boolean]()
    val last  = log.durable
    waiting(ended.complete(source.awaitBeyond(last, Long.MaxValue))): Unit
    within("close")(log.close())
    assert(!ended.get(patience.toNanos, TimeUnit.NANOSECONDS), "there is no event after the last")
