package brine.journal.testkit.contract

import brine.journal.*
import java.time.Duration
import java.util.UUID
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.jdk.CollectionConverters.*

/** Appends that are built as a batch and used again, and reading several records at a time. */
trait BatchContract extends ContractBase:
  this: munit.FunSuite =>

  rule("batch: it appends what was added, and can be cleared and used again"): log =>
    val batch = AppendBatch()
    for round <- 1 to effort.rounds do
      batch.clear()
      batch.to("a", ExpectedVersion((round - 1) * 2L), Set("x")).add(number(round)).add(text("x"))
      if round % 2 == 0 then batch.to(s"b-$round").add("another type"): Unit
      batch.to("c", tags = Set("x", "y")).add(number(-round))
      val result = appended(log.append(batch))
      assertEquals(result.version, round.toLong)
      assertEquals(result.last.sequence - result.first.sequence + 1, batch.events.toLong)
    assertEquals(
      ok(log.read[ContractEvent]("a").toVector).map(_.value),
      (1 to effort.rounds).flatMap(round => Vector(number(round), text("x"))).toVector
    )
    assertEquals(
      ok(log.readTagged[ContractEvent]("y").toVector).map(record => (record.stream, record.value)),
      (1 to effort.rounds).map(round => ("c", number(-round))).toVector
    )
    assertEquals(ok(log.readTagged[ContractEvent]("x").toVector).size, effort.rounds * 3)

  rule("batch: it may be changed as soon as the append returns"): log =>
    val batch   = AppendBatch()
    val results = (1 to effort.rounds * 5).map: i =>
      batch.clear()
      batch.to(s"s${i % 3}").add(number(i)).add(text("x" * (i % 50)))
      if i % 2 == 0 then batch.to("other", tags = Set(s"t$i")).add(number(-i)): Unit
      log.append(batch)
    batch.clear(): Unit
    results.foreach(appended(_))
    val values = all(log).map(_.value)
    val want   = (1 to effort.rounds * 5).flatMap: i =>
      Vector(number(i), text("x" * (i % 50))) ++ Option.when(i % 2 == 0)(number(-i))
    assertEquals(values, want.toVector)

  rule("batch: its key, versions, conditions and level count"): log =>
    val key   = UUID.randomUUID
    val batch = AppendBatch().withKey(key)
    batch.to("a", ExpectedVersion.NoStream, Set("t")).add(number(1))
    val first = appended(log.append(batch))
    assertEquals(done(log.append(batch)), Left(AppendError.Duplicate(first)))
    batch.clear().withLevel(Level.Memory).to("a").add(number(2))
    assertEquals(appended(log.append(batch)).level, Level.Memory)
    batch.clear().to("b").add(number(2)).to("a", ExpectedVersion(7)).add(number(3))
    assertEquals(done(log.append(batch)), Left(AppendError.WrongVersion("a", 7, 2)))
    batch.clear().to("b").add(number(2)).unless(Query.tagged("t"), Offset.Begin)
    val conflict = AppendError.Conflict(AppendCondition(Query.tagged("t"), Offset.Begin), Offset(1))
    assertEquals(done(log.append(batch)), Left(conflict))
    assertEquals(log.version("b"), Right(0L))
    batch.clear().to("b").add(number(2)).unless(Query.tagged("t"), Offset(1))
    assertEquals(done(log.tryAppend(batch)).map(_.version), Right(1L))

  rule("batch: a listener gets the result, with its context"): log =>
    val told     = ConcurrentLinkedQueue[(Long, Long)]()
    val refused  = ConcurrentLinkedQueue[(Long, AppendError)]()
    val latch    = CountDownLatch(3)
    val listener = new AppendListener:
      def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
        told.add((context, last.sequence))
        latch.countDown()
      def rejected(context: Long, error: AppendError): Unit =
        refused.add((context, error))
        latch.countDown()
    val batch = AppendBatch().to("a").add(number(1)).to("b").add(number(2))
    log.appendBatch(batch, listener, 7)
    log.appendBatch(batch.clear().to("a", ExpectedVersion(9)).add(number(1)), listener, 8)
    log.appendBatch(batch.clear().to("a").add(number(1)), listener, 9, waits = false)
    arrives(latch, "three results")
    assertEquals(told.asScala.toVector, Vector((7L, 2L), (9L, 3L)))
    assertEquals(refused.asScala.toVector, Vector((8L, AppendError.WrongVersion("a", 9, 1))))

  rule("batch: what is stored can be appended as it is"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3), tags = Set("t")))
    appended(log.append("b", "another type"))
    val batch = AppendBatch()
    ok(log.readAll[Stored]().toVector).foreach: record =>
      batch.to(s"copy-${record.offset.sequence}", tags = record.tags).addStored(record.value.schema, record.value.bytes)
    appended(log.append(batch))
    assertEquals(ok(log.read[ContractEvent]("copy-3").toVector).map(_.value), numbers(3 to 3))
    assertEquals(ok(log.read[String]("copy-4").toVector).map(_.value), Vector("another type"))
    assertEquals(ok(log.readTagged[ContractEvent]("t").toVector).size, 6)

  rule("read: batches have what there is, up to their bounds"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 10)))
    val records = log.readAll[ContractEvent]()
    assertEquals(ok(records.nextBatch(most = 4)).map(_.value), numbers(1 to 4))
    assertEquals(ok(records.nextBatch(mostBytes = 1)).map(_.value), numbers(5 to 5))
    assertEquals(ok(records.next()).map(_.value), Some(number(6)))
    assertEquals(ok(records.nextBatch()).map(_.value), numbers(7 to 10))
    assertEquals(ok(records.nextBatch()), Vector.empty)
    appended(log.append("a", number(11)))
    assertEquals(ok(records.nextBatch()).map(_.value), numbers(11 to 11))
    appended(log.append("a", number(12)))
    appended(log.append("a", "of another type"))
    // What was read before an error is not lost.
    assertEquals(ok(records.nextBatch()).map(_.value), numbers(12 to 12))
    assert(records.nextBatch().left.exists(_.isInstanceOf[ReadError.Undecodable]))
    assertEquals(records.nextBatch(), Left(ReadError.Closed))

  rule("read: a pull waits for records, as long as it is told, and until the log is closed"): log =>
    val records = log.readTagged[ContractEvent]("t")
    assertEquals(ok(records.await(Duration.ZERO)), None)
    assertEquals(ok(records.await(Duration.ofMillis(1))), None)
    assertEquals(ok(records.awaitBatch(Duration.ofMillis(1))), Vector.empty)
    val waits = started("waiting for a record")(records.await(patience))
    appended(log.append("a", text("without the tag")))
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3), tags = Set("t")))
    assertEquals(ok(waits()).map(_.value), Some(number(1)))
    assertEquals(ok(records.awaitBatch(patience)).map(_.value), numbers(2 to 3))
    val batch = started("waiting for a batch")(records.awaitBatch(patience))
    appended(log.append("a", ExpectedVersion.Any, numbers(4 to 4), tags = Set("t")))
    assertEquals(ok(batch()).map(_.value), numbers(4 to 4))
    val ended = started("waiting while the log is closed")(records.await(patience))
    within("close")(log.close())
    assertEquals(ended(), Left(ReadError.Closed))

  rule("subscribe: batches have what arrived meanwhile, once and in order"): log =>
    val count        = effort.rounds * 20
    val gate         = CountDownLatch(1)
    val sizes        = ConcurrentLinkedQueue[Int]()
    val seen         = ConcurrentLinkedQueue[ContractEvent]()
    val subscription = log.subscribeBatches[ContractEvent](Offset.Begin, most = 50): batch =>
      sizes.add(batch.size)
      batch.foreach(record => seen.add(record.value))
      gate.await()
    (1 to count).map(i => log.append("a", number(i))).foreach(appended(_))
    gate.countDown()
    eventually(s"a subscription reaches $count"):
      subscription.failure.foreach(throw _)
      subscription.offset.sequence >= count
    subscription.close()
    ends(subscription)
    assertEquals(seen.asScala.toVector, numbers(1 to count))
    assert(sizes.asScala.forall(size => size > 0 && size <= 50), sizes)
    // All arrived while the first one was held.
    assert(sizes.size <= 2 + count / 50 + 1, s"${sizes.size} batches: $sizes")
