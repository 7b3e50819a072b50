package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.{BackupReport, Offset}
import brine.journal.file.{ManifestStore, SegmentFiles}
import brine.journal.format.*
import brine.journal.index.RetiredStreams
import brine.journal.snapshot.SnapshotFormat
import brine.journal.storage.Storage
import java.nio.file.{NoSuchFileException, Path}

/** Copies a journal, while it is written, to a folder that is then a journal itself: with everything up to some offset, and nothing after it.
  *
  * Every segment is read through before it is copied, so nothing that is damaged gets into a backup. A second backup to the same folder copies
  * only what has changed: a segment that has ended is there already if its file has the same salt and ends in the same way. A crash leaves the
  * backup before it, perhaps with files that the next one finds there. Nothing that was in the folder is deleted but snapshots that the journal
  * has no more; segments that do not belong go to its `quarantine`.
  *
  * One at a time, and never while segments are deleted or compacted.
  *
  * @param folder
  *   of the journal
  * @param to
  *   where the copy goes, in the folder `target`
  */
private[journal] final class Backup(
    storage: Storage,
    folder: Path,
    to: Storage,
    target: Path,
    compressions: Int => Option[Compression]
):
  private var bytes = 0L

  /** @param headers
    *   of all segments, oldest first, the one that is written last
    * @param durable
    *   everything up to this sequence is safe, and is copied
    * @param thoroughly
    *   whether segments that are in the backup already are read through there
    * @throws Damage
    *   if the journal is damaged, or the target is something else than an earlier backup of it
    */
  def run(headers: Vector[SegmentHeader], durable: Long, manifest: Manifest, thoroughly: Boolean): BackupReport =
    to.createFolder(target)
    val earlier = ManifestStore.read(to, target)._1
    earlier.foreach(checkSame(_, manifest, durable))
    // What was appended since the list was made may be in later segments.
    val listed = headers.filter(_.firstSequence <= durable + 1)
    val ended  = EndedSegment.of(listed)
    val fresh  = ended.filterNot(segment => isThere(segment, thoroughly))
    setAside(listed)
    fresh.foreach(copy)
    val mark = copyLast(listed.last, durable)
    copyRetired(manifest)
    val snapshots = copySnapshots(durable)
    to.forceFolder(target)
    ManifestStore.write(
      to,
      target,
      manifest.copy(
        generation = earlier.fold(1L)(_.generation + 1),
        firstSegment = listed.head.number,
        firstSequence = listed.head.firstSequence,
        watermark = mark,
        isClosed = true
      )
    )
    to.forceFolder(target)
    BackupReport(Offset(mark.sequence), fresh.size + 1, ended.size - fresh.size, snapshots, bytes)

  private def checkSame(earlier: Manifest, manifest: Manifest, durable: Long): Unit =
    val name = Manifest.names((earlier.generation & 1).toInt)
    if earlier.journal != manifest.journal then
      throw Damage(name, 16, s"there is a backup of another journal there, ${earlier.journal}")
    if earlier.watermark.sequence > durable then
      throw Damage(
        name,
        80,
        s"the backup there has records up to ${earlier.watermark.sequence}, more than the journal, which has $durable: it is of another course of events"
      )

  /** Whether the backup has a segment that has ended. */
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

  private def hasSeal(segment: EndedSegment, file: brine.journal.storage.StorageFile): Boolean =
    val header  = segment.header
    val from    = if header.isCompacted then header.size - EndedSegment.SealLength else segment.end.offset
    val scanner = UnitScanner(segment.name, file, header, from, compressions, chunkSize = 1 << 12)
    scanner.next() && scanner.isSeal && (header.isCompacted || Little.long(
      scanner.body,
      scanner.bodyFrom + 8
    ) == segment.end.digest)

  private def copy(segment: EndedSegment): Unit =
    val file    = storage.openRead(segment.path(folder))
    val content =
      try EndedSegment.scan(segment.name, file, segment.header, segment.end, compressions)
      finally file.close()
    FileCopy.copy(storage, segment.path(folder), to, segment.path(target), content.fileEnd)
    bytes += content.fileEnd

  /** Copies the segment that is written, as far as it is safe. */
  private def copyLast(header: SegmentHeader, durable: Long): Watermark =
    val name = SegmentFiles.name(header.firstSequence)
    val file = storage.openRead(folder.resolve(name))
    val end  =
      try
        val reader = SegmentContent.Reader(name, file, header, compressions)
        reader.readUpTo(durable)
        reader.content.end
      finally file.close()
    if end.sequence != durable then
      throw Damage(name, end.offset, s"record ${end.sequence + 1} was safe and cannot be read")
    FileCopy.copy(storage, folder.resolve(name), to, target.resolve(name), end.offset)
    bytes += end.offset
    Watermark(header.number, end.offset, end.sequence)

  private def copyRetired(manifest: Manifest): Unit =
    RetiredStreams.open(storage, folder, manifest.journal) match
      case Some(retired) =>
        try retired.verify()
        finally retired.close()
        val name = RetiredStreams.FileName
        bytes += FileCopy.copy(storage, folder.resolve(name), to, target.resolve(name))
      case None => ()

  private def copySnapshots(durable: Long): Int =
    def snapshots(storage: Storage, folder: Path) =
      storage.list(folder).filter(name => SnapshotFormat.parse(name).exists((offset, _) => offset <= durable))
    val own   = snapshots(storage, folder)
    val there = snapshots(to, target).toSet
    own
      .filterNot(name => there(name) && sameSnapshot(name))
      .foreach: name =>
        bytes += FileCopy.copy(storage, folder.resolve(name), to, target.resolve(name))
    (there -- own).foreach(name => to.delete(target.resolve(name)))
    own.size

  // A snapshot's header has a salt of its own.
  private def sameSnapshot(name: String): Boolean =
    def head(storage: Storage, folder: Path) =
      val file = storage.openRead(folder.resolve(name))
      try
        val bytes = java.nio.ByteBuffer.allocate(SnapshotFormat.HeaderSize)
        file.read(bytes, 0): Unit
        (bytes.array.toSeq, file.size)
      finally file.close()
    head(storage, folder) == head(to, target)

  /** Segments that do not belong to the journal as it is: left by one that went on from an older state of it, say. */
  private def setAside(listed: Vector[SegmentHeader]): Unit =
    val names   = listed.map(header => SegmentFiles.name(header.firstSequence)).toSet
    val foreign =
      SegmentFiles.list(to, target).filter(name => name.take(20).toLong >= listed.head.firstSequence && !names(name))
    if foreign.nonEmpty then
      val quarantine = target.resolve(SegmentFiles.Quarantine)
      to.createFolder(quarantine)
      foreign.foreach(name => to.move(target.resolve(name), quarantine.resolve(name)))
      to.forceFolder(quarantine)
      to.forceFolder(target)
