package brine.journal.testkit.contract

import brine.journal.*
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

/** Offsets mean one thing: each is that of one event. What begins at an offset has that event, and what is after it has
  * not.
  */
trait OffsetContract extends ContractBase:
  this: munit.FunSuite =>

  rule("offset: reading from an event on begins with it, and reading after it with the next one"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 5)))
    for offset <- 0L to 7L do
      val at = Offset(offset)
      assertEquals(offsets(log.readAll(at)), (math.max(offset, 1) to 5L).toVector, s"from $offset on")
      assertEquals(offsets(log.readAll(from = at)), offsets(log.readAll(at)))
      assertEquals(offsets(log.readAllAfter(at)), (offset + 1 to 5L).toVector, s"after $offset")

  rule("offset: what an append says is where its events are, for reading and subscribing, with every filter"): log =>
    appended(log.append("before", ExpectedVersion.Any, numbers(1 to 2), tags = Set("t")))
    val mine         = appended(log.append("a", ExpectedVersion.Any, numbers(3 to 5), tags = Set("t")))
    val others       = appended(log.append("a", ExpectedVersion.Any, numbers(6 to 7), tags = Set("t")))
    val (own, after) = (numbers(3 to 5), numbers(6 to 7))
    def values(records: Records[ContractEvent]) = ok(records.toVector).map(_.value)
    assertEquals(values(log.readAll(mine.first)), own ++ after)
    assertEquals(values(log.readAll(mine.last)), own.takeRight(1) ++ after)
    assertEquals(values(log.readAllAfter(mine.last)), after)
    assertEquals(values(log.readTagged("t", mine.first)), own ++ after)
    assertEquals(values(log.readTaggedAfter("t", mine.last)), after)
    val queries = Vector(Query.tagged("t"), Query.stream("a"), Query.all, Query.category("a") or Query.tagged("t"))
    for query <- queries do
      assertEquals(values(log.readQuery(query, mine.first)), own ++ after, s"$query")
      assertEquals(values(log.readQueryAfter(query, mine.last)), after, s"$query")
    assertEquals(log.durable, others.last)
    assertEquals(values(log.readAll(log.durable)), after.takeRight(1))
    assertEquals(values(log.readAllAfter(log.durable)), Vector.empty)
    for filter <- Vector(Filter.All, Filter.Stream("a"), Filter.Tagged("t")) ++ queries.map(Filter.Matching(_)) do
      assertEquals(subscribed(others.last)(log.subscribe[ContractEvent](mine.first, filter)), own ++ after, s"$filter")
      assertEquals(subscribed(others.last)(log.subscribeAfter[ContractEvent](mine.last, filter)), after, s"$filter")
      val batches = subscribed(others.last): body =>
        log.subscribeBatches[ContractEvent](mine.first, filter)(_.foreach(body))
      assertEquals(batches, own ++ after, s"$filter")
      val batchesAfter = subscribed(others.last): body =>
        log.subscribeBatchesAfter[ContractEvent](mine.last, filter)(_.foreach(body))
      assertEquals(batchesAfter, after, s"$filter")

  rule("offset: each event is found at its own offset, and the one after it comes next"): log =>
    for i <- 1 to effort.rounds do appended(log.append(s"s${i % 3}", ExpectedVersion.Any, numbers(1 to 1 + i % 4)))
    val records = all(log)
    for (record, place) <- records.zipWithIndex do
      val from  = log.readAll[ContractEvent](record.offset)
      val after = log.readAllAfter[ContractEvent](record.offset)
      try
        // Before anything was read, all before the first event is passed.
        assertEquals(from.offset.sequence, record.offset.sequence - 1)
        assertEquals(after.offset, record.offset)
        assertEquals(ok(from.next()), Some(record))
        assertEquals(ok(after.next()), records.lift(place + 1))
      finally
        from.close()
        after.close()

  rule("offset: Begin is before all, also in a log without events"): log =>
    assertEquals(log.durable, Offset.Begin)
    val held: Vector[Records[ContractEvent]] =
      Vector(log.readAll(), log.readAll(Offset.Begin), log.readAllAfter(Offset.Begin))
    for records <- held do
      assertEquals(ok(records.next()), None)
      assertEquals(records.offset, Offset.Begin)
    val first = log.readAll[ContractEvent](Offset(1))
    assertEquals(ok(first.next()), None)
    assertEquals(first.offset, Offset.Begin)
    // What continues after the last durable event of an empty log misses nothing.
    val later = log.readAllAfter[ContractEvent](log.durable)
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2)))
    for records <- held :+ first :+ later do assertEquals(offsets(records), Vector(1L, 2L))

  rule("offset: one that is yet to come waits for that event, and passes none before it"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2)))
    val from  = log.readAll[ContractEvent](from = Offset(4))
    val after = log.readAllAfter[ContractEvent](Offset(4))
    for records <- Vector(from, after) do assertEquals(ok(records.next()), None)
    val seen         = ConcurrentLinkedQueue[Long]()
    val subscription = log.subscribe[ContractEvent](from = Offset(4))(record => seen.add(record.offset.sequence): Unit)
    for i <- 3 to 6 do appended(log.append("a", ExpectedVersion.Any, numbers(i to i)))
    assertEquals(offsets(from), Vector(4L, 5L, 6L))
    assertEquals(offsets(after), Vector(5L, 6L))
    eventually("the subscription reaches the last event")(subscription.offset.sequence >= 6)
    subscription.close()
    ends(subscription)
    assertEquals(seen.asScala.toVector, Vector(4L, 5L, 6L))

  /** The values that a subscription passes, up to this offset. */
  private def subscribed(upTo: Offset)(
      subscribe: (Record[ContractEvent] => Unit) => Subscription
  ): Vector[ContractEvent] =
    val seen         = ConcurrentLinkedQueue[ContractEvent]()
    val subscription = subscribe(record => seen.add(record.value): Unit)
    eventually(s"a subscription reaches ${upTo.sequence}"):
      subscription.failure.foreach(throw _)
      subscription.offset.sequence >= upTo.sequence
    subscription.close()
    ends(subscription)
    seen.asScala.toVector
