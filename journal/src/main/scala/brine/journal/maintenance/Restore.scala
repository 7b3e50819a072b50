package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.{LogRole, Restored}
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.format.{Damage, Watermark}
import brine.journal.index.RetiredStreams
import brine.journal.snapshot.SnapshotFormat
import brine.journal.storage.{SafeFolder, Storage}
import java.nio.file.{FileAlreadyExistsException, Path}

/** Restores a backup, or copies any journal that nobody writes. Verifies it, copies it to a folder without files, and
  * verifies the copy. The manifest comes last, so that what a crash leaves cannot be taken for a journal.
  */
private[journal] object Restore:
  /** Restores a backup.
    *
    * @throws Damage
    *   if the backup is damaged
    * @throws FileAlreadyExistsException
    *   if there are files in the target folder
    */
  def run(
      storage: Storage,
      backup: Path,
      to: Storage,
      target: Path,
      compressions: Int => Option[Compression]
  ): Restored =
    val found = JournalContent.read(storage, backup, compressions)
    SafeFolder.create(to, target)
    to.list(target)
      .headOption
      .foreach: name =>
        throw FileAlreadyExistsException(
          target.resolve(name).toString,
          null,
          "a backup is restored only to a folder without files"
        )
    found.segments.foreach: segment =>
      FileCopy.copy(
        storage,
        backup.resolve(segment.name),
        to,
        target.resolve(segment.name),
        segment.content.fileEnd,
        segment.content.fileEnd
      )
    // An unfinished backup may have snapshots of records that it does not have itself.
    val reach  = found.summary.last.sequence
    val others = storage
      .list(backup)
      .filter(name => RetiredStreams.isFile(name) || SnapshotFormat.parse(name).exists(_._1 <= reach))
    others.foreach(name => FileCopy.copy(storage, backup.resolve(name), to, target.resolve(name)): Unit)
    to.forceFolder(target)
    val last = found.segments.lastOption
    val mark = last.fold(found.manifest.watermark): segment =>
      Watermark(segment.header.number, segment.content.end.offset, segment.content.end.sequence)
    ManifestStore.write(to, target, found.manifest.copy(watermark = mark, isClosed = true, role = LogRole.Ordinary))
    to.forceFolder(target)
    val copy = JournalContent.read(to, target, compressions)
    if copy.segments.map(_.content) != found.segments.map(_.content) then
      throw Damage(SegmentFiles.name(found.manifest.firstSequence), 0, "the copy has other content than the backup")
    copy.summary
