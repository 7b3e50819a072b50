package brine.journal.testkit.contract

import brine.codec.{was, Codec}
import brine.journal.*
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** Reading and subscribing by queries. */
trait QueryContract extends ContractBase:
  this: munit.FunSuite =>

  private def offsets(log: EventLog, query: Query, after: Long = 0): Vector[Long] =
    ok(log.readQueryAfter[Stored](query, Offset(after)).toVector).map(_.offset.sequence)

  rule("query: tags are and-ed in a clause, and clauses or-ed"): log =>
    val tags = Vector(Set("a"), Set("b"), Set("a", "b"), Set("a", "b", "c"), Set.empty[String], Set("ab"))
    tags.foreach(tags => appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = tags)))
    assertEquals(offsets(log, Query.tagged("a")), Vector(1L, 3L, 4L))
    assertEquals(offsets(log, Query.tagged("a", "b")), Vector(3L, 4L))
    assertEquals(offsets(log, Query.tagged("a") and Query.tagged("b", "c")), Vector(4L))
    assertEquals(offsets(log, Query.tagged("a", "c") or Query.tagged("b")), Vector(2L, 3L, 4L))
    assertEquals(offsets(log, Query.tagged("none") or Query.tagged("ab")), Vector(6L))
    assertEquals(offsets(log, Query.tagged("a", "none")), Vector.empty)
    assertEquals(offsets(log, Query.all), (1L to 6L).toVector)
    assertEquals(offsets(log, Query.none), Vector.empty)
    assertEquals(offsets(log, Query.tagged("a"), after = 3), Vector(4L))

  rule("query: the kind of an event is its case, also of a class that is none of a sum"): log =>
    appended(log.append("a", ExpectedVersion.Any, Vector(text("x"), number(1), text("y"))))
    appended(log.append("a", ContractEvent.Pair("p", None)))
    appended(log.append("b", QueryContract.Plain(7)))
    appended(log.append("b", "a string"))
    appended(log.append("b", List(1, 2)))
    assertEquals(offsets(log, Query.kinds("Text")), Vector(1L, 3L))
    assertEquals(offsets(log, Query.kindsOf[ContractEvent]("Number", "Pair")), Vector(2L, 4L))
    assertEquals(offsets(log, Query.kinds("Plain")), Vector(5L))
    assertEquals(offsets(log, Query.kinds("String", "ContractEvent", "Absent")), Vector(6L))
    assertEquals(offsets(log, Query.kinds("Text") and Query.kinds("Text", "Number")), Vector(1L, 3L))
    assertEquals(offsets(log, Query.kinds("Text") and Query.kinds("Number")), Vector.empty)

  rule("query: the kind is named as the program that wrote the event named it, in whatever order its cases are"): log =>
    appended(log.append("a", QueryContract.Before.Created(1): QueryContract.Before))
    appended(log.append("a", QueryContract.Before.Gone: QueryContract.Before))
    appended(log.append("a", QueryContract.Now.Removed: QueryContract.Now))
    appended(log.append("a", QueryContract.Now.Created(2): QueryContract.Now))
    assertEquals(offsets(log, Query.kinds("Created")), Vector(1L, 4L))
    assertEquals(offsets(log, Query.kinds("Removed")), Vector(3L))
    assertEquals(offsets(log, Query.kindsOf[QueryContract.Now]("Removed")), Vector(2L, 3L))

  rule("query: a category has the streams with that text before the separator"): log =>
    val streams = Vector("site-1", "site-1-2", "sites-1", "site", "site-", "-site", "my/site-1", "Site-1")
    streams.foreach(stream => appended(log.append(stream, number(1))))
    assertEquals(offsets(log, Query.category("site")), Vector(1L, 2L, 5L))
    assertEquals(offsets(log, Query.category("my", '/')), Vector(7L))
    assertEquals(offsets(log, Query.category("my/site")), Vector(7L))
    assertEquals(offsets(log, Query.category("none")), Vector.empty)
    assertEquals(offsets(log, Query.stream("site", "Site-1")), Vector(4L, 8L))
    assertEquals(offsets(log, Query.category("site") and Query.stream("site", "site-1")), Vector(1L))
    assertEquals(Query.of(Filter.category("site")), Query.category("site"))

  rule("query: records that reached the end say how far they looked, and continue"): log =>
    val records = log.readQuery[ContractEvent](Query.tagged("t") or Query.kinds("Pair"))
    for round <- 1 to 5 do
      appended(log.append("a", ExpectedVersion.Any, numbers(round to round), tags = Set("t")))
      appended(log.append("b", text("other")))
      assertEquals(ok(records.next()).map(_.value), Some(number(round)))
      assertEquals(ok(records.next()), None)
      assertEquals(records.offset, Offset(round * 2L))
    records.close()
    val none = log.readQuery[ContractEvent](Query.none)
    assertEquals(ok(none.next()), None)
    assertEquals(none.offset, Offset(10))
    none.close()

  rule("query: selected events may be far apart, and in any number"): log =>
    val others = numbers(1 to 10_000)
    for i <- 1 to 2 do
      appended(log.append("rare", ExpectedVersion.Any, numbers(i to i), tags = Set("rare", "often")))
      appended(log.append("others", ExpectedVersion.Any, others, tags = Set("often")))
    val rare = Vector(1L, others.size + 2L)
    assertEquals(offsets(log, Query.tagged("often", "rare")), rare)
    assertEquals(offsets(log, Query.tagged("often") and Query.stream("rare")), rare)
    assertEquals(offsets(log, Query.tagged("rare") or Query.tagged("none", "often")), rare)
    assertEquals(offsets(log, Query.tagged("often")).size, 2 * others.size + 2)

  rule("query: a subscription gets existing events, then each new one, once and in order"): log =>
    val queries = Vector.tabulate(6)(i => RandomQuery.of(Random(effort.seed + i), Vector("s0", "s1", "rare-1")))
    val seen    = queries.map: one =>
      val records      = ConcurrentLinkedQueue[LogModel.Event]()
      val subscription = log.subscribe[ContractEvent](Offset.Begin, one.query): record =>
        records.add(LogModel.of(record)): Unit
      (one, records, subscription)
    val random = Random(effort.seed)
    val last   = (1 to effort.rounds * 5)
      .map: i =>
        val stream = if i % 7 == 0 then "rare-1" else s"s${i % 2}"
        val event  = if i % 3 == 0 then text(s"t$i") else number(i)
        log.append(
          stream,
          ExpectedVersion.Any,
          Vector(event),
          tags = Set("x", "y", "xy").filter(_ => random.nextBoolean())
        )
      .map(appended(_).last)
      .last
    val events = all(log).map(LogModel.of)
    for (one, records, subscription) <- seen do
      eventually(s"a subscription to ${one.query} reaches $last"):
        subscription.failure.foreach(throw _)
        subscription.offset.sequence >= last.sequence
      assertEquals(records.asScala.toVector, events.filter(one.selects), one.query.toString)
      subscription.close()
      ends(subscription)

private[testkit] object QueryContract:
  final case class Plain(number: Int)

  object Plain:
    implicit val codec: Codec[Plain] = Codec.derived

  enum Before:
    case Created(id: Int)
    case Gone

  object Before:
    implicit val codec: Codec[Before] = Codec.derived

  /** A later version: another order of cases, a new name. */
  enum Now:
    case Changed(id: Int)
    @was("Gone") case Removed
    case Created(id: Int)

  object Now:
    implicit val codec: Codec[Now] = Codec.derived
