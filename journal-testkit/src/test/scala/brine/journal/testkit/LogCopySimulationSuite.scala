package brine.journal.testkit

import brine.codec.Compression
import brine.effort.Effort
import brine.journal.*
import brine.journal.tools.*
import java.nio.file.Path
import java.time.Duration
import java.util.SplittableRandom
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Copies of random logs from files into memory and into other files, which end at any moment: by power cuts, kills,
  * failing and full disks, interruptions and errors of the log that is read. What is there must always be the beginning
  * of the log, and in the end all of it.
  */
class LogCopySimulationSuite extends munit.FunSuite:
  import LogCopySimulationSuite.*

  override val munitTimeout: scala.concurrent.duration.Duration = 15.minutes

  test("a copy from files into memory and into files again has every record as it was"):
    val trials = Trials("copies without faults")
    trials.run(Effort.importLives / 5): seed =>
      val random = SplittableRandom(seed)
      val source = Source(seed, random)
      val memory = MemoryEventLog()
      try
        source.reading: from =>
          val report = right(LogCopy.toLog(from, memory))
          check(report, memory, source)
          val disk = FaultStorage(seed + 1)
          check(right(LogCopy.toFolder(memory, copied, settings(random), disk)), disk, source)
          assertEquals(right(LogCopy.toLog(from, memory)), report.copy(copied = 0))
      finally memory.close()
      trials.count("whole")

  test("a copy that ends at any moment is continued"):
    val trials = Trials("end of a copy")
    trials.run(Effort.importLives): seed =>
      val random = SplittableRandom(seed)
      val source = Source(seed, random)
      val copy   = Continued(FaultStorage(seed + 1), source, random)
      for _ <- 1 to 6 do
        val ending = End.values(random.nextInt(End.values.length))
        copy.life(ending)
        trials.count(ending.toString)
      copy.whole()

  test("a copy into memory that ends at any moment is continued"):
    val trials = Trials("end of a copy into memory")
    trials.run(Effort.importLives / 4): seed =>
      val random = SplittableRandom(seed)
      val source = Source(seed, random)
      val memory = MemoryEventLog(maxPendingAppends = 1 + random.nextInt(20))
      try
        for _ <- 1 to 3 do
          source.reading: from =>
            val ends = EndingLog(from, random.nextInt(source.records.size + 1), () => throw Killed())
            try LogCopy.toLog(ends, memory): Unit
            catch case _: Killed => ()
            isBeginning(exported(memory), source)
          trials.count("kill")
        source.reading(from => check(right(LogCopy.toLog(from, memory)), memory, source))
      finally memory.close()

  private def check(report: CopyReport, log: EventLogReader, source: Source): Unit =
    assertEquals(report.records, source.records.size.toLong)
    assertEquals(report.upTo, Offset(source.records.size))
    isBeginning(exported(log), source)
    assertEquals(exported(log).size, source.records.size)

  private def check(report: CopyReport, disk: FaultStorage, source: Source): Unit =
    Using.resource(JournalReader.open(copied, storage = disk))(check(report, _, source))
    assertEquals(Verification.of(copied, storage = disk).map(_.damages), Right(Vector.empty))

