package brine.journal.testkit

import brine.codec.Compression
import brine.journal.*
import brine.journal.tools.{ExportedRecord, JournalExport, JournalImport}
import java.nio.file.Path
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable

/** A journal in files to which a random program appends, and what it has ever had.
  *
  * @param keepsAll
  *   whether the program uses neither retention nor compaction, so that offsets of replicas are equal
  */
private[testkit] final class FollowedSource(seed: Long, random: SplittableRandom, keepsAll: Boolean)
    extends AutoCloseable:
  val folder: Path          = Path.of("/source")
  val storage: FaultStorage = FaultStorage(seed)

  private val settings = JournalSettings(
    segmentSize = 1 << 17,
    firstSegmentSize = 1 << 16,
    maxAppendBytes = 1 << 16,
    compression = if random.nextBoolean() then Compression.Plain else Compression.Deflate
  )
  if random.nextInt(3) == 0 then imported()
  private var journal = Journal.open(folder, settings, storage)
  private val ever    = mutable.ArrayBuffer.empty[ExportedRecord]
  private var keys    = 0L
  private var isRead  = false
  note()

  /** Records with gaps of versions, and old times. */
  private def imported(): Unit =
    val into = JournalImport.open(folder, settings, storage).fold(e => throw AssertionError(e.message), identity)
    ImportedRecords(random)
      .take(300)
      .zipWithIndex
      .foreach: (record, at) =>
        into.add(record, at + 1).left.foreach(error => throw AssertionError(error.message))
    into.finish().left.foreach(error => throw AssertionError(error.message))

  /** All records that were ever there. */
  def all: Vector[ExportedRecord] = ever.toVector

  /** The records that are there. */
  def kept: Vector[ExportedRecord] = FollowedSource.records(journal, Offset.Begin)

  def end: Offset = journal.durable

  /** The log as its own process reads it, or as another one does. */
  def reading[A](body: EventLogReader => A): A =
    if random.nextBoolean() then
      isRead = true
      try body(journal)
      finally isRead = false
    else
      val reader = JournalReader.open(folder, settings, storage)
      try body(reader)
      finally reader.close()

  private def note(): Unit =
    ever ++= FollowedSource.records(
      journal,
      ever.lastOption.fold(Offset.Begin)(one => Offset(one.record.offset.sequence + 1))
    )

  /** Does something that programs do. */
  def step(): Unit =
    val action = random.nextInt(20)
    action match
      case 0              => journal.delete(stream).await(): Unit
      case 1              => journal.endSegment()
      case 2 if !keepsAll =>
        val upTo = Offset(math.max(0, end.sequence - random.nextInt(200)))
        journal.retain(RetentionRules(upTo = upTo)).left.foreach(error => throw AssertionError(error.message))
      case 3 if !keepsAll =>
        val rules = CompactionRules(streams = _ => true, leastGain = 0)
        journal.compact(rules).left.foreach(error => throw AssertionError(error.message))
      case 4 if !isRead =>
        journal.close()
        journal = Journal.open(folder, settings, storage)
      case 5 => batch()
      case _ => for _ <- 0 to random.nextInt(1 << random.nextInt(7)) do append()
    // Before retention can delete them.
    note()

  private def stream = s"stream-${random.nextInt(12)}"
  private def tags   = Set.fill(random.nextInt(3))(s"tag-${random.nextInt(4)}")

  private def event: String =
    if random.nextInt(40) == 0 then "x" * random.nextInt(40_000) else random.nextLong().toHexString * random.nextInt(8)

  private def append(): Unit =
    val names = Vector.fill(1 + random.nextInt(3))(stream).distinct
    val parts = names.map(name =>
      StreamAppend(name, ExpectedVersion.Any, Vector.fill(1 + random.nextInt(3))(event.take(9_000)), tags)
    )
    val key = Option.when(random.nextInt(4) == 0):
      keys += 1
      UUID(seed, keys)
    val unless =
      if random.nextInt(4) == 0 then Seq(AppendCondition(Query.tagged(s"tag-${random.nextInt(4)}"), journal.durable))
      else Nil
    journal.appendAll(parts, key, unless = unless).await() match
      case Left(error) => throw AssertionError(error.message)
      case Right(_)    => ()

  private def batch(): Unit =
    val name    = stream
    val version = journal.version(name).fold(error => throw AssertionError(error.message), identity)
    val known   = if version == 0 then ExpectedVersion.NoStream else ExpectedVersion(version)
    journal.append(name, known, Vector.fill(1 + random.nextInt(200))(event.take(200)), tags = tags).await() match
      case Left(error) => throw AssertionError(error.message)
      case Right(_)    => ()

  def close(): Unit = journal.close()

private[testkit] object FollowedSource:
  def records(log: EventLogReader, from: Offset): Vector[ExportedRecord] =
    val all = Vector.newBuilder[ExportedRecord]
    JournalExport.of(log, from)(all += _).fold(error => throw AssertionError(error.message), _ => all.result())

  /** What a record has but its offset and the number of events of its append, of which compaction may leave fewer. */
  def content(one: ExportedRecord): Vector[Any] = ImportedRecords.content(one).patch(5, Nil, 1)
