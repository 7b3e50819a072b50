package brine.journal.testkit.contract

import brine.journal.*
import java.util.UUID
import java.util.concurrent.{Executors, TimeUnit}

/** Appending: versions, offsets, keys, several streams. */
trait AppendContract extends ContractBase:
  this: munit.FunSuite =>

  rule(
    "append: offsets and versions count from 1 without gaps, and the result says where the events are, and when they came"
  ): log =>
    assertEquals(log.durable, Offset.Begin)
    val first   = appended(log.append("a", ExpectedVersion.NoStream, Vector(text("x"), text("y"))))
    val second  = appended(log.append("b", text("z")))
    val third   = appended(log.append("a", ExpectedVersion(2), Vector(text("w"))))
    val records = all(log)
    assertEquals(first, Appended(Offset(1), Offset(2), 2, records(0).at, Level.Disk))
    assertEquals(second, Appended(Offset(3), Offset(3), 1, records(2).at, Level.Disk))
    assertEquals(third, Appended(Offset(4), Offset(4), 3, records(3).at, Level.Disk))
    assertEquals(records(1).at, first.at, "the events of an append have one time")
    val found = records.map(record => (record.offset.sequence, record.stream, record.version, record.value))
    assertEquals(
      found,
      Vector(
        (1L, "a", 1L, text("x")),
        (2L, "a", 2L, text("y")),
        (3L, "b", 1L, text("z")),
        (4L, "a", 3L, text("w"))
      )
    )

  rule("append: an expected version that is wrong is refused with the actual one, and writes nothing"): log =>
    appended(log.append("a", ExpectedVersion.NoStream, numbers(1 to 3)))
    for wrong <- Seq(0L, 1L, 2L, 4L, Long.MaxValue) do
      val result = done(log.append("a", ExpectedVersion(wrong), numbers(1 to 1)))
      assertEquals(result, Left(AppendError.WrongVersion("a", wrong, 3)))
    assertEquals(
      done(log.append("new", ExpectedVersion(1), numbers(1 to 1))),
      Left(AppendError.WrongVersion("new", 1, 0))
    )
    assertEquals(log.version("a"), Right(3L))
    assertEquals(log.version("new"), Right(0L))
    assertEquals(all(log).size, 3)
    assertEquals(appended(log.append("a", ExpectedVersion(3), numbers(1 to 1))).first, Offset(4))

  rule("append: every level completes with that level, and becomes durable without another append"): log =>
    for level <- Level.values do
      val result = appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2), level = level))
      assertEquals(result.level, level)
      eventually(s"an append at $level becomes durable")(log.durable.sequence >= result.last.sequence)
      assertEquals(all(log).size.toLong, result.last.sequence)

  rule("append: what completed at level Disk can be read at once"): log =>
    for i <- 1 to effort.rounds do
      val result = appended(log.append("a", number(i)))
      assertEquals(log.durable, result.last)
      assertEquals(ok(log.read[ContractEvent]("a", from = i).toVector).map(_.value), Vector(number(i)))

  rule("append: a completion tells all who ask the same result"): log =>
    val completion = log.append("a", text("x"))
    val result     = done(completion)
    assert(result.isRight, result)
    assert(completion.isComplete)
    assertEquals(completion.now, Some(result))
    assertEquals(completion.await(), result)
    assertEquals(completion.toFuture.get(patience.toNanos, TimeUnit.NANOSECONDS), result)
    val executor = Executors.newVirtualThreadPerTaskExecutor()
    try
      val heard = java.util.concurrent.CompletableFuture[Either[AppendError, Appended]]()
      log.append("a", text("y")).onComplete(executor)(result => heard.complete(result): Unit)
      assertEquals(heard.get(patience.toNanos, TimeUnit.NANOSECONDS).map(_.version), Right(2L))
    finally executor.shutdown()

  rule("append: the appends of one thread keep their order, without waiting for any"): log =>
    val results = (1 to effort.rounds * 20).map(i => log.append(s"s${i % 3}", number(i)))
    results.zipWithIndex.foreach((result, i) => assertEquals(appended(result).first, Offset(i + 1L)))
    assertEquals(all(log).map(_.value), numbers(1 to effort.rounds * 20))

  rule("append: versions that follow each other are expected without waiting; a refusal refuses the next"): log =>
    val count                                                  = effort.rounds * 20
    def inARow(stream: String, first: Int): Vector[Completion] =
      Vector.tabulate(count)(i => log.append(stream, ExpectedVersion(first + i), numbers(i to i)))
    inARow("a", 0).zipWithIndex.foreach((result, i) => assertEquals(appended(result).version, i + 1L))
    inARow("a", count + 1).zipWithIndex.foreach: (result, i) =>
      assertEquals(done(result), Left(AppendError.WrongVersion("a", count + 1L + i, count)))
    assertEquals(log.version("a"), Right(count.toLong))
    // An event of another writer counts as well: the first is refused, and the second is not.
    appended(log.append("b", text("another writer's")))
    val both = inARow("b", 0).take(2)
    assertEquals(done(both(0)), Left(AppendError.WrongVersion("b", 0, 1)))
    assertEquals(done(both(1)).map(_.version), Right(2L))

  rule("key: an append is stored once, and a retry says where it is"): log =>
    val key   = UUID.randomUUID
    val first = appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3), key = Some(key)))
    appended(log.append("a", text("between")))
    for level <- Level.values do
      val retry = done(log.append("a", ExpectedVersion.Any, numbers(1 to 3), key = Some(key), level = level))
      assertEquals(retry, Left(AppendError.Duplicate(first.copy(level = level))))
    val other = done(log.append("elsewhere", ExpectedVersion.Any, numbers(7 to 7), key = Some(key)))
    assertEquals(other, Left(AppendError.Duplicate(first)))
    assertEquals(log.version("elsewhere"), Right(0L))
    assertEquals(all(log).size, 4)

  rule("key: it is checked before the expected version"): log =>
    val key   = UUID.randomUUID
    val first = appended(log.append("a", ExpectedVersion.NoStream, numbers(1 to 1), key = Some(key)))
    val retry = done(log.append("a", ExpectedVersion.NoStream, numbers(1 to 1), key = Some(key)))
    assertEquals(retry, Left(AppendError.Duplicate(first)))

  rule("key: that of a refused append is not used"): log =>
    val key     = UUID.randomUUID
    val refused = done(log.append("a", ExpectedVersion(5), numbers(1 to 1), key = Some(key)))
    assert(refused.left.exists(_.isInstanceOf[AppendError.WrongVersion]), refused)
    appended(log.append("a", ExpectedVersion(0), numbers(1 to 1), key = Some(key))): Unit

  rule("key: both halves of it count"): log =>
    for key <- Seq(UUID(1, 2), UUID(2, 1), UUID(1, 1), UUID(0, 0), UUID(-1, -1), UUID(1, 3), UUID(3, 2)) do
      appended(log.append("a", ExpectedVersion.Any, numbers(1 to 1), key = Some(key)))

  rule("key: it is remembered however many appends follow, and after the log was opened again"): log =>
    val keys  = Vector.fill(20)(UUID.randomUUID)
    val first = keys.map(key => appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2), key = Some(key))))
    (1 to effort.rounds * 50).map(i => log.append("filler", text("x" * 200 + i))).foreach(appended(_))
    def retried(again: EventLog): Unit =
      val retries = keys.map(key => done(again.append("a", ExpectedVersion.Any, numbers(1 to 2), key = Some(key))))
      assertEquals(retries, first.map(original => Left(AppendError.Duplicate(original))))
    retried(log)
    within("close")(log.close())
    openAgain().foreach: again =>
      try retried(again)
      finally within("close")(again.close())

  rule("key: the first event of an append has it, in the first stream, and no other"): log =>
    val (one, two) = (UUID.randomUUID, UUID.randomUUID)
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3), key = Some(one)))
    appended(log.append("a", text("without")))
    appended(log.appendAll(Vector(part("b", numbers(1 to 2)), part("c", numbers(1 to 2))), key = Some(two)))
    assertEquals(all(log).map(_.key), Vector(Some(one), None, None, None, Some(two), None, None, None))

  private def part(stream: String, events: Seq[ContractEvent], expected: Long = -1, tags: Set[String] = Set.empty) =
    StreamAppend(stream, if expected < 0 then ExpectedVersion.Any else ExpectedVersion(expected), events, tags)

  rule("several streams: all events are there, next to each other, each with its own tags and version"): log =>
    appended(log.append("b", text("before")))
    val result = appended(
      log.appendAll(
        Vector(
          part("a", numbers(1 to 2), 0, Set("x")),
          part("b", numbers(3 to 3), 1, Set("y")),
          part("c", numbers(4 to 4))
        )
      )
    )
    val records = all(log).drop(1)
    assertEquals(result, Appended(Offset(2), Offset(5), 1, records.head.at, Level.Disk))
    assertEquals(records.map(_.at).distinct, Vector(result.at))
    val found = records.map(record => (record.stream, record.version, record.tags, record.value))
    val want  = Vector(
      ("a", 1L, Set("x"), number(1)),
      ("a", 2L, Set("x"), number(2)),
      ("b", 2L, Set("y"), number(3)),
      ("c", 1L, Set.empty[String], number(4))
    )
    assertEquals(found, want)

  rule("several streams: one wrong version refuses all of it"): log =>
    appended(log.append("b", numbers(1 to 1).head))
    for wrong <- 0 to 2 do
      val streams = Vector("a", "b", "c")
        .zip(Vector(0L, 1L, 0L))
        .zipWithIndex
        .map:
          case ((stream, right), i) => part(stream, numbers(1 to 2), if i == wrong then right + 7 else right)
      val refused = done(log.appendAll(streams))
      val actual  = if wrong == 1 then 1L else 0L
      assertEquals(refused, Left(AppendError.WrongVersion("abc" (wrong).toString, actual + 7, actual)))
    assertEquals(Vector("a", "b", "c").map(log.version), Vector(Right(0L), Right(1L), Right(0L)))
    assertEquals(all(log).size, 1)

  rule("several streams: they may have events of different types"): log =>
    appended(log.appendAll(Vector(part("a", numbers(1 to 1)), StreamAppend("b", ExpectedVersion.Any, Vector("text")))))
    assertEquals(ok(log.read[ContractEvent]("a").toVector).map(_.value), numbers(1 to 1))
    assertEquals(ok(log.read[String]("b").toVector).map(_.value), Vector("text"))

  rule("encoded: an event may have no bytes, or zeros at its end"): log =>
    appended(log.append("a", "a schema"))
    val schema     = ok(log.read[Stored]("a").toVector).head.value.schema
    val payloads   = Vector(Array[Byte](), Array[Byte](0), Array[Byte](0, 0), Array[Byte](7, 0), Array[Byte](32))
    val completion = Completion(Level.Disk)
    log.appendEncoded(EncodedAppend.of(Seq(EncodedEvents("b", ExpectedVersion.Any, schema, payloads))), completion, 0)
    appended(completion)
    assertEquals(ok(log.read[Stored]("b").toVector).map(_.value.bytes.toVector), payloads.map(_.toVector))

  rule("encoded: events that are read as they are stored can be appended so, with any schema"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3), tags = Set("t")))
    appended(log.append("b", "another type"))
    val stored = ok(log.readAll[Stored]().toVector)
    val copies = stored.map: record =>
      EncodedEvents(
        s"copy-${record.offset.sequence}",
        ExpectedVersion.NoStream,
        record.value.schema,
        Seq(record.value.bytes),
        record.tags
      )
    val completion = Completion(Level.Disk)
    log.appendEncoded(EncodedAppend.of(copies), completion, 0)
    val result = appended(completion)
    val copied = ok(log.readAll[Stored]().toVector).last
    assertEquals(result, Appended(Offset(5), Offset(8), 1, copied.at, Level.Disk))
    assertEquals(ok(log.read[ContractEvent]("copy-3").toVector).map(_.value), numbers(3 to 3))
    assertEquals(ok(log.read[String]("copy-4").toVector).map(_.value), Vector("another type"))
    assertEquals(ok(log.readTagged[ContractEvent]("t").toVector).map(_.offset.sequence), Vector(1L, 2L, 3L, 5L, 6L, 7L))
