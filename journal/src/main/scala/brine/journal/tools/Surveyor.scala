package brine.journal.tools

import brine.journal.JournalSettings
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, Manifest, SegmentEnd, SegmentHeader, Watermark}
import brine.journal.storage.Storage
import java.util.UUID
import scala.collection.mutable.ArrayBuffer

/** Makes a [[Survey]]: determines which files are the journal's segments and which are missing, and has each one read.
  * For one use, by one thread.
  */
private[tools] final class Surveyor(
    found: JournalFolder,
    storage: Storage,
    settings: JournalSettings,
    onProgress: Progress => Unit
):
  private val manifest = found.manifest
  private val progress = ReadingProgress(found.segments.map(_.length).sum, onProgress)
  private val order    = RecordOrder()
  private val notes    = Vector.newBuilder[String]

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
    val segments = read(ours)
    progress.end()
    Survey(
      found,
      journal,
      segments,
      strangers.map(stranger),
      manifestDamages(),
      SideFiles(found, journal, storage).damages(segments),
      notes.result()
    )

  private def read(files: Vector[JournalFolder.Segment]): Vector[Survey.Segment] =
    val (slots, leftOut) = SegmentSlot.of(files, manifest)
    notes ++= leftOut
    val segments = ArrayBuffer.empty[Survey.Segment]
    val ours     = counting(slots)
    ours.zipWithIndex.foreach: (slot, at) =>
      segments += (slot match
        case there: SegmentSlot.There     => read(there, ours.lift(at + 1), segments.lastOption)
        case missing: SegmentSlot.Missing => absent(missing, segments.lastOption))
    segments.toVector

  private def read(
      there: SegmentSlot.There,
      next: Option[SegmentSlot],
      before: Option[Survey.Segment]
  ): Survey.Segment = there.file.header match
    case Left(damage)  => headless(there, damage, next)
    case Right(header) =>
      val (segment, note) =
        SegmentSurvey(found, storage, settings, order, progress, there, header, next, before).run()
      notes ++= note
      segment

  /** Removes files after the end of a journal that was closed, if they do not continue it: an unfinished backup leaves
    * them.
    */
  private def counting(slots: Vector[SegmentSlot]): Vector[SegmentSlot] =
    val closed = manifest.filter(_.isClosed && found.slots.forall(_._2.isDefined)).map(_.watermark)
    val until  = for
      mark <- closed
      at = slots.indexWhere(isOf(mark.segment))
      if at >= 0
      end <-
        if isAlone(slots, at, mark) then Some(at + 1)
        else Some(slots.indexWhere(_.isInstanceOf[SegmentSlot.Missing], at)).filter(_ > at)
    yield end
    until.fold(slots): end =>
      slots.drop(end).collectFirst { case SegmentSlot.There(_, file) =>
        notes += s"${file.name}: from here on it is of a backup that was not finished, and is left out"
      }
      slots.take(end)

  private def isOf(number: Long)(slot: SegmentSlot): Boolean = slot match
    case SegmentSlot.There(there, _) => there == number
    case _: SegmentSlot.Missing      => false

  /** Whether a segment ends as it was when the journal was closed, and the next one continues another end. */
  private def isAlone(slots: Vector[SegmentSlot], at: Int, mark: Watermark): Boolean =
    (slots(at), slots.lift(at + 1)) match
      case (there @ SegmentSlot.There(_, file), Some(SegmentSlot.There(_, following))) =>
        val end = file.header.toOption.flatMap(endOfLast(there, _))
        following.header.exists(next =>
          end.exists(end => end.sequence == mark.sequence && end.offset == mark.offset && end != next.previous)
        )
      case _ => false

  private def endOfLast(there: SegmentSlot.There, header: SegmentHeader): Option[SegmentEnd] =
    val silent = ReadingProgress(0, Progress.ignored)
    SegmentSurvey(found, storage, settings, RecordOrder(), silent, there, header, None, None).run()._1.end

  private def headless(there: SegmentSlot.There, damage: Damage, next: Option[SegmentSlot]): Survey.Segment =
    val file = there.file
    val last = next
      .flatMap(_.lastBefore)
      .getOrElse(manifest.filter(_.watermark.segment == there.number).fold(file.named - 1)(_.watermark.sequence))
    val lost = LostRecords.between(file.named, last)
    Survey.Segment(
      there.number,
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

  private def absent(missing: SegmentSlot.Missing, before: Option[Survey.Segment]): Survey.Segment =
    val first   = before.fold(manifest.fold(1L)(_.firstSequence))(_.lastSequence + 1)
    val last    = math.max(missing.last.getOrElse(first), first - 1)
    val problem = s"segment ${missing.number}, which comes before what this says, is not there"
    val witness = found.folder.resolve(missing.witness)
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
      Vector(Damaged(witness, 0, problem, LostRecords.between(first, last)))
    )

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
    Damaged(found.folder.resolve(segment.name), SegmentHeader.JournalAt, problem, None)
