package brine.journal.tools

import brine.journal.{JournalSettings, Offset}
import brine.journal.file.SegmentFiles
import brine.journal.format.{Damage, EntryReader, Manifest, SegmentEnd, SegmentHeader, UnitScanner}
import brine.journal.index.{RetiredStreams, SegmentIndex}
import brine.journal.snapshot.{SnapshotFormat, SnapshotStore}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.util.UUID
import scala.collection.mutable.ArrayBuffer

/** What all segments of a journal hold, and what is wrong with them: what [[Verification]] tells and [[Repair]] works on. */
private[tools] final case class Survey(
    found: JournalFolder,
    journal: UUID,
    segments: Vector[Survey.Segment],
    strangers: Vector[Damaged],
    manifestDamages: Vector[Damaged],
    others: Vector[Damaged],
    notes: Vector[String]
):
  def damages: Vector[Damaged] = manifestDamages ++ strangers ++ segments.flatMap(_.damages) ++ others

private[tools] object Survey:
  /** A segment that is there or should be.
    *
    * @param number
    *   as its header says, or those of its neighbours
    * @param name
    *   of its file, if there is one
    * @param lastSequence
    *   the last one it has or had
    * @param end
    *   how it ends, if it is whole
    * @param created
    *   microseconds since 1970
    * @param damages
    *   for which it has to be rewritten, if there are any
    */
  final case class Segment(
      number: Long,
      name: Option[String],
      header: Option[SegmentHeader],
      firstSequence: Long,
      lastSequence: Long,
      end: Option[SegmentEnd],
      created: Long,
      records: Long,
      units: Long,
      length: Long,
      damages: Vector[Damaged]
  )

  /** Reads everything.
    *
    * @throws java.io.IOException
    *   if a file cannot be read
    */
  def of(found: JournalFolder, storage: Storage, settings: JournalSettings, onProgress: Progress => Unit): Survey =
    Surveyor(found, storage, settings, onProgress).survey()

