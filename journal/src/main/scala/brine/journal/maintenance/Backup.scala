package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.{BackupReport, LogRole, Offset, Refusal}
import brine.journal.format.*
import brine.journal.index.RetiredStreams
import brine.journal.snapshot.SnapshotFormat
import brine.journal.storage.{SafeFolder, Storage, StorageFile, StorageLock}
import java.nio.file.{NoSuchFileException, Path}

/** Copies a journal, while it is written, to a folder that is then a journal itself: with everything up to some offset,
  * and nothing after it.
  *
  * Every segment is read through before it is copied, so no damage gets into a backup. A second backup to the same
  * folder copies only changes: it skips an ended segment whose file in the backup has the same salt and the same end. A
  * crash leaves the earlier backup, perhaps with segments after its end; [[Restore]] ignores these, and the next backup
  * uses them. Nothing in the folder is deleted, except for snapshots that the journal has no more.
  *
  * One at a time, and never while segments are deleted or compacted.
  *
  * @param folder
  *   the journal's folder
  * @param to
  *   the storage of the copy
  * @param target
  *   the folder of the copy
  */
private[journal] final class Backup(
    storage: Storage,
    folder: Path,
    to: Storage,
    target: Path,
    compressions: Int => Option[Compression]
):
  private var bytes = 0L

  /** Makes the backup.
    *
    * @param of
    *   says what is copied, when the snapshots are open: all of them are of records that are durable then
    * @param thoroughly
    *   whether to verify also segments that the backup has already
    * @throws Damage
    *   if the journal is damaged
    * @throws Refusal
    *   if the target is the journal's own folder, or holds something else than an earlier backup of this journal, with
    *   no events of its own, that nobody has open for writing; no event was overwritten
    */
  def run(of: => Backup.Content, thoroughly: Boolean): BackupReport =
    if to.isSame(folder, target) then
      throw Refusal(s"$target is the journal's own folder, so a backup to it would overwrite the journal: name another")
    SafeFolder.create(to, target)
    val lock = lockTarget()
    try
      val snapshots = OpenSnapshots.of(storage, folder)
      try
        val content = of
        copyAll(content.headers, content.durable, content.manifest, snapshots.upTo(content.durable), thoroughly)
      finally snapshots.close()
    finally lock.foreach(_.close())

  // An earlier backup may have been opened as a journal since, and be written now.
  private def lockTarget(): Option[StorageLock] =
    val file = target.resolve(SegmentFiles.Lock)
    if !to.exists(file) then None
    else
      to.lock(file)
        .orElse(throw Refusal(s"$target is open for writing as a journal: close it there, or name another folder"))

  private def copyAll(
      headers: Vector[SegmentHeader],
      durable: Long,
      manifest: Manifest,
      snapshots: Vector[(String, StorageFile)],
      thoroughly: Boolean
  ): BackupReport =
    val earlier = ManifestStore.read(to, target)._1
    earlier.foreach(checkSame(_, manifest, durable))
    // Later segments may contain what was appended since the list was made.
    val listed = headers.filter(_.firstSequence <= durable + 1)
    val ended  = EndedSegment.of(listed)
    earlier.foreach(checkEnd(_, ended))
    earlier.foreach(checkContent(_, listed))
    setAside(listed, earlier)
    val fresh = ended.filterNot(segment => isThere(segment, thoroughly))
    // Segments after the end of the earlier backup come first. As long as its last segment is unchanged, the backup
    // ends there. Once that segment is replaced by its current content, everything that follows is in place.
    val (newer, older) = fresh.partition(segment => earlier.forall(segment.number > _.watermark.segment))
    newer.foreach(copy)
    val mark = copyLast(listed.last, durable)
    to.forceFolder(target)
    older.foreach(copy)
    copyRetired(manifest)
    snapshots.foreach(copySnapshot)
    to.forceFolder(target)
    ManifestStore.write(
      to,
      target,
      manifest.copy(
        generation = earlier.fold(1L)(_.generation + 1),
        firstSegment = listed.head.number,
        firstSequence = listed.head.firstSequence,
        watermark = mark,
        isClosed = true,
        // Whoever restores it has a log of their own.
        role = LogRole.Ordinary
      )
    )
    val names = snapshots.map(_._1).toSet
    to.list(target)
      .filter(name => SnapshotFormat.parse(name).isDefined && !names(name))
      .foreach(name => to.delete(target.resolve(name)))
    to.forceFolder(target)
    BackupReport(Offset(mark.sequence), fresh.size + 1, ended.size - fresh.size, snapshots.size, bytes)

  private def checkSame(earlier: Manifest, manifest: Manifest, durable: Long): Unit =
    if earlier.journal != manifest.journal then
      throw Refusal(s"$target has a backup of another journal, ${earlier.journal}: name another folder")
    if earlier.watermark.sequence > durable then
      throw diverged(s"has records up to ${earlier.watermark.sequence}, the journal only up to $durable")

  private def diverged(how: String): Refusal =
    Refusal(s"the backup in $target $how: they have diverged, so back up to another folder")

  /** A backup may have been opened as a journal, which leaves a lock file, and got events of its own. */
  private def checkContent(earlier: Manifest, listed: Vector[SegmentHeader]): Unit =
    val mark = earlier.watermark
    if to.exists(target.resolve(SegmentFiles.Lock)) then
      if !earlier.isClosed then throw diverged("was opened as a journal, and not closed")
      // The segment of its last record: a later one, without records, may have been begun.
      val isSame = SegmentFiles
        .list(to, target)
        .filter(SegmentFiles.firstSequence(_) <= mark.sequence)
        .lastOption
        .forall: name =>
          listed
            .find(header => SegmentFiles.name(header.firstSequence) == name)
            .exists: header =>
              val here  = contentOf(storage, folder, header, mark.sequence)
              val there = contentOf(to, target, header, mark.sequence)
              here.nonEmpty && here == there
      if !isSame then throw diverged("was opened as a journal, and has records that this one does not have")

  // The last sequence up to this one and the digest up to there; none if the file is not of this segment.
  private def contentOf(storage: Storage, folder: Path, header: SegmentHeader, upTo: Long): Option[(Long, Long)] =
    val name = SegmentFiles.name(header.firstSequence)
    val file = storage.openRead(folder.resolve(name))
    try
      Option.when(SegmentFiles.header(name, file) == header):
        val content = SegmentContent.upTo(SegmentContent.reader(name, file, header, compressions), upTo)
        (content.end.sequence, content.end.digest)
    finally file.close()

  /** A backup may have more of a segment that has ended here: then it is of another continuation. */
  private def checkEnd(earlier: Manifest, ended: Vector[EndedSegment]): Unit =
    val mark = earlier.watermark
    ended
      .find(segment => segment.number == mark.segment && segment.last < mark.sequence)
      .foreach(segment =>
        throw diverged(s"has records up to ${mark.sequence} in ${segment.name}, the journal only up to ${segment.last}")
      )

  /** Whether the backup has an ended segment. */
  private def isThere(segment: EndedSegment, thoroughly: Boolean): Boolean =
    try
      val file = to.openRead(segment.path(target))
      try
        val header = SegmentFiles.header(segment.name, file)
        header == segment.header && {
          if thoroughly then
            EndedSegment.scan(segment.name, file, header, segment.end, compressions)
            true
          else
            hasSeal(segment, file) || EndedSegment
              .scan(segment.name, file, header, segment.end, compressions)
              .records >= 0
        }
      finally file.close()
    catch case _: (NoSuchFileException | Damage) => false

  private def hasSeal(segment: EndedSegment, file: StorageFile): Boolean =
    val header  = segment.header
    val from    = if header.isCompacted then header.size - Seal.Length else segment.end.offset
    val scanner = UnitScanner(segment.name, file, header, from, compressions, chunkSize = 1 << 12)
    // A compacted segment has other frames than the original, and the next header knows those of the original only.
    scanner.next() && scanner.isSeal && scanner.seal.sequence == segment.end.sequence &&
    (header.isCompacted || scanner.seal.digest == segment.end.digest)

  private def copy(segment: EndedSegment): Unit =
    val file    = storage.openRead(segment.path(folder))
    val content =
      try EndedSegment.scan(segment.name, file, segment.header, segment.end, compressions)
      finally file.close()
    FileCopy.copy(storage, segment.path(folder), to, segment.path(target), content.fileEnd, segment.header.size)
    bytes += content.fileEnd

  /** Copies the current segment, as far as it is durable. */
  private def copyLast(header: SegmentHeader, durable: Long): Watermark =
    val name = SegmentFiles.name(header.firstSequence)
    val file = storage.openRead(folder.resolve(name))
    val end  =
      try SegmentContent.upTo(SegmentContent.reader(name, file, header, compressions), durable).end
      finally file.close()
    if end.sequence != durable then
      throw Damage(name, end.offset, s"record ${end.sequence + 1} was durable and cannot be read")
    FileCopy.copy(storage, folder.resolve(name), to, target.resolve(name), end.offset, header.size)
    bytes += end.offset
    Watermark(header.number, end.offset, end.sequence)

  private def copyRetired(manifest: Manifest): Unit =
    RetiredStreams.of(storage, folder, manifest) match
      case Some(retired) =>
        try retired.verify()
        finally retired.close()
        // In this order, so that each file continues one that is there.
        retired.files.foreach: name =>
          bytes += FileCopy.copy(storage, folder.resolve(name), to, target.resolve(name))
        to.forceFolder(target)
        to.list(target)
          .filter(name => RetiredStreams.isFile(name) && !retired.files.contains(name))
          .foreach(name => to.delete(target.resolve(name)))
      case None => ()

  private def copySnapshot(name: String, file: StorageFile): Unit =
    val there = target.resolve(name)
    if !to.exists(there) || !isSameSnapshot(file, there) then
      bytes += FileCopy.copy(file, folder.resolve(name), to, there)

  // A snapshot's header has its own salt.
  private def isSameSnapshot(here: StorageFile, path: Path): Boolean =
    def head(file: StorageFile) =
      val bytes = java.nio.ByteBuffer.allocate(SnapshotFormat.HeaderSize)
      file.read(bytes, 0): Unit
      (bytes.array.toSeq, file.size)
    val there = to.openRead(path)
    try head(here) == head(there)
    finally there.close()

  /** Sets aside segments that do not belong to the journal. They are left by an unfinished backup of a journal that was
    * later restored to an older state.
    */
  private def setAside(listed: Vector[SegmentHeader], earlier: Option[Manifest]): Unit =
    val names   = listed.map(header => SegmentFiles.name(header.firstSequence)).toSet
    val foreign =
      SegmentFiles
        .list(to, target)
        .filter(name => SegmentFiles.firstSequence(name) >= listed.head.firstSequence && !names(name))
    foreign.foreach: name =>
      if earlier.exists(manifest => SegmentFiles.firstSequence(name) <= manifest.watermark.sequence) then
        throw diverged(s"has the segment $name, which the journal does not have")
    if foreign.nonEmpty then
      val quarantine = target.resolve(SegmentFiles.Quarantine)
      to.createFolder(quarantine)
      to.forceFolder(target)
      foreign.foreach(name => to.move(target.resolve(name), quarantine.resolve(name)))
      to.forceFolder(quarantine)
      to.forceFolder(target)

private[journal] object Backup:
  /** What a backup copies.
    *
    * @param headers
    *   headers of all segments, oldest first, the current one last
    * @param durable
    *   everything up to this sequence is durable
    */
  final case class Content(headers: Vector[SegmentHeader], durable: Long, manifest: Manifest)
