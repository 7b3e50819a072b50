package brine.journal.testkit

import brine.effort.Effort
import brine.journal.*
import brine.journal.tools.{JournalInfo, Repair, Statistics, Verification}
import java.nio.file.Path
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration.*

/** Settings that differ from one opening to the next. */
class SettingsChangeSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 10.minutes

  import SettingsChangeSuite.*

  // What tests can read that do not change the compressions.
  private val base =
    JournalSettings(segmentSize = 1 << 20, compressions = java.util.List.of(SettingValues.first, SettingValues.second))

  test("every setting has values here"):
    assertEquals(SettingValues.all.keySet, JournalSettings.defaults.productElementNames.toSet)
    SettingValues.all.foreach((name, values) => assert(values.sizeIs > 1, name))

  SettingValues.all.toVector
    .sortBy(_._1)
    .foreach: (name, values) =>
      test(s"$name, from every value to every other and back"):
        // Both directions are taken below, with effort full from either value at first.
        val pairs = for
          (before, at) <- values.zipWithIndex; after <- if Effort.isFull then values else values.drop(at + 1)
        yield before -> after
        for (before, after) <- pairs if before != after do
          val kept = Kept(FaultStorage(7))
          kept.use(before(base))
          kept.use(after(base))
          kept.use(before(base))
          kept.use(after(base), isKilled = true)
          kept.use(before(base), isKilled = true)
          kept.use(after(base))

  test("random walks over all settings, closed or killed"):
    val rows    = SettingValues.all.toVector.sortBy(_._1)
    var lacking = 0
    for seed <- 1 to Effort.settingsWalks do
      val random = SplittableRandom(seed)
      val kept   = Kept(FaultStorage(seed))
      var used   = base
      for _ <- 1 to 8 do
        for _ <- 0 to random.nextInt(3) do
          val values = rows(random.nextInt(rows.size))._2
          used = values(random.nextInt(values.size))(used)
        val missing = kept.kinds -- SettingValues.kinds(used)
        if missing.nonEmpty then
          kept.refuses(used, missing)
          used = used.withCompressions(base.compressions)
          lacking += 1
        try kept.use(used, isKilled = random.nextInt(3) == 0)
        catch case error: Throwable => throw AssertionError(s"seed $seed", error)
    assert(lacking > 0)

object SettingsChangeSuite:
  private val folder = Path.of("/journal")

  /** A journal, and what it must have. */
  final class Kept(private var disk: FaultStorage):
    private val expected       = ArrayBuffer.empty[(String, String)]
    private var uses           = 0
    private var keys           = Vector.empty[UUID]
    private var used: Set[Int] = Set.empty

    /** The kinds of compression that units may have. */
    def kinds: Set[Int] = used

    private def ok[E <: JournalError, A](result: Either[E, A]): A =
      result.fold(error => throw JournalException(error), identity)

    /** Opens the journal, reads, appends, maintains and closes it, and reads it with all tools. */
    def use(settings: JournalSettings, isKilled: Boolean = false): Unit =
      uses += 1
      val journal = Journal.open(folder, settings, disk)
      used += settings.compression.kind
      try
        check(journal)
        append(journal, settings)
        check(journal)
        journal.endSegment()
        append(journal, settings)
        keys.foreach: key =>
          val again = journal.append("s", ExpectedVersion.Any, Seq("again"), Some(key)).await()
          if !again.left.exists(_.isInstanceOf[AppendError.Duplicate]) then throw AssertionError(s"a key: $again")
        check(journal)
        val backup = Path.of(s"/backup-$uses")
        ok(journal.backup(backup))
        val copy = Path.of(s"/copy-$uses")
        ok(Journal.restore(backup, copy, settings, disk))
        read(copy, settings)
        if isKilled then disk = disk.processKill()
      finally journal.close()
      // After a kill, other processes see the last records once it is opened again.
      if !isKilled then read(folder, settings)

    private def append(journal: Journal, settings: JournalSettings): Unit =
      for i <- 1 to 6 do
        val stream = s"stream-${i % 3}"
        val key    = Option.when(i == 2)(UUID(uses, expected.size))
        val text   = (if i == 5 then "long " * 8_000 else s"text $i " * 30) + expected.size
        journal.append(stream, ExpectedVersion.Any, Seq(text), key, Set("tag")).await() match
          case Right(_) =>
            expected += stream -> text
            keys ++= key
          case Left(_: AppendError.TooLarge) if text.length > settings.maxAppendBytes - 8 || text.length > 32_000 => ()
          case Left(error) => throw JournalException(error)

    private def check(reader: JournalReader): Unit =
      val all = ok(reader.readAll[String]().toVector)
      same(all.map(record => record.stream -> record.value), expected.toVector, "all")
      same(ok(reader.readTagged[String]("tag").toVector).map(_.offset.sequence), all.map(_.offset.sequence), "tags")
      if all.zip(all.drop(1)).exists((one, next) => next.at.isBefore(one.at)) then
        throw AssertionError("times decrease")
      expected
        .map(_._1)
        .distinct
        .foreach: stream =>
          val wanted = expected.filter(_._1 == stream).map(_._2).toVector
          same(ok(reader.read[String](stream).toVector).map(_.value), wanted, stream)
          same(ok(reader.version(stream)), wanted.size.toLong, stream)

    /** Reads a journal with the reader and with every tool. */
    private def read(folder: Path, settings: JournalSettings): Unit =
      val reader = ok(JournalReader.tryOpen(folder, settings, disk))
      try check(reader)
      finally reader.close()
      same(ok(Verification.of(folder, settings, disk)).damages, Vector.empty, "damage")
      same(ok(Repair.plan(folder, settings, disk)).steps, Vector.empty, "repairs")
      same(ok(JournalInfo.of(folder, settings, disk)).records, expected.size.toLong, "info")
      same(ok(Statistics.of(folder, settings = settings, storage = disk)).records, expected.size.toLong, "statistics")

    /** Everything that reads says which compression is missing, and changes nothing. */
    def refuses(settings: JournalSettings, missing: Set[Int]): Unit =
      val before  = disk.files.filterNot(_.endsWith("LOCK")).map(file => file -> disk.bytes(file).toVector)
      val answers = Vector(
        JournalReader
          .tryOpen(folder, settings, disk)
          .flatMap: reader =>
            try reader.readAll[String]().toVector
            finally reader.close(),
        Verification.of(folder, settings, disk),
        Repair.plan(folder, settings, disk),
        Statistics.of(folder, settings = settings, storage = disk),
        Journal.restore(folder, Path.of(s"/refused-$uses"), settings, disk)
      )
      answers.foreach:
        case Left(error) =>
          if !missing.exists(kind => error.message.contains(s"kind $kind")) ||
            !error.message.contains("JournalSettings.compressions")
          then throw AssertionError(s"not helpful: ${error.message}")
        case other => throw AssertionError(s"read without the compression: $other")
      same(disk.files.filterNot(_.endsWith("LOCK")).map(file => file -> disk.bytes(file).toVector), before, "files")

    private def same[A](found: A, wanted: A, what: String): Unit =
      if found != wanted then
        throw AssertionError(s"$what: ${found.toString.take(600)}\nnot ${wanted.toString.take(600)}")
