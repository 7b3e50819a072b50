package brine.journal.testkit

import brine.codec.{Codec, Compression}
import brine.effort.Effort
import brine.journal.*
import brine.journal.tools.{ExportedRecord, ImportError, JournalExport, JournalImport, Verification}
import java.nio.file.Path
import java.time.{Duration, Instant}
import java.util.SplittableRandom
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Imports that end at any moment and are continued until they are whole: by power cuts, kills, failing disks, full
  * disks, closing and interruptions. What is there must always be the beginning of what was to be imported, and in the
  * end all of it.
  */
class ImportSimulationSuite extends munit.FunSuite:
  import ImportSimulationSuite.*

  override val munitTimeout: scala.concurrent.duration.Duration = 15.minutes

  test("an import without faults has every record as it was"):
    val trials = Trials("import without faults")
    trials.run(Effort.importLives / 5): seed =>
      val random    = SplittableRandom(seed)
      val records   = ImportedRecords(random)
      val continued = Continued(FaultStorage(seed), records, random)
      continued.life(End.Whole)
      continued.check()
      trials.count("whole")

  test("an import that ends at any moment is continued"):
    val trials = Trials("end of an import")
    trials.run(Effort.importLives): seed =>
      val random    = SplittableRandom(seed)
      val continued = Continued(FaultStorage(seed), ImportedRecords(random), random)
      for _ <- 1 to 8 do
        val ending = End.values(1 + random.nextInt(End.values.length - 1))
        continued.life(ending)
        trials.count(ending.toString)
      continued.life(End.Whole)
      continued.check()

  test("an interruption while the disk is slow loses and repeats nothing"):
    val disk     = FaultStorage(1)
    val settings = JournalSettings(forceWithin = Duration.ZERO)
    val imported = JournalImport.open(folder, settings, disk).fold(error => fail(error.message), identity)
    val isFast   = CountDownLatch(1)
    disk.beforeForce(_ => isFast.await())
    val stored                                      = Stored(Codec[String].schema, Codec.encodeBare("a"))
    def add(number: Int): Either[ImportError, Unit] =
      val at = Instant.ofEpochSecond(number)
      imported.add(ExportedRecord(Record(Offset(number), "s", number, at, Set.empty, None, stored), 0), number)
    Thread.currentThread.interrupt()
    var next = 1
    try
      while next < 600 do
        assertEquals(add(next), Right(()))
        next += 1
      fail("it did not wait")
    catch case _: InterruptedException => ()
    isFast.countDown()
    for number <- next to 600 do assertEquals(add(number), Right(()))
    assertEquals(imported.finish(), Right(600L))