object LogCopySimulationSuite:
  private val original = Path.of("/original")
  private val copied   = Path.of("/copied")

  /** What ends a copy as a kill of the process does: nothing after it is done. */
  private final class Killed extends RuntimeException

  /** How a copy ends. */
  enum End:
    case Kill, PowerCut, PowerCutSoon, Fault, Space, Interruption, Unread

  private def right(result: Either[CopyError, CopyReport]): CopyReport =
    result.fold(error => wrong(error.message), identity)

  private def wrong(problem: String): Nothing = throw AssertionError(problem)

  private def settings(random: SplittableRandom): JournalSettings =
    def one[A](values: A*): A = values(random.nextInt(values.size))
    JournalSettings(
      segmentSize = one(1L << 17, 1L << 20, 64L << 20),
      firstSegmentSize = one(1L << 16, 1L << 17),
      maxPendingAppends = one(1, 8, 1 << 14),
      maxCachedNames = one(1, 4, 1 << 18),
      compression = one(Compression.Plain, Compression.Deflate),
      forceWithin = one(Duration.ZERO, Duration.ofSeconds(1), Duration.ofHours(1)),
      spaceCheckEvery = Duration.ofMillis(1)
    )

  /** A journal with random records. */
  final class Source(seed: Long, random: SplittableRandom):
    private val disk = FaultStorage(seed)

    val records: Vector[ExportedRecord] = ImportedRecords(random)
    val contents: Vector[Vector[Any]]   = records.map(ImportedRecords.content)

    private val imported = JournalImport.open(original, settings(random), disk).fold(e => wrong(e.message), identity)
    records.zipWithIndex.foreach((record, at) => imported.add(record, at + 1).left.foreach(e => wrong(e.message)))
    imported.finish().left.foreach(error => wrong(error.message))

    def reading[A](body: JournalReader => A): A = Using.resource(JournalReader.open(original, storage = disk))(body)

  private def exported(log: EventLogReader): Vector[ExportedRecord] =
    val all = Vector.newBuilder[ExportedRecord]
    JournalExport.of(log)(all += _).fold(error => wrong(error.message), _ => all.result())

  private def isBeginning(found: Vector[ExportedRecord], source: Source): Unit =
    for ((one, content), at) <- found.zipAll(source.contents.take(found.size), null, Vector.empty).zipWithIndex do
      if ImportedRecords.content(one) != content then
        wrong(
          s"record ${at + 1} is ${ImportedRecords.content(one).toString.take(300)}, not ${content.toString.take(300)}"
        )
      if one.record.offset != Offset(at + 1) then wrong(s"record ${at + 1} has offset ${one.record.offset.sequence}")

  /** A copy, and the disk as its last life has left it. */
  final class Continued(private var disk: FaultStorage, source: Source, random: SplittableRandom):
    def life(ending: End): Unit =
      plan(ending)
      var result = Option.empty[Either[CopyError, CopyReport]]
      source.reading: from =>
        val log = EndingLog(from, random.nextInt(source.records.size + 1), () => end(ending))
        try result = Some(LogCopy.toFolder(log, copied, settings(random), disk))
        catch
          case _: Killed                                             => ()
          case _: InterruptedException if ending == End.Interruption => ()
      Thread.interrupted(): Unit
      for case Left(error) <- result do judge(error, ending)
      if killed.isDefined then
        disk = killed.get
        killed = None
      else recover(ending)
      isBeginning(there, source)

    // The disk as the next process finds it.
    private var killed = Option.empty[FaultStorage]

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

    /** Called while the copy runs. */
    private def end(ending: End): Unit = ending match
      case End.Kill =>
        killed = Some(disk.processKill())
        throw Killed()
      case End.PowerCut =>
        killed = Some(disk.crash(random.nextLong()))
        throw Killed()
      case End.Interruption => Thread.currentThread.interrupt()
      case End.Unread       => throw JournalException(ReadError.Unavailable("the log", Exception("on purpose")))
      case _                => ()

    private def recover(ending: End): Unit =
      if ending == End.PowerCutSoon || random.nextInt(3) == 0 then disk = disk.crash(random.nextLong())
      else if ending == End.Fault then disk = disk.processKill()
      else if ending == End.Space then disk.addSpace(1L << 30)

    private def judge(error: CopyError, ending: End): Unit = error match
      case CopyError.NotACopy(_, problem)                 => wrong(s"$ending: $problem")
      case CopyError.SamePlace(problem)                   => wrong(s"$ending: $problem")
      case CopyError.Different(_, problem)                => wrong(s"$ending, read back: $problem")
      case CopyError.Unread("the log", _)                 => ()
      case CopyError.Unread(_, _) if ending == End.Unread => ()
      case other if Set(End.Kill, End.PowerCut)(ending)   => wrong(s"$ending: ${other.message}")
      case CopyError.Refused(problem)                     =>
        for told <- Vector("its time", "version", "exceeds the limit", "is stored already") do
          if problem.contains(told) then wrong(s"$ending: $problem")
      case _ => ()

    private def there: Vector[ExportedRecord] = JournalReader.tryOpen(copied, storage = disk) match
      case Left(_: OpenError.NotAJournal) => Vector.empty
      // A crash has left it half-created: whoever opens it to write completes it.
      case Left(_: OpenError.Corrupt) =>
        JournalImport.open(copied, storage = disk) match
          case Left(error)     => wrong(error.message)
          case Right(imported) =>
            try exported(imported.log)
            finally imported.close()
      case Left(error)   => wrong(error.message)
      case Right(reader) => Using.resource(reader)(exported)

    def whole(): Unit = source.reading: from =>
      val before = there.size
      val report = right(LogCopy.toFolder(from, copied, settings(random), disk))
      if report.records != source.records.size || report.copied > report.records - before then wrong(s"$report")
      isBeginning(there, source)
      if there.size != source.records.size then wrong(s"${there.size} records")
      Using.resource(Journal.open(copied, storage = disk)): journal =>
        source.records
          .groupMapReduce(_.record.stream)(_.record.version)(math.max)
          .foreach: (stream, version) =>
            if journal.version(stream) != Right(version) then wrong(s"$stream has ${journal.version(stream)}")

/** A log that calls a function when a number of records was read from it by all cursors. */
private final class EndingLog(log: EventLogReader, after: Int, end: () => Unit) extends EventLogReader:
  private var left = after

  def name: String                                                 = log.name
  def durable: Offset                                              = log.durable
  def offsetAt(time: java.time.Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def version(stream: String): Either[ReadError, Long]             = log.version(stream)
  def close(): Unit                                                = ()

  def source: EventSource = new EventSource:
    def events(filter: Filter.Basic, from: Offset): EventCursor = Ending(log.source.events(filter, from))
    def stream(name: String, from: Long): EventCursor           = log.source.stream(name, from)
    def visible: Offset                                         = log.source.visible
    def awaitBeyond(offset: Offset, nanos: Long): Boolean       = log.source.awaitBeyond(offset, nanos)
    def isClosed: Boolean                                       = log.source.isClosed

  private final class Ending(cursor: EventCursor) extends EventCursor:
    def next(): Boolean =
      if left == 0 then end()
      left -= 1
      cursor.next()
    override def refresh(): Unit    = cursor.refresh()
    def offset: Offset              = cursor.offset
    def stream: String              = cursor.stream
    def version: Long               = cursor.version
    def at: java.time.Instant       = cursor.at
    def tags: Set[String]           = cursor.tags
    def key: Option[java.util.UUID] = cursor.key
    def keyEvents: Int              = cursor.keyEvents
    def schema: brine.codec.Schema  = cursor.schema
    def payload: Array[Byte]        = cursor.payload
    def close(): Unit               = cursor.close()