/** Makes a [[Survey]]. */
private[tools] final class Surveyor(
    found: JournalFolder,
    storage: Storage,
    settings: JournalSettings,
    onProgress: Progress => Unit
):
  private val manifest = found.manifest
  private val total    = found.segments.map(_.length).sum
  private var done     = 0L
  private var told     = 0L
  private val notes    = Vector.newBuilder[String]
  private val versions = java.util.HashMap[String, java.lang.Long]()
  private var lastTime = Long.MinValue

  private val journal: UUID = manifest
    .map(_.journal)
    .orElse(mostFrequent(found.segments.flatMap(_.header.toOption).map(_.journal)))
    .getOrElse(UUID(0, 0))

  private def mostFrequent(ids: Vector[UUID]): Option[UUID] =
    ids.groupBy(identity).maxByOption(_._2.size).map(_._1)

  def survey(): Survey =
    val live = found.segments.filter(segment =>
      segment.header.forall(header => manifest.forall(header.number >= _.firstSegment))
        && manifest.forall(manifest => segment.header.isRight || segment.named >= manifest.firstSequence)
    )
    val (ours, strangers) = live.partition(segment =>
      segment.header.forall(header =>
        header.journal == journal && SegmentFiles.name(header.firstSequence) == segment.name
      )
    )
    val numbered = number(ours)
    val segments = ArrayBuffer.empty[Survey.Segment]
    numbered.zipWithIndex.foreach: (slot, at) =>
      segments += (slot match
        case Surveyor.There(number, file) => read(number, file, numbered.lift(at + 1), segments.lastOption)
        case missing: Surveyor.Missing    => absent(missing, segments.lastOption))
    onProgress(Progress(total, total))
    Survey(
      found,
      journal,
      segments.toVector,
      strangers.map(stranger),
      manifestDamages(),
      indexDamages(segments.toVector) ++ retiredDamages() ++ snapshotDamages(),
      notes.result()
    )

  private def indexDamages(segments: Vector[Survey.Segment]): Vector[Damaged] =
    for
      segment <- segments.dropRight(1)
      header  <- segment.header.toVector
      end     <- segment.end.toVector
      path = found.folder.resolve(SegmentFiles.indexName(header.firstSequence))
      if found.others.contains(path.getFileName.toString)
      damage <- indexDamage(path, header, end)
    yield damage

  // One that is of another file of the segment, or cannot be opened, is made again when it is needed.
  private def indexDamage(path: Path, header: SegmentHeader, end: SegmentEnd): Option[Damaged] =
    SegmentIndex
      .open(storage, path, header, end.sequence)
      .flatMap(index => damageOf(path)(index.verify())(index.close()))

  private def retiredDamages(): Vector[Damaged] =
    var open = Option.empty[RetiredStreams]
    damageOf(found.folder.resolve(RetiredStreams.FileName)) {
      open = manifest match
        case Some(manifest) => RetiredStreams.of(storage, found.folder, manifest)
        case None           => RetiredStreams.open(storage, found.folder, journal)
      open.foreach(_.verify())
    }(open.foreach(_.close())).toVector

  private def damageOf(path: Path)(body: => Unit)(close: => Unit): Option[Damaged] =
    try
      body
      None
    catch case damage: Damage => Some(Damaged(path, damage.offset, damage.problem, None))
    finally close

  private def snapshotDamages(): Vector[Damaged] =
    val snapshots = SnapshotStore(storage, found.folder, journal)
    for
      file           <- found.others
      (offset, name) <- SnapshotFormat.parse(file).toVector
      error          <- snapshots.verify(name, offset).left.toOption.toVector
    yield Damaged(found.folder.resolve(file), 0, error.message, None)

  private def manifestDamages(): Vector[Damaged] =
    manifest match
      case None =>
        val what =
          if found.slots.isEmpty then "neither slot of the manifest is there" else "no slot of the manifest is whole"
        Vector(Damaged(found.folder.resolve(Manifest.names.head), 0, what, None))
      case Some(_) =>
        found.slots
          .filter(_._2.isEmpty)
          .foreach((name, _) => notes += s"$name is not whole: a crash leaves that, and the other slot counts")
        Vector.empty

  private def stranger(segment: JournalFolder.Segment): Damaged =
    val problem = segment.header match
      case Right(header) if header.journal != journal => s"a segment of another journal, ${header.journal}"
      case Right(header) => s"its first sequence is ${header.firstSequence}: the file was renamed"
      case Left(damage)  => damage.problem
    Damaged(found.folder.resolve(segment.name), 16, problem, None)

  /** Gives files without a readable header the number that their neighbours leave for them, and finds those that are missing. */
  private def number(files: Vector[JournalFolder.Segment]): Vector[Surveyor.Slot] =
    val slots  = ArrayBuffer.empty[Surveyor.Slot]
    val oldest = files.headOption.flatMap(_.header.toOption).map(_.number)
    var next   = manifest.map(_.firstSegment).orElse(oldest).getOrElse(1L)
    files.foreach: file =>
      val number = file.header.fold(_ => next, _.number)
      val last   = file.header.fold(_ => file.named - 1, _.previous.sequence)
      // Each of those missing had a record at least; which had the others nobody knows.
      (next until number).foreach: missing =>
        slots += Surveyor.Missing(missing, Option.when(missing == number - 1)(last), file.name)
      if number >= next then
        slots += Surveyor.There(number, file)
        next = number + 1
      else notes += s"${file.name} has the number $number, as another one: it is left out"
    manifest
      .map(_.watermark)
      .filter(_.segment >= next)
      .foreach(watermark => slots += Surveyor.Missing(next, Some(watermark.sequence), Manifest.names.head))
    slots.toVector

  private def absent(missing: Surveyor.Missing, before: Option[Survey.Segment]): Survey.Segment =
    val first = before.fold(manifest.fold(1L)(_.firstSequence))(_.lastSequence + 1)
    val last  = math.max(missing.last.getOrElse(first), first - 1)
    Survey.Segment(
      missing.number,
      None,
      None,
      first,
      last,
      None,
      0,
      0,
      0,
      0,
      Vector(
        Damaged(
          found.folder.resolve(missing.witness),
          0,
          s"segment ${missing.number}, which comes before what this says, is not there",
          LostRecords.between(first, last)
        )
      )
    )

  private def read(
      number: Long,
      file: JournalFolder.Segment,
      next: Option[Surveyor.Slot],
      before: Option[Survey.Segment]
  ): Survey.Segment = file.header match
    case Left(damage) =>
      val last = lastBefore(next).getOrElse(
        manifest.filter(_.watermark.segment == number).fold(file.named - 1)(_.watermark.sequence)
      )
      val lost = LostRecords.between(file.named, last)
      Survey.Segment(
        number,
        Some(file.name),
        None,
        file.named,
        math.max(last, file.named - 1),
        None,
        0,
        0,
        0,
        file.length,
        Vector(Damaged(found.folder.resolve(file.name), damage.offset, damage.problem, lost))
      )
    case Right(header) => content(number, file, header, next, before)

  private def lastBefore(next: Option[Surveyor.Slot]): Option[Long] = next.flatMap:
    case Surveyor.There(_, file) => Some(file.header.fold(_ => file.named - 1, _.previous.sequence))
    case _: Surveyor.Missing     => None

  private def content(
      number: Long,
      file: JournalFolder.Segment,
      header: SegmentHeader,
      next: Option[Surveyor.Slot],
      before: Option[Survey.Segment]
  ): Survey.Segment =
    val path    = found.folder.resolve(file.name)
    val damages = ArrayBuffer.empty[Damaged]
    val isLast  = next.isEmpty
    val nextEnd = next.flatMap:
      case Surveyor.There(_, following) => following.header.toOption.map(_.previous)
      case _                            => None
    val mark     = manifest.map(_.watermark).filter(_.segment == number).fold(0L)(_.sequence)
    val reading  = SegmentReading()
    var records  = 0L
    var units    = 0L
    var lastRead = header.firstSequence - 1
    checkChain(path, header, before, damages)
    val opened = storage.openRead(path)
    val walk   = SegmentWalk(file.name, opened, header, settings, lastBefore(next), nextEnd, mark)
    try
      walk.run { unit =>
        units += 1
        try
          reading.read(unit) { () =>
            records += 1
            lastRead = reading.event.sequence
            checkRecord(path, unit, reading, damages)
          } { problem =>
            lastRead = reading.event.sequence
            undefined(path, unit.offset, problem, lastRead, damages)
          }
        catch
          case malformed: EntryReader.Malformed =>
            damages += Damaged(
              path,
              unit.offset,
              malformed.problem,
              LostRecords.between(lastRead + 1, walk.lastSequence)
            )
        tell(unit)
      } { hole =>
        reading.skip()
        val lost = if header.isCompacted then None else LostRecords.between(walk.lastSequence + 1, hole.until)
        damages += Damaged(path, hole.offset, hole.problem, lost)
      }
    finally opened.close()
    done += file.length
    val last = math.max(walk.lastSequence, if isLast then walk.proven else lastBefore(next).getOrElse(walk.proven))
    if isLast && header.isCompacted then
      damages += Damaged(
        path,
        108,
        "the last segment is one that was written anew: nothing can be appended to it",
        None
      )
    if damages.isEmpty then checkEnd(path, header, walk, nextEnd, damages)
    checkLength(path, file, header, isLast, walk, damages)
    if walk.isTorn then
      notes += s"${file.name}: what lies after byte ${walk.end} was never safe; opening the journal for writing sets it aside"
    val end = header.original.getOrElse(SegmentEnd(walk.lastSequence, walk.end, walk.digest))
    Survey.Segment(
      number,
      Some(file.name),
      Some(header),
      header.firstSequence,
      header.original.fold(last)(_.sequence),
      Option.when(damages.isEmpty)(end),
      header.created,
      records,
      units,
      file.length,
      damages.toVector
    )

  // One for all records that follow each other.
  private def undefined(
      path: Path,
      offset: Long,
      problem: String,
      sequence: Long,
      damages: ArrayBuffer[Damaged]
  ): Unit =
    val before =
      damages.lastOption.filter(last => last.problem == problem && last.lost.exists(_.last.sequence == sequence - 1))
    before match
      case Some(last) =>
        damages(damages.size - 1) = last.copy(lost = last.lost.map(_.copy(last = Offset(sequence))))
      case None => damages += Damaged(path, offset, problem, LostRecords.between(sequence, sequence))

  private def tell(unit: UnitScanner): Unit =
    val now = done + unit.end
    if now - told >= Progress.Step then
      told = now
      onProgress(Progress(math.min(now, total), total))

  private def checkChain(
      path: Path,
      header: SegmentHeader,
      before: Option[Survey.Segment],
      damages: ArrayBuffer[Damaged]
  ): Unit =
    if header.previous.sequence + 1 != header.firstSequence then
      damages += Damaged(
        path,
        72,
        "the header contradicts itself: it begins elsewhere than the segment before ended",
        None
      )
    before
      .flatMap(_.end)
      .filter(_ != header.previous)
      .foreach: end =>
        damages += Damaged(
          path,
          72,
          s"the header says that the segment before ended with record ${header.previous.sequence} at byte ${header.previous.offset}, but it ends with ${end.sequence} at ${end.offset}, or has other frames",
          None
        )

  private def checkRecord(
      path: Path,
      unit: UnitScanner,
      reading: SegmentReading,
      damages: ArrayBuffer[Damaged]
  ): Unit =
    val stream               = reading.stream.name
    val known                = versions.get(stream)
    def bad(problem: String) =
      damages += Damaged(path, unit.offset, s"record ${reading.event.sequence}: $problem", None)
    if known != null && reading.version <= known then
      bad(s"version ${reading.version} of stream '$stream' after version $known"): Unit
    versions.put(stream, reading.version)
    if reading.event.time < lastTime then bad("its time is before that of the record before it"): Unit
    lastTime = math.max(lastTime, reading.event.time)

  private def checkEnd(
      path: Path,
      header: SegmentHeader,
      walk: SegmentWalk,
      nextEnd: Option[SegmentEnd],
      damages: ArrayBuffer[Damaged]
  ): Unit =
    walk.seal.foreach: seal =>
      val last = header.original.fold(walk.lastSequence)(_.sequence)
      if seal.sequence != last || seal.digest != walk.digest || walk.lastSequence > last then
        damages += Damaged(path, seal.offset, "the seal names other frames than there are", None)
    if !header.isCompacted then
      nextEnd.foreach: end =>
        if end != SegmentEnd(walk.lastSequence, walk.end, walk.digest) then
          damages += Damaged(
            path,
            walk.end,
            s"the segment ends with record ${walk.lastSequence} at byte ${walk.end}, but the next one says ${end.sequence} at ${end.offset}, or other frames",
            None
          )

  // A segment that ended may be cut after its end; the one that is written has its length from the first.
  private def checkLength(
      path: Path,
      file: JournalFolder.Segment,
      header: SegmentHeader,
      isLast: Boolean,
      walk: SegmentWalk,
      damages: ArrayBuffer[Damaged]
  ): Unit =
    val isClosed = manifest.exists(manifest => manifest.isClosed && manifest.watermark.offset == walk.end)
    if isLast && !isClosed && walk.seal.isEmpty && file.length < header.size then
      damages += Damaged(path, file.length, s"the file ends after ${file.length} of ${header.size} bytes", None)

private object Surveyor:
  /** A place in the sequence of segments. */
  enum Slot:
    case There(number: Long, file: JournalFolder.Segment)

    /** @param last
      *   its last sequence, if anybody knows it
      * @param witness
      *   the file that shows that it was there
      */
    case Missing(number: Long, last: Option[Long], witness: String)

  export Slot.*
