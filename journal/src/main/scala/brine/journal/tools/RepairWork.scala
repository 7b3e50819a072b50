package brine.journal.tools

import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.recovery.{NewSegment, SegmentMaker}
import brine.journal.{JournalSettings, Offset}
import brine.journal.format.{Manifest, SegmentEnd, SegmentHeader, Watermark}
import brine.journal.index.RetiredStreams
import brine.journal.maintenance.{CompactedSegmentWriter, FileCopy}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.security.SecureRandom

/** Plans and makes the changes of [[Repair]].
  *
  * A damaged segment is replaced by one in the form of compaction, which says which sequences it stands for and may
  * have fewer records. The next segment stays as it is, for its header says how the original ended.
  */
private[tools] final class RepairWork(survey: Survey, settings: JournalSettings, storage: Storage):
  private val folder   = survey.found.folder
  private val manifest = survey.found.manifest
  private val epoch    =
    (survey.segments.flatMap(_.header).map(_.epoch) ++ manifest.map(_.epoch)).maxOption.getOrElse(1L)

  private def isDamaged(segment: Survey.Segment) = segment.damages.nonEmpty

  /** The last segment, if it is damaged and has no readable record. */
  private val vacant: Option[Survey.Segment] =
    survey.segments.lastOption.filter(last => isDamaged(last) && last.lastSequence < last.firstSequence)

  private val replaced: Vector[Survey.Segment] = survey.segments.filter(isDamaged).filterNot(vacant.contains)

  private val continues: Boolean = survey.segments.lastOption.exists(isDamaged)

  private def newNumber: Long = vacant.fold(survey.segments.last.number + 1)(_.number)

  /** Files that can be rebuilt or are not needed. */
  private def spare: Vector[Damaged] = survey.others.filterNot(_.file == retiredFile)

  private val retiredFile = folder.resolve(RetiredStreams.FileName)

  private def firstSequence: Long =
    manifest.fold(survey.segments.headOption.fold(1L)(_.firstSequence))(_.firstSequence)

  /** Whether the versions of deleted streams are lost, and why. */
  private def retired: Option[(Path, String)] =
    survey.others.find(_.file == retiredFile) match
      case Some(damaged) => Some(retiredFile -> damaged.problem)
      case None          =>
        val isMissing = manifest.isEmpty && firstSequence > 1 && !survey.found.others.contains(RetiredStreams.FileName)
        Option.when(isMissing)(retiredFile -> "it is not there")

  private def fileOf(segment: Survey.Segment): Path =
    folder.resolve(segment.name.getOrElse(SegmentFiles.name(segment.firstSequence)))

  def plan: Vector[RepairStep] =
    val strangers = survey.strangers.map(damaged => RepairStep.SetAside(damaged.file, damaged.problem))
    val vacated   = vacant.flatMap(_.name).map(name => RepairStep.SetAside(folder.resolve(name), "it has no records"))
    val fresh     =
      Option.when(continues)(RepairStep.Continue(newNumber, Offset(survey.segments.last.lastSequence)))
    val segments = replaced.map: segment =>
      val lost = segment.damages.flatMap(_.lost)
      if segment.header.isEmpty then RepairStep.Empty(fileOf(segment), segment.number, lost)
      else RepairStep.Rewrite(fileOf(segment), segment.records, lost)
    val others = spare.map(damaged => RepairStep.SetAside(damaged.file, damaged.problem))
    val slots  = manifestReason.map(RepairStep.WriteManifest(_))
    strangers ++ vacated ++ fresh ++ segments ++ others ++ retired.map(RepairStep.ForgetRetired(_, _)) ++ slots

  private def manifestReason: Option[String] =
    if survey.manifestDamages.nonEmpty then Some(survey.manifestDamages.head.problem)
    else if survey.found.slots.exists(_._2.isEmpty) then Some("one of its slots is not whole")
    else if survey.damages.nonEmpty then Some("it says how far the journal was durable")
    else None

  def perform(): Unit = if plan.nonEmpty then
    survey.strangers.foreach(damaged => setAside(damaged.file))
    vacant.flatMap(_.name).foreach(name => setAside(folder.resolve(name)))
    val ends = originalEnds
    // Before the last segment is replaced: a journal whose last segment is a replaced one cannot be opened.
    if continues then makeLast(ends.lastOption.getOrElse(SegmentEnd.none))
    survey.segments
      .zip(ends)
      .zip(before +: ends)
      .filter { case ((segment, _), _) => replaced.contains(segment) }
      .foreach { case ((segment, end), previous) => replace(segment, end, previous) }
    spare.foreach(damaged => setAside(damaged.file))
    retired.foreach: (file, _) =>
      setAsideIfThere(file)
      RetiredStreams.write(storage, folder, survey.journal, firstSequence - 1, RepairWork.random.nextLong(), Seq.empty)
    writeManifest()

  // The end of the segment before the first one, by the first one's header.
  private def before: SegmentEnd =
    survey.segments.headOption.fold(SegmentEnd.none): first =>
      first.header.fold(SegmentEnd(first.firstSequence - 1, 0, 0))(_.previous)

  /** The end of each segment, as the next one's header says or will say. */
  private def originalEnds: Vector[SegmentEnd] =
    survey.segments
      .filterNot(vacant.contains)
      .zipWithIndex
      .map: (segment, at) =>
        val next = survey.segments.lift(at + 1).filterNot(vacant.contains).flatMap(_.header).map(_.previous)
        next.orElse(segment.end).getOrElse(SegmentEnd(segment.lastSequence, SegmentHeader.Length, 0))

  // The settings, with the segment size that the journal had.
  def asBefore: JournalSettings =
    val sizes = survey.segments.flatMap(_.header).filterNot(_.isCompacted).map(_.size)
    sizes
      .filter(size => size >= JournalSettings.SmallestSegment && size <= JournalSettings.LargestSegment)
      .maxOption
      .fold(settings)(size => settings.copy(segmentSize = size))

  private def makeLast(previous: SegmentEnd): Unit =
    val maker  = SegmentMaker(storage, folder, asBefore, RepairWork.random, null)
    val time   = survey.segments.map(_.created).maxOption.getOrElse(0L)
    val length = maker.prepareFirst()
    maker.begin(NewSegment(survey.journal, epoch, newNumber, previous, time, length)).file.close()

  private def replace(segment: Survey.Segment, end: SegmentEnd, previous: SegmentEnd): Unit =
    val target   = folder.resolve(SegmentFiles.name(segment.firstSequence))
    val template = SegmentHeader(
      survey.journal,
      segment.number,
      segment.header.fold(epoch)(_.epoch),
      segment.firstSequence,
      0,
      segment.created,
      previous,
      RepairWork.random.nextLong(),
      0,
      Some(end)
    )
    val part = folder.resolve(s"${target.getFileName}.repaired")
    storage.delete(part)
    val file = storage.create(part)
    try
      val writer = new CompactedSegmentWriter(file, template, brine.codec.Compression.Plain)
      for
        name   <- segment.name
        header <- segment.header
      do copyRecords(segment, name, header, writer)
      writer.finish(): Unit
    finally file.close()
    // Copy first: there must be a file of this name at any moment, also if this is interrupted.
    segment.name.foreach(name => copyAside(folder.resolve(name)))
    setAsideIfThere(folder.resolve(SegmentFiles.indexName(segment.firstSequence)))
    storage.move(part, target)
    storage.forceFolder(folder)

  private def copyRecords(
      segment: Survey.Segment,
      name: String,
      header: SegmentHeader,
      writer: CompactedSegmentWriter
  ): Unit =
    val at      = survey.segments.indexOf(segment)
    val next    = survey.segments.lift(at + 1)
    val file    = storage.openRead(folder.resolve(name))
    val reading = SegmentReading()
    try
      val mark = manifest.map(_.watermark).filter(_.segment == segment.number).fold(0L)(_.sequence)
      val last =
        next.filter(_.name.isDefined).map(next => next.header.fold(next.firstSequence - 1)(_.previous.sequence))
      val end = next.flatMap(_.header).map(_.previous)
      SegmentWalk(name, file, header, settings, last, end, mark).run { unit =>
        reading.read(unit)(() => writer.add(reading.event, reading.definitions.dictionary, reading.event.keyVersion))(
          _ => ()
        )
      }(_ => reading.skip())
    finally file.close()

  private def writeManifest(): Unit =
    survey.found.slots.foreach((name, _) => copyAside(folder.resolve(name)))
    val last  = survey.segments.lastOption
    val first = survey.segments.headOption
    val mark  =
      if continues then Watermark(newNumber, SegmentHeader.Length, last.fold(0L)(_.lastSequence))
      else
        manifest
          .map(_.watermark)
          .orElse(last.map(last => Watermark(last.number, SegmentHeader.Length, last.lastSequence)))
          .getOrElse(Watermark(0, 0, 0))
    val written = manifest match
      case Some(known) => known.copy(watermark = mark, isClosed = false)
      case None        =>
        Manifest(
          1,
          survey.journal,
          epoch,
          first.fold(1L)(_.number),
          first.fold(1L)(_.firstSequence),
          mark,
          isClosed = false
        )
    ManifestStore.write(storage, folder, written.copy(generation = written.generation + 1))
    ManifestStore.write(storage, folder, written.copy(generation = written.generation + 2))
    storage.forceFolder(folder)

  // ---- The quarantine -----------------------------------------------------------------------------------------------

  private def free(name: String): Path =
    val quarantine = folder.resolve(SegmentFiles.Quarantine)
    if !storage.exists(quarantine) then
      storage.createFolder(quarantine)
      storage.forceFolder(folder)
    val taken = storage.list(quarantine).toSet
    quarantine.resolve(Iterator.from(1).map(n => s"$name.$epoch.damaged-$n").filterNot(taken).next())

  private def setAside(file: Path): Unit =
    val target = free(file.getFileName.toString)
    storage.move(file, target)
    storage.forceFolder(target.getParent)
    storage.forceFolder(folder)

  private def setAsideIfThere(file: Path): Unit = if storage.exists(file) then setAside(file)

  private def copyAside(file: Path): Unit =
    val target = free(file.getFileName.toString)
    FileCopy.copy(storage, file, storage, target): Unit
    storage.forceFolder(target.getParent)

private object RepairWork:
  private val random = SecureRandom()
