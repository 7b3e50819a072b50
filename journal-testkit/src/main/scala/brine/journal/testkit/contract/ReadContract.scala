package brine.journal.testkit.contract

import brine.journal.*
import java.time.Instant
import java.time.temporal.ChronoUnit.MICROS
import java.util.UUID

/** Reading: selections, order, continuing, errors. */
trait ReadContract extends ContractBase:
  this: munit.FunSuite =>

  rule("read: a stream from a version on, also before its first and beyond its last"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 5)))
    appended(log.append("b", ExpectedVersion.Any, numbers(6 to 7)))
    for from <- -1L to 8L do
      val found = ok(log.read[ContractEvent]("a", from).toVector)
      assertEquals(found.map(_.version), (math.max(from, 1L) to 5L).toVector, s"from $from")
    assertEquals(ok(log.read[ContractEvent]("a").toVector).map(_.value), numbers(1 to 5))
    assertEquals(ok(log.read[ContractEvent]("nobody").toVector), Vector.empty)
    assertEquals(log.version("nobody"), Right(0L))
    assertEquals(log.version("a\ud800"), Right(0L))

  rule("read: a tag selects the events that have it whole, from an offset on, and after one"): log =>
    val tags = Vector(Set("ab"), Set("a"), Set("abc", "a"), Set.empty[String], Set("b", "ab"), Set("A"))
    tags.foreach(tags => appended(log.append("s", ExpectedVersion.Any, numbers(1 to 2), tags = tags)))
    for tag <- Seq("a", "ab", "abc", "b", "A", "none", "s"); after <- 0L to 12L do
      val want = (1L to 12L).filter(number => tags(((number - 1) / 2).toInt)(tag) && number > after).toVector
      assertEquals(offsets(log.readTaggedAfter(tag, Offset(after))), want, s"$tag after $after")
      assertEquals(offsets(log.readTagged(tag, Offset(after + 1))), want, s"$tag from ${after + 1} on")
    assertEquals(all(log).map(_.tags), tags.flatMap(tags => Vector(tags, tags)))

  rule("read: names of streams and tags may be any text, also after the log was opened again"): log =>
    val names =
      Vector("a", "A", " ", "a ", "a/b", "..", "\u0000", "a\u0000", "a\u200b", "'; drop table event", "%", "_") ++
        // What collations take for the same: forms of a letter, characters beyond 16 bits, ends of long names.
        Vector("ä", "a\u0308", "ss", "ß", "\ud83d\ude00", "\ud83d\ude01") ++
        Vector("x" * 1024, "x" * 1023, "x" * 1023 + "y", "x" * 255 + "y", "\u20ac" * 1024)
    names.foreach(name => appended(log.append(name, ExpectedVersion.NoStream, Vector(text(name)), tags = Set(name))))
    def check(log: EventLog) =
      for name <- names do
        assertEquals(ok(log.read[ContractEvent](name).toVector).map(_.value), Vector(text(name)))
        assertEquals(
          ok(log.readTagged[ContractEvent](name).toVector).map(record => (record.stream, record.tags)),
          Vector((name, Set(name)))
        )
        assertEquals(log.version(name), Right(1L))
    check(log)
    checkAgain(log): again =>
      check(again)
      names.foreach: name =>
        val result = appended(again.append(name, ExpectedVersion(1), Vector(text(name))))
        assertEquals(result.version, 2L)

  rule("read: the first event of an append with a key has it, and says how many offsets the append took"): log =>
    val sizes = Vector(1, 3, 2, 700)
    for (size, i) <- sizes.zipWithIndex do
      val parts = Vector(
        StreamAppend("a", ExpectedVersion.Any, numbers(1 to (size + 1) / 2), Set("t")),
        StreamAppend("b", ExpectedVersion.Any, numbers(1 to size / 2))
      ).filter(_.events.nonEmpty)
      appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2)))
      appended(log.appendAll(parts, key = Some(UUID(i, size))))
    val firsts                    = sizes.scanLeft(3L)((first, size) => first + size + 2).zip(sizes).zipWithIndex
    val want                      = firsts.map { case ((first, size), i) => (first, UUID(i, size), size) }
    def keys(cursor: EventCursor) =
      try
        Iterator
          .continually(cursor)
          .takeWhile(_.next())
          .filter: event =>
            if event.key.isEmpty then assertEquals(event.keyEvents, 0, s"event ${event.offset} has no key")
            event.key.isDefined
          .map(event => (event.offset.sequence, event.key.get, event.keyEvents))
          .toVector
      finally cursor.close()
    def check(log: EventLog) =
      assertEquals(keys(log.source.events(Filter.All, Offset(1))), want)
      assertEquals(keys(log.source.events(Filter.Tagged("t"), Offset(1))), want)
      assertEquals(keys(log.source.stream("a", 1)), want)
      assertEquals(keys(log.source.stream("b", 1)), Vector.empty)
    check(log)
    checkAgain(log)(check)

  rule("read: tags are kept apart, whatever characters are in them"): log =>
    for between <- Vector(",", ";", "|", " ", "\n", "\t", "\u0000", "\u001f", "\"", "\\") do
      val (both, apart) = (Set(s"a${between}b"), Set("a", "b", between))
      val first         = appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = both)).first
      val second        = appended(log.append("s", ExpectedVersion.Any, numbers(2 to 2), tags = apart)).first
      assertEquals(ok(log.readAll[ContractEvent](first).toVector).map(_.tags), Vector(both, apart))
      for (tags, offset) <- Vector(both -> first, apart -> second); tag <- tags do
        assertEquals(ok(log.readTagged[ContractEvent](tag, first).toVector).map(_.offset), Vector(offset), tag)

  rule("read: an event may have many tags, and long ones, also after the log was opened again"): log =>
    val tags = Vector.tabulate(300)(i => s"tag $i") ++ Vector.tabulate(20)(i => "x" * 1021 + (100 + i))
    appended(log.append("s", ExpectedVersion.Any, numbers(1 to 1), tags = tags.toSet))
    appended(log.append("s", ExpectedVersion.Any, numbers(2 to 2), tags = Set("other")))
    def check(log: EventLog) =
      assertEquals(all(log).map(_.tags), Vector(tags.toSet, Set("other")))
      for tag <- tags do assertEquals(offsets(log.readTagged(tag)), Vector(1L), tag)
      assertEquals(offsets(log.readQuery(Query.tagged(tags.head, tags.tail*))), Vector(1L))
    check(log)
    checkAgain(log)(check)

  rule("read: selected events may be far apart"): log =>
    val others = numbers(1 to 20_000)
    for i <- 1 to 2 do
      appended(log.append("rare", ExpectedVersion.Any, numbers(i to i), tags = Set("rare")))
      appended(log.append("others", ExpectedVersion.Any, others, tags = Set("often")))
    val offsets = Vector(Offset(1), Offset(others.size + 2L))
    assertEquals(ok(log.read[ContractEvent]("rare").toVector).map(_.offset), offsets)
    assertEquals(ok(log.readTagged[ContractEvent]("rare").toVector).map(_.offset), offsets)
    val cursor = Records[ContractEvent](log.name, log.source.events(Filter.Stream("rare"), Offset.Begin))
    assertEquals(ok(cursor.toVector).map(_.offset), offsets)

  rule("read: records that reached the end continue when there are more"): log =>
    val kinds = Vector[(String, Records[ContractEvent])](
      "all"    -> log.readAll[ContractEvent](),
      "stream" -> log.read[ContractEvent]("a"),
      "tag"    -> log.readTagged[ContractEvent]("t"),
      "later"  -> log.read[ContractEvent]("a", from = 3)
    )
    for round <- 1 to 5 do
      appended(log.append("a", ExpectedVersion.Any, numbers(round to round), tags = Set("t")))
      appended(log.append("b", text("other")))
      for (kind, records) <- kinds do
        val want  = if kind == "all" then 2 else if kind == "later" && round < 3 then 0 else 1
        val found = Vector.fill(want)(ok(records.next()).map(_.stream))
        assert(found.forall(_.isDefined), s"$kind in round $round: $found")
        assertEquals(ok(records.next()), None, s"$kind in round $round")
        assertEquals(records.offset, Offset(round * 2L), s"$kind in round $round")
    kinds.foreach(_._2.close())

  rule("read: closed records say so, and closing twice is no error"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3)))
    val records = log.readAll[ContractEvent]()
    assert(ok(records.next()).isDefined)
    records.close()
    records.close()
    assertEquals(records.next(), Left(ReadError.Closed))
    assertEquals(log.readAll[ContractEvent]().toVector.map(_.size), Right(3))

  rule("read: an event of another type is an error that names it, and can be read as it is stored"): log =>
    appended(log.append("a", text("x")))
    appended(log.append("texts", "y"))
    log.readAll[ContractEvent]().toVector match
      case Left(ReadError.Undecodable(offset, stream, _)) => assertEquals((offset, stream), (Offset(2), "texts"))
      case other                                          => fail(s"$other")
    val stored = ok(log.readAll[Stored]().toVector).map(_.value)
    assertEquals(stored.head.as[ContractEvent], Right(text("x")))
    assertEquals(stored.last.as[String], Right("y"))
    assert(stored.last.inspect.exists(_.text.contains("y")))

  rule("read: a record has what was appended, and times that do not decrease, in microseconds"): log =>
    val before = Instant.now.truncatedTo(java.time.temporal.ChronoUnit.MILLIS)
    for i <- 1 to effort.rounds do
      appended(log.append(s"s${i % 4}", ExpectedVersion.Any, numbers(1 to 2), tags = Set(s"t${i % 3}")))
    val records = all(log)
    assertEquals(records.map(_.at), records.map(_.at).sorted)
    records.foreach(record => assertEquals(record.at, record.at.truncatedTo(MICROS)))
    assert(!records.head.at.isBefore(before.minusSeconds(86400)), s"${records.head.at} is long before $before")
    records.grouped(2).foreach(both => assertEquals(both.map(_.at).distinct.size, 1))

  rule("read: the offset at a time is that of the first event at it or later, or of the next to come"): log =>
    for time <- Seq(Instant.MIN, Instant.now, Instant.MAX) do
      assertEquals(log.offsetAt(time), Right(Offset(1)), s"$time, without an event")
    for i <- 1 to effort.rounds do
      appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2)))
      if i % 5 == 0 then Thread.sleep(2)
    val records = all(log)
    val times   = records.map(_.at).distinct
    for time <- times.flatMap(time => Seq(time.minusNanos(1), time, time.plusNanos(1))) ++ Seq(
        Instant.EPOCH,
        Instant.MIN,
        Instant.MAX
      )
    do
      val later = records.filter(!_.at.isBefore(time))
      val want  = later.headOption.fold(Offset(records.last.offset.sequence + 1))(_.offset)
      assertEquals(log.offsetAt(time), Right(want), s"$time")
      assertEquals(ok(log.readAll[ContractEvent](from = want).toVector), later, s"$time")

  rule("read: threads take turns with records, and two at once are an error, not damage"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2000)))
    for _ <- 1 to 3 do
      val records = log.readAll[ContractEvent]()
      val read    = atOnce(3): _ =>
        var found = Vector.empty[Long]
        var more  = true
        while more do
          try
            ok(records.next()) match
              case Some(record) => found :+= record.offset.sequence
              case None         => more = false
          catch case _: IllegalStateException => ()
        found
      assertEquals(read.flatten.sorted, (1L to 2000L).toVector)
      records.close()

  rule("read: the events of one append can be decoded alone"): log =>
    val times = (0 until 4).map(i => Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i * 60L)).toVector
    appended(log.append("a", ExpectedVersion.Any, times))
    for i <- 0 until 4 do assertEquals(ok(log.readAllAfter[Instant](Offset(i)).toVector).map(_.value), times.drop(i))