object ImportSimulationSuite:
  private val folder = Path.of("/imported")

  /** How a life of an import ends. */
  enum End:
    case Whole, PowerCut, PowerCutSoon, Kill, Close, Fault, Space, Interruption

    /** Whether the disk fails, so that errors are right. */
    def fails: Boolean = this match
      case PowerCutSoon | Fault | Space => true
      case _                            => false

  private def settings(random: SplittableRandom): JournalSettings =
    def one[A](values: A*): A = values(random.nextInt(values.size))
    JournalSettings(
      segmentSize = one(1L << 16, 100_000L, 1L << 20, 64L << 20),
      firstSegmentSize = one(1L << 16, 1L << 17),
      segmentAge = one(JournalSettings.Unlimited, JournalSettings.Unlimited, Duration.ofMillis(5)),
      maxAppendBytes = one(16 << 20, ImportedRecords.mostBytes),
      maxPendingAppends = one(1, 8, 1 << 14),
      maxPendingBytes = one(1L << 12, 64L << 20),
      maxCachedNames = one(1, 4, 1 << 18),
      compression = one(Compression.Plain, Compression.Deflate),
      linger = one(Duration.ZERO, Duration.ofNanos(100_000)),
      idleAfter = one(Duration.ZERO, Duration.ofMillis(5), Duration.ofHours(1)),
      forceWithin = one(Duration.ZERO, Duration.ofSeconds(1), Duration.ofHours(1)),
      spaceCheckEvery = Duration.ofMillis(1)
    )

  /** An import, and the disk as its last life has left it. */
  final class Continued(private var disk: FaultStorage, records: Vector[ExportedRecord], random: SplittableRandom):
    private val contents = records.map(ImportedRecords.content)
    private var isWhole  = false
    private var added    = 0L // at most so many records can be there
    private var kept     = 0L // so many records must be there

    def life(ending: End): Unit =
      plan(ending)
      JournalImport.open(folder, settings(random), disk) match
        case Left(error) if !ending.fails => wrong(s"not opened: ${error.message}")
        case Left(_)                      => ()
        case Right(imported)              =>
          try lives(imported, ending)
          finally imported.close()
      if ending.fails then recover(ending)

    private def plan(ending: End): Unit = ending match
      case End.PowerCutSoon => disk.cutPowerAfter(random.nextInt(if random.nextBoolean() then 40 else 400))
      case End.Space        => disk.limitSpace(random.nextInt(1 << (10 + random.nextInt(12))))
      case End.Fault        =>
        val after = random.nextInt(1 << (1 + random.nextInt(6)))
        disk.inject(random.nextInt(4) match
          case 0 => Fault.FailedForce(after)
          case 1 => Fault.FailedWrite(after)
          case 2 => Fault.FailedChange(after)
          case _ => Fault.FailedForceFolder(after))
      case _ => ()

    // The next life finds a disk with power and space, and without planned faults.
    private def recover(ending: End): Unit =
      if ending == End.PowerCutSoon || random.nextInt(3) == 0 then disk = disk.crash(random.nextLong())
      else if ending == End.Fault then disk = disk.processKill()
      else disk.addSpace(1L << 30)

    private def lives(imported: JournalImport, ending: End): Unit =
      val begin = imported.begin.sequence
      if begin < kept || begin > added then wrong(s"$kept to $added records can be there, and $begin are")
      if random.nextInt(4) == 0 then
        read match
          case Right(found) => isBeginning(found, begin)
          // The threads of the journal change the disk meanwhile, up to the change before which the power is cut.
          case Left(error) => if ending != End.PowerCutSoon then wrong(error.message)
      val until =
        if ending == End.Whole || ending.fails then records.size
        else begin.toInt + random.nextInt(records.size - begin.toInt + 1)
      var failure = Option.empty[ImportError]
      var next    = begin.toInt
      while next < until && failure.isEmpty do
        if ending == End.Interruption && random.nextInt(20) == 0 then Thread.currentThread.interrupt()
        try
          failure = imported.add(records(next), next + 1).left.toOption
          added = math.max(added, next + 1)
          next += 1
        catch case _: InterruptedException if ending == End.Interruption => ()
      failure.foreach(judge(_, ending))
      ending match
        case End.PowerCut     => disk = disk.crash(random.nextLong())
        case End.Kill         => disk = disk.processKill()
        case End.Close        => ()
        case End.Interruption =>
          Thread.currentThread.interrupt()
          if next == records.size then finish(imported, begin, ending) else imported.close()
          if !Thread.interrupted() then wrong("the interruption is lost")
        case _ => finish(imported, begin, ending)

    private def finish(imported: JournalImport, begin: Long, ending: End): Unit = imported.finish() match
      case Left(error)  => judge(error, ending)
      case Right(count) =>
        kept = begin + count
        isWhole = kept == records.size

    /** An error must come from what fails, not from what is there. */
    private def judge(error: ImportError, ending: End): Unit =
      if !ending.fails then wrong(s"refused: ${error.message}")
      for told <- Vector("its time", "version", "exceeds the limit", "is stored already", "was refused") do
        if error.message.contains(told) then wrong(s"refused after a fault: ${error.message}")

    /** Everything is there. */
    def check(): Unit =
      if !isWhole then wrong("the import is not whole")
      isBeginning(exported, records.size)
      val damages = Verification.of(folder, storage = disk).map(_.damages)
      if damages != Right(Vector.empty) then wrong(s"damages: $damages")
      Using.resource(Journal.open(folder, storage = disk)): journal =>
        records
          .groupMapReduce(_.record.stream)(_.record.version)(math.max)
          .foreach: (stream, version) =>
            if journal.version(stream) != Right(version) then wrong(s"$stream has ${journal.version(stream)}")
        for one <- records.filter(_.record.key.isDefined).take(5) do
          journal.append("again", ExpectedVersion.Any, Seq("again"), key = one.record.key).await() match
            case Left(AppendError.Duplicate(original)) =>
              if original.last.sequence != original.first.sequence + one.keyEvents - 1 then wrong(s"torn: $original")
            case other => wrong(s"a key was used twice: $other")

    private def exported: Vector[ExportedRecord] = read.fold(error => wrong(error.message), identity)

    private def read: Either[JournalError, Vector[ExportedRecord]] =
      JournalReader
        .tryOpen(folder, storage = disk)
        .flatMap(Using.resource(_): reader =>
          val all = Vector.newBuilder[ExportedRecord]
          JournalExport.of(reader)(all += _).map(_ => all.result()))

    private def isBeginning(found: Vector[ExportedRecord], size: Long): Unit =
      if found.size != size then wrong(s"${found.size} records, not $size")
      found
        .map(ImportedRecords.content)
        .zip(contents)
        .zipWithIndex
        .foreach: (pair, at) =>
          if pair._1 != pair._2 then
            wrong(s"record ${at + 1} is ${pair._1.toString.take(300)}, not ${pair._2.toString.take(300)}")

  private def wrong(problem: String): Nothing = throw AssertionError(problem)
