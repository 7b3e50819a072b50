package brine.journal.tools

import brine.codec.Schema
import brine.journal.failure.Failures
import brine.journal.format.{Damage, Entry, SegmentHeader, SegmentReader}
import brine.journal.storage.{Storage, StorageFile}
import brine.journal.{Compressions, JournalReader, JournalSettings, Micros, OpenError}
import java.nio.file.Path
import java.time.Instant
import scala.collection.mutable

/** Statistics of a journal.
  *
  * {{{
  * Statistics.of(Path.of("data")).map(_.overhead) // bytes per record besides the payload
  * }}}
  *
  * @param records
  *   number of durable records
  * @param payload
  *   bytes of their payloads, as the codec wrote them
  * @param stored
  *   bytes of the frames that hold them
  * @param files
  *   bytes of the segment files, with unused space
  * @param segments
  *   number of segments
  * @param units
  *   number of groups that were written together
  * @param smallestUnit
  *   number of records of the smallest group
  * @param largestUnit
  *   number of records of the largest group
  * @param largestRecord
  *   bytes of the largest payload
  * @param earliest
  *   time of the first record
  * @param latest
  *   time of the last record
  * @param streamCount
  *   number of all streams
  * @param streams
  *   the streams with the most records, at most as many as were requested
  * @param schemas
  *   all schemas, by records
  * @param tags
  *   the tags with the most records, at most as many as were requested
  * @param keys
  *   number of idempotency keys
  */
final case class Statistics(
    records: Long,
    payload: Long,
    stored: Long,
    files: Long,
    segments: Int,
    units: Long,
    smallestUnit: Long,
    largestUnit: Long,
    largestRecord: Long,
    earliest: Option[Instant],
    latest: Option[Instant],
    streamCount: Int,
    streams: Vector[Statistics.Row],
    schemas: Vector[Statistics.Row],
    tags: Vector[Statistics.Row],
    keys: Long
):
  /** Mean number of bytes that a record takes besides its payload, with its share of frames and definitions. */
  def overhead: Double = if records == 0 then 0 else (stored - payload).toDouble / records

  /** Mean number of records of a unit. */
  def meanUnit: Double = if units == 0 then 0 else records.toDouble / units

object Statistics:
  /** A stream, schema or tag.
    *
    * @param name
    *   its name
    * @param records
    *   number of its records
    * @param payload
    *   bytes of their payloads
    */
  final case class Row(name: String, records: Long, payload: Long)

  /** Counts everything in a journal, also while another process writes it.
    *
    * Costs a pass over all files, and memory for the name of every stream.
    *
    * @param most
    *   maximum number of rows of streams and of tags
    * @return
    *   an error if there is no journal, one of a later release, or a damaged one
    */
  def of(
      folder: Path,
      most: Int = 20,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk,
      onProgress: Progress => Unit = Progress.ignored
  ): Either[OpenError, Statistics] =
    JournalFolder.undisturbed(storage, folder)((_: Statistics) => true):
      for
        reader  <- JournalReader.tryOpen(folder, settings, storage)
        durable <-
          try Failures.opening(folder)(Right(durableIn(reader)))
          finally reader.close()
        found      <- JournalFolder.read(storage, folder)
        statistics <- Failures.opening(folder):
          Right(Counting(found, durable, most, settings, storage, onProgress).statistics())
      yield statistics

  private def durableIn(reader: JournalReader): Long =
    reader.view.refresh()
    reader.view.visible

