package brine.journal.testkit.contract

import brine.journal.*
import java.util.UUID

/** Appends with conditions: only if no event after an offset matches a query. */
trait ConditionContract extends ContractBase:
  this: munit.FunSuite =>

  private def unless(query: Query, after: Long): Seq[AppendCondition] = Seq(AppendCondition(query, Offset(after)))

  private def part(stream: String, value: Long, tags: String*): StreamAppend[ContractEvent] =
    StreamAppend(stream, ExpectedVersion.Any, Vector(number(value)), tags.toSet)

  private def appending(log: EventLog, conditions: Seq[AppendCondition], tags: String*): Completion =
    log.appendAll(Vector(part("a", 1, tags*)), unless = conditions)

  /** Where the event is that conflicts; 0 if the append succeeded. */
  private def conflict(completion: Completion): Long = done(completion) match
    case Right(_)                          => 0
    case Left(AppendError.Conflict(_, at)) => at.sequence
    case Left(error)                       => fail(s"$error")

  rule("condition: an append is refused if an event after the offset matches, and names the first one"): log =>
    val course = Query.tagged("course")
    assertEquals(conflict(appending(log, unless(course, 0), "course")), 0L)
    assertEquals(conflict(appending(log, unless(course, 1), "course")), 0L)
    assertEquals(conflict(appending(log, unless(course, 2), "course")), 0L)
    assertEquals(conflict(appending(log, unless(course, 0), "course")), 1L)
    assertEquals(conflict(appending(log, unless(course, 1), "course")), 2L)
    assertEquals(conflict(appending(log, unless(course, 2), "course")), 3L)
    assertEquals(conflict(appending(log, unless(course, Long.MaxValue), "other")), 0L)
    assertEquals(conflict(appending(log, unless(course, 3), "other")), 0L)
    assertEquals(all(log).size, 5)
    val refused = done(appending(log, unless(course, 2), "course"))
    assertEquals(refused, Left(AppendError.Conflict(AppendCondition(course, Offset(2)), Offset(3))))

  rule("condition: each of a hundred counts, and each of a thousand clauses"): log =>
    appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set("found")))
    def of(absent: Range): Vector[Query]   = absent.map(i => Query.tagged(s"absent-$i")).toVector
    def any(queries: Vector[Query]): Query = queries.reduce(_ or _)
    for (before, after) <- Vector((99, 0), (50, 49), (0, 99)) do
      val all        = of(1 to before) ++ Vector(Query.tagged("found")) ++ of(101 to 100 + after)
      val conditions = all.map(AppendCondition(_, Offset.Begin))
      assertEquals(conflict(appending(log, conditions)), 1L, s"condition ${before + 1}")
      assertEquals(conflict(appending(log, conditions.patch(before, Nil, 1))), 0L, s"without condition ${before + 1}")
    for (before, after) <- Vector((999, 0), (500, 499), (0, 999)) do
      val query = any(of(1 to before) ++ Vector(Query.tagged("found")) ++ of(1001 to 1000 + after))
      assertEquals(conflict(appending(log, unless(query, 0))), 1L, s"clause ${before + 1}")
      assertEquals(offsets(log.readQuery(query)), Vector(1L), s"clause ${before + 1}")

  rule("condition: there are no false conflicts"): log =>
    appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set("a")))
    appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set("b")))
    appended(log.append("t-1", ExpectedVersion.Any, Vector(text("x")), tags = Set("c")))
    // Each part was used since, but by no event that has all of them.
    for query <- Vector(
        Query.tagged("a", "b"),
        Query.tagged("a") and Query.kinds("Text"),
        Query.tagged("c") and Query.kinds("Number"),
        Query.tagged("a") and Query.stream("t-1"),
        Query.tagged("a") and Query.category("t"),
        Query.kinds("Number") and Query.category("t"),
        Query.category("s"),
        Query.none
      )
    do assertEquals(conflict(appending(log, unless(query, 0))), 0L, query.toString)
    for (query, at) <- Vector(
        (Query.tagged("a", "b") or Query.tagged("b")) -> 2L,
        (Query.tagged("c") and Query.kinds("Text"))   -> 3L,
        (Query.kinds("Text", "Pair"))                 -> 3L,
        Query.category("t")                           -> 3L,
        (Query.category("t") or Query.stream("s"))    -> 1L,
        Query.all                                     -> 1L
      )
    do assertEquals(conflict(appending(log, unless(query, 0))), at, query.toString)

  rule("condition: several of them name the first event that matches any"): log =>
    for tag <- Vector("a", "b", "c") do appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set(tag)))
    val (a, b, c)                                    = (Query.tagged("a"), Query.tagged("b"), Query.tagged("c"))
    def both(one: (Query, Long), two: (Query, Long)) = unless(one._1, one._2) ++ unless(two._1, two._2)
    assertEquals(conflict(appending(log, both(c -> 0, b -> 0))), 2L)
    assertEquals(conflict(appending(log, both(a -> 1, c -> 0))), 3L)
    assertEquals(conflict(appending(log, both(a -> 1, b -> 2))), 0L)
    val first = done(appending(log, both(a -> 0, Query.kinds("Number") -> 0)))
    assertEquals(first, Left(AppendError.Conflict(AppendCondition(a, Offset.Begin), Offset(1))))

  rule("condition: the events of the append itself do not count, those just before it do"): log =>
    val results = Vector.fill(effort.rounds)(appending(log, unless(Query.tagged("t"), 0), "t"))
    assertEquals(results.map(conflict), 0L +: Vector.fill(effort.rounds - 1)(1L))
    // In flight together, with the same boundary.
    val pairs = (1 to effort.rounds).map: i =>
      val query = Query.tagged(s"boundary-$i")
      Vector.fill(3)(appending(log, unless(query, 1), s"boundary-$i"))
    pairs.foreach: all =>
      val results = all.map(conflict)
      assertEquals(results.head, 0L)
      assert(results.tail.forall(_ > 1) && results.tail.distinct.size == 1, results)

  rule("condition: the event that conflicts can be read, at every level"): log =>
    for level <- Level.values do
      val tag  = s"tag-$level"
      val from = all(log).size.toLong
      appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set(tag), level = level))
      val at = conflict(appending(log, unless(Query.tagged(tag), from)))
      assert(at > from && log.durable.sequence >= at, s"a conflict with $at at ${log.durable}")
      assertEquals(ok(log.readQuery[ContractEvent](Query.tagged(tag)).toVector).map(_.offset.sequence), Vector(at))

  rule("condition: the key is checked before it, and the versions"): log =>
    val key       = UUID.randomUUID
    val condition = unless(Query.tagged("t"), 0)
    val first     = appended(log.appendAll(Vector(part("a", 1, "t")), Some(key), unless = condition))
    val retry     = done(log.appendAll(Vector(part("a", 1, "t")), Some(key), unless = condition))
    assertEquals(retry, Left(AppendError.Duplicate(first)))
    val wrong = StreamAppend("a", ExpectedVersion(7), Vector(number(1)))
    assertEquals(
      done(log.appendAll(Vector(wrong), unless = condition)),
      Left(AppendError.WrongVersion("a", 7, 1))
    )
    // The key of an append that a condition has refused is free.
    val other = UUID.randomUUID
    assertEquals(conflict(log.appendAll(Vector(part("a", 1)), Some(other), unless = condition)), 1L)
    appended(log.appendAll(Vector(part("a", 1)), Some(other))): Unit

  rule("condition: it refuses all streams of an append"): log =>
    appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set("t")))
    val parts = Vector(part("a", 1), part("b", 2, "x"), part("c", 3))
    assertEquals(conflict(log.appendAll(parts, unless = unless(Query.tagged("t"), 0))), 1L)
    assertEquals(Vector("a", "b", "c").map(log.version), Vector.fill(3)(Right(0L)))
    assertEquals(conflict(log.appendAll(parts, unless = unless(Query.tagged("t"), 1))), 0L)
    assertEquals(all(log).size, 4)

  rule("condition: it sees events of before the log was opened, and however many follow"): log =>
    appended(log.append("s", ExpectedVersion.Any, Vector(text("x")), tags = Set("old", "both")))
    appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = Set("both")))
    (1 to effort.rounds * 50).map(i => log.append("filler", text("x" * 200 + i))).foreach(appended(_))
    def look(log: EventLog): Unit =
      val last = all(log).size.toLong
      assertEquals(conflict(appending(log, unless(Query.tagged("old"), 0))), 1L)
      assertEquals(conflict(appending(log, unless(Query.tagged("both") and Query.kinds("Number"), 0))), 2L)
      assertEquals(conflict(appending(log, unless(Query.tagged("both"), 1))), 2L)
      assertEquals(conflict(appending(log, unless(Query.tagged("both"), 2))), 0L)
      assertEquals(conflict(appending(log, unless(Query.category("filler") or Query.tagged("none"), 0))), 0L)
      assertEquals(conflict(appending(log, unless(Query.kinds("Text"), last - 1))), last)
      assertEquals(all(log).size.toLong, last + 2)
    look(log)
    within("close")(log.close())
    openAgain().foreach: again =>
      try
        appended(again.append("filler", text("last")))
        look(again)
      finally within("close")(again.close())

  rule("condition: of racers on one boundary, exactly one wins"): log =>
    for round <- 1 to effort.rounds * 5 do
      val course  = Query.tagged(s"course:${round % 3}")
      val student = Query.tagged(s"student:$round") and Query.kinds("Number")
      val known   = log.durable
      val results = atOnce(effort.threads): thread =>
        val tags = Vector(s"course:${round % 3}", s"student:$round")
        done(
          log.appendAll(
            Vector(part(s"s$thread", round * 1000L + thread, tags*)),
            unless = Seq(AppendCondition(course or student, known))
          )
        )
      val won = results.collect { case Right(result) => result }
      assertEquals(won.size, 1, s"round $round: $results")
      results.foreach:
        case Right(_)    => ()
        case Left(error) =>
          assertEquals(error, AppendError.Conflict(AppendCondition(course or student, known), won.head.first))
      val found = ok(log.readQueryAfter[ContractEvent](course and student, known).toVector)
      assertEquals(found.map(_.value), Vector(number(round * 1000L + results.indexWhere(_.isRight))))

  rule("condition: retries on what was read lose no update"): log =>
    val each    = effort.rounds
    val counter = Query.tagged("counter")
    atOnce(effort.threads): thread =>
      for _ <- 1 to each do
        var isIn = false
        while !isIn do
          val known = log.readQuery[ContractEvent](counter)
          val sum   = ok(
            known.foldLeft(0L)((_, record) =>
              record.value match
                case ContractEvent.Number(sum) => sum
                case _                         => -1L
            )
          )
          isIn = conflict(
            log.appendAll(
              Vector(part(s"s$thread", sum + 1, "counter")),
              unless = Seq(AppendCondition(counter, known.offset))
            )
          ) == 0
    val sums = ok(log.readQuery[ContractEvent](counter).toVector).map(_.value)
    assertEquals(sums, numbers(1 to each * effort.threads))
