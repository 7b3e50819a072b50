package brine.journal.testkit.contract

import brine.codec.Codec
import brine.journal.*
import brine.journal.tools.{ExportedRecord, JournalExport, JournalImport, LogCopy}
import java.time.Instant
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable

/** Rules of copies: a log that takes records as another one has stored them ([[EventLog.takesStored]]) has them as they
  * were. One that does not refuses to be copied into.
  */
trait StoredContract extends ContractBase:
  this: munit.FunSuite =>

  rule("stored: a copy has all records as they were, with times, versions, keys and tags, and programs continue it"):
    log =>
      if !log.takesStored then
        assert(JournalImport.into(log).isLeft, "a log that takes no stored records began an import")
        assert(LogCopy.toLog(otherLog(), log).isLeft, "a log that takes no stored records was copied into")
      else
        for (seed, round) <- Vector(1L, 2L).zipWithIndex do
          val source = imported(otherLog(), StoredContract.records(SplittableRandom(seed)))
          if round == 0 then copied(source, log)
          else withLog(other => copied(source, other))
        checkAgain(log)(again => assert(contents(again).nonEmpty))

  rule("stored: a copy that is continued has the rest once, and a key of it is known"): log =>
    if log.takesStored then
      val all  = StoredContract.records(SplittableRandom(3))
      val half = all.takeWhile(_.record.at.isBefore(all(all.size / 2).record.at))
      imported(log, half): Unit
      val source = imported(otherLog(), all)
      copied(source, log)
      val keyed = all.find(_.record.key.isDefined).get.record
      done(log.append(keyed.stream, ExpectedVersion.Any, Seq(text("again")), keyed.key)) match
        case Left(AppendError.Duplicate(original)) => assertEquals(original.at, keyed.at)
        case other                                 => fail(s"$other")

  rule("stored: after an append of somebody else, no record of a copy follows"): log =>
    if log.takesStored then
      val all  = StoredContract.records(SplittableRandom(4))
      val half = all.takeWhile(_.record.at.isBefore(all(all.size / 2).record.at))
      val into = JournalImport.into(log).fold(error => fail(error.message), identity)
      for (one, at) <- half.zipWithIndex do assertEquals(into.add(one, at + 1L), Right(()))
      assertEquals(into.flush(), Right(()))
      appended(log.append("somebody", text("else"))): Unit
      val refused = all.drop(half.size).zipWithIndex.exists((one, at) => into.add(one, at + 1L).isLeft)
      assert(into.finish().isLeft || refused, "an import continued after the append of somebody else")
      val found = contents(log)
      assertEquals(found.take(half.size), half.map(StoredContract.content))
      assertEquals(found.size, half.size + 1)

  private def imported(log: EventLog, records: Vector[ExportedRecord])(using munit.Location): EventLog =
    val into = JournalImport.into(log).fold(error => fail(error.message), identity)
    for (one, at) <- records.zipWithIndex do assertEquals(into.add(one, at + 1L), Right(()))
    assertEquals(into.finish(), Right(records.size.toLong))
    log

  private def copied(source: EventLog, log: EventLog)(using munit.Location): Unit =
    LogCopy.toLog(source, log) match
      case Left(error)   => fail(error.message)
      case Right(report) => assertEquals(report.records, source.durable.sequence)
    assertEquals(contents(log), contents(source))
    assertEquals(ok(log.readAll[Stored]().toVector).map(_.offset.sequence), (1L to log.durable.sequence).toVector)
    // What comes next follows them.
    val stream = "stream-0"
    val known  = ok(source.version(stream))
    assertEquals(ok(log.version(stream)), known)
    val next = appended(log.append(stream, ExpectedVersion(known), Seq(text("next"))))
    assertEquals(next.version, known + 1)

  private def contents(log: EventLog)(using munit.Location): Vector[Vector[Any]] =
    val all = Vector.newBuilder[Vector[Any]]
    ok(JournalExport.of(log)(one => all += StoredContract.content(one))): Unit
    all.result()

private[testkit] object StoredContract:
  /** Everything of a record but its offset. */
  private def content(one: ExportedRecord): Vector[Any] =
    val record = one.record
    Vector(
      record.stream,
      record.version,
      record.at,
      record.tags,
      record.key,
      one.keyEvents,
      record.value.schema,
      record.value.bytes.toVector
    )

  /** Records with gaps between versions, equal times, tags, and appends with a key. */
  private def records(random: SplittableRandom): Vector[ExportedRecord] =
    val versions = mutable.HashMap.empty[String, Long]
    val records  = Vector.newBuilder[ExportedRecord]
    var offset   = 0L
    var at       = Instant.EPOCH.plusSeconds(1_000_000_000)
    for append <- 1 to 150 do
      if random.nextBoolean() then at = at.plusNanos(random.nextInt(1_000_000) * 1000L)
      val hasKey = append == 1 || random.nextInt(5) == 0
      val count  = if hasKey then 1 + random.nextInt(4) else 1
      // Events of one stream in a row, and of several in turn.
      val own    = Vector.fill(count)(s"stream-${random.nextInt(4)}")
      val firsts = mutable.HashSet.empty[String]
      for (stream, part) <- own.zipWithIndex do
        offset += 1
        val gap = if firsts.add(stream) && random.nextInt(8) == 0 then random.nextInt(100) else 0
        versions(stream) = versions.getOrElse(stream, 0L) + 1 + gap
        val value  = Stored(Codec[String].schema, Codec.encodeBare(s"event $offset"))
        val tags   = Set.fill(random.nextInt(3))(s"tag-${random.nextInt(3)}")
        val key    = Option.when(hasKey && part == 0)(UUID(append, random.nextLong()))
        val record = Record(Offset(offset), stream, versions(stream), at, tags, key, value)
        records += ExportedRecord(record, if key.isDefined then count else 0)
    records.result()