/** Counts the records of a journal. For one use, by one thread. */
private final class Counting(
    found: JournalFolder,
    durable: Long,
    most: Int,
    settings: JournalSettings,
    storage: Storage,
    onProgress: Progress => Unit
):
  private final class Count(var records: Long = 0, var payload: Long = 0):
    def add(bytes: Int): Unit =
      records += 1
      payload += bytes

  private val streams       = mutable.HashMap.empty[String, Count]
  private val schemas       = mutable.HashMap.empty[String, Count]
  private val tags          = mutable.HashMap.empty[String, Count]
  private val all           = Count()
  private var stored        = 0L
  private var units         = 0L
  private var smallest      = Long.MaxValue
  private var largest       = 0L
  private var largestRecord = 0L
  private var keys          = 0L
  private var earliest      = Option.empty[Instant]
  private var latest        = Option.empty[Instant]

  private val segments =
    found.segments
      .flatMap(segment => segment.header.toOption.map(segment -> _))
      .filter((_, header) => found.manifest.forall(_.firstSegment <= header.number))
  private val total    = segments.map(_._1.length).sum
  private val progress = ReadingProgress(total, onProgress)

  def statistics(): Statistics =
    val first = found.manifest.fold(0L)(_.firstSequence)
    found.segments.filter(_.named >= first).foreach(_.header.left.foreach(damage => throw damage))
    segments.zipWithIndex.foreach:
      case ((segment, header), at) =>
        count(segment.name, header, segments.lift(at + 1).map(_._2.previous.sequence))
        progress.endFile(segment.length)
    progress.end()
    Statistics(
      all.records,
      all.payload,
      stored,
      total,
      segments.size,
      units,
      if units == 0 then 0 else smallest,
      largest,
      largestRecord,
      earliest,
      latest,
      streams.size,
      rows(streams).take(most),
      rows(schemas),
      rows(tags).take(most),
      keys
    )

  private def rows(counts: mutable.HashMap[String, Count]): Vector[Statistics.Row] =
    counts.iterator
      .map((name, count) => Statistics.Row(name, count.records, count.payload))
      .toVector
      .sortBy(row => (-row.records, row.name))

  /** Counts a segment.
    *
    * @param ended
    *   its last sequence, if it has ended
    */
  private def count(name: String, header: SegmentHeader, ended: Option[Long]): Unit =
    val last = ended.getOrElse(durable)
    val file = storage.openRead(found.folder.resolve(name))
    try
      val reader = SegmentReader(name, file, header, Compressions.of(settings), SegmentReader.Policy.Open)
      while reader.lastSequence < last && reader.nextUnit() do unit(reader)
      if reader.lastSequence < last && !(header.isCompacted && reader.seal.nonEmpty) then
        throw firstHole(name, file, header, ended).getOrElse(Damage.lost(name, reader.segmentEnd, last))
    finally file.close()

  /** The first damage as [[Verification]] names it, which looks for the next whole unit. */
  private def firstHole(name: String, file: StorageFile, header: SegmentHeader, ended: Option[Long]): Option[Damage] =
    val safe  = if ended.isEmpty then durable else 0L
    val walk  = SegmentWalk(name, file, header, settings, ended, None, safe)
    var first = Option.empty[Damage]
    walk.run(_ => ()): hole =>
      if first.isEmpty then
        first = Some(lost(name, hole.offset, s"${hole.problem}; ", walk.lastSequence + 1, hole.until))
    first

  private def lost(name: String, offset: Long, problem: String, from: Long, to: Long): Damage =
    val records = LostRecords.between(from, to).fold("records")(_.text)
    Damage(name, offset, s"$problem$records cannot be read")

  private def unit(reader: SegmentReader): Unit =
    val scanner = reader.unit
    units += 1
    smallest = math.min(smallest, scanner.count)
    largest = math.max(largest, scanner.count)
    stored += scanner.end - scanner.offset
    while reader.nextEntry() do if reader.entry.kind == Entry.Event then record(reader)
    progress.at(scanner.end)

  private def record(reader: SegmentReader): Unit =
    val event = reader.entry
    val known = reader.dictionary
    val bytes = event.payloadLength
    all.add(bytes)
    streams.getOrElseUpdate(reader.stream.nn.name, Count()).add(bytes)
    schemas.getOrElseUpdate(nameOf(known.schemas(event.schema)), Count()).add(bytes)
    for tag <- 0 until event.tagCount do tags.getOrElseUpdate(known.tags(event.tags(tag)), Count()).add(bytes)
    largestRecord = math.max(largestRecord, bytes)
    if event.hasKey then keys += 1
    val at = Micros.instant(event.time)
    if earliest.isEmpty then earliest = Some(at)
    latest = Some(at)

  private val names = java.util.IdentityHashMap[Schema, String]()

  private def nameOf(schema: Schema): String = names.computeIfAbsent(schema, SchemaNames.of(_))
