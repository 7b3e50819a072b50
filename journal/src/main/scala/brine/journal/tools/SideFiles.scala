package brine.journal.tools

import brine.journal.Offset
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, SegmentEnd, SegmentHeader}
import brine.journal.index.{RetiredStreams, SegmentIndex}
import brine.journal.snapshot.{FileSnapshots, SnapshotError, SnapshotFormat}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.util.UUID

/** Finds damage in the files beside the segments: indexes, the versions of deleted streams, snapshots. */
private[tools] final class SideFiles(found: JournalFolder, journal: UUID, storage: Storage):
  def damages(segments: Vector[Survey.Segment]): Vector[Damaged] =
    indexDamages(segments) ++ retiredDamages() ++ snapshotDamages()

  private def indexDamages(segments: Vector[Survey.Segment]): Vector[Damaged] =
    for
      segment <- segments.dropRight(1)
      header  <- segment.header.toVector
      end     <- segment.end.toVector
      path = found.folder.resolve(SegmentFiles.indexName(header.firstSequence))
      if found.others.contains(path.getFileName.toString)
      damage <- indexDamage(path, header, end)
    yield damage

  // An index of another file of the segment, or one that cannot be opened, is rebuilt when it is needed.
  private def indexDamage(path: Path, header: SegmentHeader, end: SegmentEnd): Option[Damaged] =
    SegmentIndex
      .open(storage, path, header, end.sequence)
      .flatMap(index => damageOf(path)(index.verify())(index.close()))

  private def retiredDamages(): Vector[Damaged] =
    var open = Option.empty[RetiredStreams]
    damageOf(found.folder.resolve(RetiredStreams.FileName)) {
      open = found.manifest match
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
    val snapshots = FileSnapshots(storage, found.folder, journal)
    for
      file           <- found.others
      (offset, name) <- SnapshotFormat.parse(file).toVector
      error          <- snapshots.verify(name, Offset(offset)).left.toOption.toVector
      if !isGone(error)
    yield Damaged(found.folder.resolve(file), 0, error.message, None)

  // It was there when the folder was listed: a program has saved newer ones since, and has deleted this one.
  private def isGone(error: SnapshotError): Boolean = error match
    case _: SnapshotError.NotFound => true
    case _                         => false
