package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.testkit.{FaultStorage, ImportedRecords, MemoryEventLog, MicrosecondClock}
import brine.journal.tools.*
import java.nio.file.Path
import java.util.{SplittableRandom, UUID}
import scala.util.Using

/** Copies of random logs into a database and out of it, also ones that end at any moment and are continued. */
abstract class Copying(make: () => TestDatabase) extends DatabaseSuite(make):
  private val original = Path.of("/original")
  private val copied   = Path.of("/copied")

  override def munitTimeout = scala.concurrent.duration.Duration(if Effort.isFull then 60 else 10, "min")

  /** A journal with random records, and what they are. */
  private final class Source(seed: Long):
    private val disk = FaultStorage(seed)

    locally:
      val imported = ok(JournalImport.open(original, storage = disk))
      for (one, at) <- ImportedRecords(SplittableRandom(seed)).take(400).zipWithIndex do
        imported.add(one, at + 1).fold(e => fail(e.message), identity)
      imported.close()

    def reading[A](body: JournalReader => A): A = Using.resource(JournalReader.open(original, storage = disk))(body)

    // Not what was generated: where it was cut, an append with a key may be shorter.
    val records: Vector[ExportedRecord] = reading(exported)

    val contents: Vector[Vector[Any]] = reading(contentsOf)

  private def exported(log: EventLogReader): Vector[ExportedRecord] =
    val all = Vector.newBuilder[ExportedRecord]
    ok(JournalExport.of(log)(all += _)): Unit
    all.result()

  private def contentsOf(log: EventLogReader): Vector[Vector[Any]] =
    exported(log).map(one => ImportedRecords.content(one) :+ one.record.offset)

  private def right(result: Either[CopyError, CopyReport]): CopyReport =
    result.fold(error => fail(error.message), identity)

  private def isWhole(report: CopyReport, log: EventLogReader, source: Source): Unit =
    assertEquals(report.records, source.contents.size.toLong)
    for ((found, expected), at) <- contentsOf(log).zipAll(source.contents, null, null).zipWithIndex do
      assertEquals(found, expected, s"record ${at + 1}")

  test("from files into the database and into files again, every record is as it was"):
    for seed <- 1 to Effort.sqlPrograms do
      val source = Source(seed)
      logs(1): all =>
        val log    = all.head
        val report = source.reading(from => right(LogCopy.toLog(from, log)))
        isWhole(report, log, source)
        val disk = FaultStorage(seed + 1)
        assertEquals(right(LogCopy.toFolder(log, copied, storage = disk)), report)
        Using.resource(JournalReader.open(copied, storage = disk))(isWhole(report, _, source))
        // Programs go on with it: versions, keys and times continue.
        for (stream, version) <- source.records.groupMapReduce(_.record.stream)(_.record.version)(math.max).take(3) do
          assertEquals(appended(log.append(stream, ExpectedVersion(version), Seq("more"))).version, version + 1)
        for one <- source.contents.flatMap(content => content(4).asInstanceOf[Option[UUID]]).headOption do
          assert(done(log.append("again", ExpectedVersion.Any, Seq("x"), Some(one))).isLeft)

  test("a copy into the database that ends at any moment is continued"):
    for seed <- 1 to Effort.sqlPrograms do
      val random   = SplittableRandom(seed)
      val source   = Source(seed)
      val settings = database.fresh().withRetryFor(java.time.Duration.ZERO)
      for _ <- 1 to 4 do
        val faults = Faults(database.url)
        val log    = JdbcEventLog.open(faults.source, settings)
        val after  = java.util.concurrent.atomic.AtomicInteger(random.nextInt(6))
        random.nextInt(5) match
          case 0 => faults.atCommit = commit => if after.getAndDecrement() > 0 then commit() else throw Faults.lost
          case 1 =>
            faults.atCommit = commit =>
              commit()
              if after.getAndDecrement() <= 0 then throw Faults.lost
          case 2 =>
            faults.atCommit = commit => if after.getAndDecrement() > 0 then commit() else throw Faults.rolledBack
          case 3 => faults.atStatement = (_, _) => if after.getAndDecrement() < -20 then throw Faults.lost
          case _ => Thread.currentThread.interrupt()
        try
          source.reading: from =>
            LogCopy.toLog(from, log) match
              case Left(error @ (_: CopyError.NotACopy | _: CopyError.Different)) => fail(error.message)
              case _                                                              => ()
        catch case _: InterruptedException => ()
        finally
          Thread.interrupted(): Unit
          faults.atCommit = _()
          faults.atStatement = (_, _) => ()
          within(log.close())
        logs(1, settings): all =>
          val found = contentsOf(all.head)
          assertEquals(found, source.contents.take(found.size))
      logs(1, settings)(all => isWhole(source.reading(from => right(LogCopy.toLog(from, all.head))), all.head, source))

  test("somebody who appends to the copy meanwhile ends it, and nothing is mixed"):
    // An append each: what others append could take the place of one that is refused.
    val memory = MemoryEventLog(clock = MicrosecondClock())
    try
      for i <- 1 to 3000 do appended(memory.append("s", s"$i"))
      logs(2): all =>
        var hasAppended = false
        val result      = LogCopy.toLog(
          memory,
          all(0),
          _ =>
            if !hasAppended then
              hasAppended = true
              appended(all(1).append("other", "x")): Unit
        )
        result match
          case Left(error: CopyError.Refused) =>
            assert(error.message.contains("another program has appended"), error.message)
            assert(!error.message.contains("is closed"), error.message)
          case other => fail(s"$other")
        val found = texts(all(0))
        assertEquals(found.filter(_ != "x"), (1 to found.size - 1).map(_.toString).toVector)
        assert(LogCopy.toLog(memory, all(0)).left.exists(_.isInstanceOf[CopyError.NotACopy]))
    finally memory.close()

  test("what is there already, and no copy, is refused and stays as it is"):
    val memory = MemoryEventLog()
    try
      appended(memory.append("s", "a"))
      logs(1): all =>
        appended(all.head.append("other", "x"))
        LogCopy.toLog(memory, all.head) match
          case Left(error: CopyError.NotACopy) =>
            for part <- Vector("record 1", "'other'", "another prefix") do
              assert(error.message.contains(part), error.message)
          case other => fail(s"$other")
        assertEquals(texts(all.head), Vector("x"))
        assert(LogCopy.toLog(all.head, all.head).left.exists(_.isInstanceOf[CopyError.SamePlace]))
    finally memory.close()

  test("a log that is reached in two ways is not copied onto itself, and others are copied"):
    logs(2): all =>
      appended(all.head.append("s", "a"))
      LogCopy.toLog(all.head, all(1)) match
        case Left(error: CopyError.SamePlace) => assert(error.message.contains("into itself"), error.message)
        case other                            => fail(s"$other")
      logs(1)(other => assertEquals(LogCopy.toLog(all.head, other.head).map(_.copied), Right(1L)))

  test("without the right to create tables, a log that is missing or older is an error, and nothing is created"):
    val settings = database.fresh().withCreateTables(false)
    def tried    = JdbcEventLog.tryOpen(database.source, settings)
    assert(tried.left.exists(_.isInstanceOf[JdbcOpenError.NoTables]), tried)
    assert(tried.left.exists(_.message.contains(settings.prefix)), "the second time, too")
    JdbcEventLog.open(database.source, settings.withCreateTables(true)).close()
    tried.fold(error => fail(error.message), _.close())
    val newest = internal.sql.Migration.all.last.version
    val next   = newest + 1
    database.change(s"insert into ${settings.prefix}layout (version) values ($next)")
    assert(tried.left.exists(_.isInstanceOf[JdbcOpenError.NewerTables]), tried)
    database.change(s"delete from ${settings.prefix}layout where version = $next")
    val more = internal.sql.Migration.all :+ internal.sql.Migration(next, (_, _) => Vector.empty)
    JdbcEventLog.tryOpen(database.source, settings, more) match
      case Left(error @ JdbcOpenError.OlderTables(_, `newest`, `next`)) =>
        assert(error.message.contains("first"), error.message)
      case other => fail(s"$other")
    assertEquals(database.ask(s"select max(version) from ${settings.prefix}layout"), s"$newest")
    database.change(s"update ${settings.prefix}layout set version = -1 where version = $newest")
    assert(tried.left.exists(_.isInstanceOf[JdbcOpenError.UnknownTables]), tried)

/** On SQLite. */
class SqliteCopyingSuite extends Copying(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlCopyingSuite extends Copying(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbCopyingSuite extends Copying(() => TestDatabase.Mariadb())
