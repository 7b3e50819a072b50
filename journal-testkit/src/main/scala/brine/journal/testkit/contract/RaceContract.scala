package brine.journal.testkit.contract

import brine.journal.*
import java.util.UUID

/** Several writers at once. */
trait RaceContract extends ContractBase:
  this: munit.FunSuite =>

  rule("race: of several that expect the same version, exactly one wins"): log =>
    for round <- 0 until effort.rounds * 5 do
      val results = atOnce(effort.threads): thread =>
        done(log.append("a", ExpectedVersion(round), Vector(number(round * 1000L + thread))))
      val won = results.collect { case Right(result) => result }
      assertEquals(won.map(_.version), Vector(round + 1L), s"round $round: $results")
      results.foreach:
        case Right(_)    => ()
        case Left(error) => assertEquals(error, AppendError.WrongVersion("a", round, round + 1))
      val winner = results.indexWhere(_.isRight)
      assertEquals(
        ok(log.read[ContractEvent]("a", round + 1).toVector).map(_.value),
        Vector(number(round * 1000L + winner))
      )

  rule("race: of several with the same key, exactly one appends, and all learn where"): log =>
    for round <- 1 to effort.rounds * 5 do
      val key     = UUID.randomUUID
      val results = atOnce(effort.threads): thread =>
        val result = done(log.append(s"s${thread % 2}", ExpectedVersion.Any, numbers(1 to 1 + thread % 3), Some(key)))
        result match
          case Left(AppendError.Duplicate(original)) =>
            assert(log.durable.sequence >= original.last.sequence, s"a duplicate of $original at ${log.durable}")
          case _ => ()
        result
      val won = results.collect { case Right(result) => result }
      assertEquals(won.size, 1, s"round $round: $results")
      results.foreach:
        case Right(_)    => ()
        case Left(error) => assertEquals(error, AppendError.Duplicate(won.head))
    assertEquals(all(log).count(_.key.isDefined), effort.rounds * 5)

  rule("race: retries on an optimistic version lose no update"): log =>
    val each = effort.rounds
    atOnce(effort.threads): _ =>
      for _ <- 1 to each do
        var isIn = false
        while !isIn do
          val version = ok(log.version("counter"))
          val before  = if version == 0 then 0L
          else
            ok(log.read[ContractEvent]("counter", version).toVector).headOption.map(_.value) match
              case Some(ContractEvent.Number(sum)) => sum
              case _                               => -1L // accepted, and not durable yet
          isIn =
            before >= 0 && done(log.append("counter", ExpectedVersion(version), Vector(number(before + 1)))).isRight
    val sums = ok(log.read[ContractEvent]("counter").toVector).map(_.value)
    assertEquals(sums, numbers(1 to each * effort.threads))

  rule("race: appends to several streams are whole, and in one order for all"): log =>
    val each    = effort.rounds * 5
    val results = atOnce(effort.threads): thread =>
      (1 to each).map: i =>
        val streams = Vector("a", "b", s"own-$thread").map(
          StreamAppend(_, ExpectedVersion.Any, Vector(number(thread * 1_000_000L + i)))
        )
        log.appendAll(streams)
    val stored = results.zipWithIndex.flatMap((mine, thread) =>
      mine.zipWithIndex.map((one, i) => (appended(one), thread * 1_000_000L + i + 1))
    )
    val records = all(log)
    assertEquals(records.map(_.offset.sequence), (1L to 3L * each * effort.threads).toVector)
    for (result, value) <- stored do
      val here = records.slice(result.first.sequence.toInt - 1, result.last.sequence.toInt)
      assertEquals(here.map(_.value).distinct, Vector(number(value)))
      assertEquals(here.map(_.stream).take(2), Vector("a", "b"))
    for stream <- Vector("a", "b") do
      assertEquals(records.filter(_.stream == stream).map(_.version), (1L to each.toLong * effort.threads).toVector)
      assertEquals(ok(log.read[ContractEvent](stream).toVector), records.filter(_.stream == stream))
    // The appends of one thread are in its order.
    for thread <- 0 until effort.threads do
      assertEquals(
        records.filter(_.stream == s"own-$thread").map(_.value),
        (1 to each).map(i => number(thread * 1_000_000L + i)).toVector
      )

  rule("race: a reader never sees a part of an append, nor a gap"): log =>
    @volatile var goesOn = true
    val reading          = started("reader"):
      var looks = 0
      while goesOn || looks == 0 do
        val found = all(log)
        assertEquals(found.map(_.offset.sequence), (1L to found.size.toLong).toVector)
        assertEquals(found.size % 3, 0, "an append of three events was read in part")
        assert(log.durable.sequence >= found.size, s"${log.durable} with ${found.size} events")
        looks += 1
    try
      atOnce(effort.threads): thread =>
        for i <- 1 to effort.rounds do
          if i % 2 == 0 then appended(log.append(s"s$thread", ExpectedVersion.Any, numbers(1 to 3)))
          else
            appended(
              log.appendAll(Vector("a", "b", s"s$thread").map(StreamAppend(_, ExpectedVersion.Any, numbers(i to i))))
            )
      ()
    finally goesOn = false
    reading()

  rule("race: a version counts whole appends"): log =>
    @volatile var goesOn = true
    val asking           = started("who asks for the version"):
      while goesOn do
        for stream <- Vector("a", "b") do
          val version = ok(log.version(stream))
          if version % 2000 != 0 then fail(s"version $version of $stream with appends of 2000 events")
    val events = numbers(1 to 2000)
    try
      for i <- 1 to effort.rounds do
        if i % 2 == 0 then appended(log.append("a", ExpectedVersion.Any, events))
        else appended(log.appendAll(Vector("b", "a").map(StreamAppend(_, ExpectedVersion.Any, events))))
    finally goesOn = false
    asking()

  rule("race: every event up to the durable one can be read"): log =>
    @volatile var goesOn = true
    val reading          = started("reader"):
      var from = Offset.Begin
      while goesOn do
        val durable = log.durable
        assert(durable.sequence >= from.sequence, s"the last durable event was $from, and is $durable")
        val found = ok(log.readAllAfter[ContractEvent](from).toVector).lastOption.fold(from)(_.offset)
        assert(found.sequence >= durable.sequence, s"$durable is durable, and the last event is $found")
        from = durable
    try
      atOnce(effort.threads): thread =>
        (1 to effort.rounds * 20).map(i => log.append(s"s$thread", number(i))).foreach(appended(_))
      ()
    finally goesOn = false
    reading()

  rule("race: appends at all levels are in one order, and all become durable"): log =>
    val each    = effort.rounds
    val results = atOnce(effort.threads): thread =>
      (1 to each).map: i =>
        val level = Level.values.apply((thread + i) % 3)
        appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2), level = level))
    val last = results.flatten.map(_.last.sequence).max
    assertEquals(results.flatten.map(_.first.sequence).sorted, (1L to last by 2).toVector)
    results.flatten.foreach(result => assertEquals(result.version, result.last.sequence))
    eventually("all are durable")(log.durable.sequence == last)
    assertEquals(all(log).size.toLong, last)
