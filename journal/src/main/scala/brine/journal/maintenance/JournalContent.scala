package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.{Offset, Restored}
import brine.journal.format.{Damage, Manifest, SegmentChain, SegmentHeader, SegmentTail}
import brine.journal.index.RetiredStreams
import brine.journal.snapshot.{FileSnapshots, SnapshotError, SnapshotFormat}
import brine.journal.storage.Storage
import java.nio.file.Path
import scala.annotation.tailrec
import scala.util.{Failure, Try}

/** Reads what a restore copies: all segments of a journal that count, each with its end, and the files that belong to
  * them. Changes nothing.
  *
  * It stops at the first damage, because a damaged journal is not restored. [[brine.journal.tools.Verification]] reads
  * on after damage, and checks indexes too: it finds all damage and everything that can still be read.
  */
private[journal] object JournalContent:
  /** A segment and its content. */
  final case class Segment(name: String, header: SegmentHeader, content: SegmentContent)

  final case class Found(manifest: Manifest, segments: Vector[Segment], summary: Restored)

  /** Reads a journal.
    *
    * @throws Damage
    *   if anything is damaged or missing
    * @throws brine.journal.format.UnknownVersion
    *   if a later release wrote it
    */
  def read(storage: Storage, folder: Path, compressions: Int => Option[Compression]): Found =
    @tailrec def again(triesLeft: Int): Found =
      val manifest = manifestOf(storage, folder)
      val result   = Try(of(storage, folder, manifest, compressions))
      // The writer may have deleted segments meanwhile.
      if result.isFailure && triesLeft > 0 && manifestOf(storage, folder).firstSegment != manifest.firstSegment then
        again(triesLeft - 1)
      else result.get
    again(8)

  private def manifestOf(storage: Storage, folder: Path): Manifest =
    ManifestStore
      .read(storage, folder)
      ._1
      .getOrElse(throw Damage(Manifest.names.head, 0, "no slot of the manifest is whole, or there is none"))

  private def of(
      storage: Storage,
      folder: Path,
      manifest: Manifest,
      compressions: Int => Option[Compression]
  ): Found =
    val segments = contents(storage, folder, chain(storage, folder, manifest), manifest, compressions)
    checkWatermark(manifest, segments)
    RetiredStreams
      .of(storage, folder, manifest)
      .foreach: retired =>
        try retired.verify()
        finally retired.close()
    val snapshots = FileSnapshots(storage, folder, manifest.journal)
    val checked   = storage
      .list(folder)
      .flatMap(SnapshotFormat.parse)
      .map((offset, name) => snapshots.verify(name, Offset(offset)))
      // A program has saved newer ones meanwhile, and has deleted this one.
      .filterNot(_.left.exists(_.isInstanceOf[SnapshotError.NotFound]))
    val summary = Restored(
      segments.size,
      segments.map(_.content.records).sum,
      segments.map(_.content.fileEnd).sum,
      Offset(manifest.firstSequence),
      Offset(segments.lastOption.fold(manifest.firstSequence - 1)(_.content.end.sequence)),
      checked.count(_.isRight),
      checked.collect { case Left(error) => error }
    )
    Found(manifest, segments, summary)

  /** The headers of the segments that count, oldest first.
    *
    * @throws Damage
    *   if one is missing
    */
  def chain(storage: Storage, folder: Path, manifest: Manifest): Vector[SegmentHeader] =
    val names = SegmentFiles.list(storage, folder, manifest.firstSequence)
    SegmentChain.check(SegmentFiles.headers(storage, folder, names), manifest, mayHaveMore = true)

  private def contents(
      storage: Storage,
      folder: Path,
      headers: Vector[SegmentHeader],
      manifest: Manifest,
      compressions: Int => Option[Compression]
  ): Vector[Segment] =
    val closed = headers.indexWhere(manifest.isClosed && _.number == manifest.watermark.segment)
    def all    =
      headers.zipWithIndex.map((header, i) => segment(storage, folder, header, headers.lift(i + 1), compressions))
    if closed < 0 || closed == headers.size - 1 then all
    else
      // Later segments count if they continue this one. Otherwise they are of an unfinished backup, and the one before
      // it ends here.
      val end     = headers(closed)
      val follows = Try(segment(storage, folder, end, Some(headers(closed + 1)), compressions))
      follows match
        case Failure(_: Damage) => contents(storage, folder, headers.take(closed + 1), manifest, compressions)
        case _                  => all

  private def segment(
      storage: Storage,
      folder: Path,
      header: SegmentHeader,
      next: Option[SegmentHeader],
      compressions: Int => Option[Compression]
  ): Segment =
    val name = SegmentFiles.name(header.firstSequence)
    val file = storage.openRead(folder.resolve(name))
    try
      val content = next match
        case Some(after) => EndedSegment.scan(name, file, header, after.previous, compressions)
        case None        =>
          val reader  = SegmentContent.reader(name, file, header, compressions)
          val content = SegmentContent.all(reader)
          // Bytes after the last whole unit were never durable, unless a frame there says so.
          if !content.isSealed && SegmentTail.writtenBytes(file, header, content.end.offset) > 0 then
            val durable = reader.unit.durableFrom(content.end.offset)
            if durable > content.end.sequence then throw Damage.lost(name, content.end, durable)
          // An empty segment after a compacted one may have been set aside.
          reader.requireSeal()
          header.original.fold(content)(original => content.copy(end = original))
      Segment(name, header, content)
    finally file.close()

  private def checkWatermark(manifest: Manifest, segments: Vector[Segment]): Unit =
    val mark = manifest.watermark
    val last = segments.lastOption
    // An empty segment may have been set aside.
    val isMissing = mark.offset > SegmentHeader.Length && last.forall(_.header.number < mark.segment)
    if mark.sequence > last.fold(manifest.firstSequence - 1)(_.content.end.sequence) || isMissing then
      throw Damage(
        last.fold(SegmentFiles.name(manifest.firstSequence))(_.name),
        last.fold(0L)(_.content.end.offset),
        s"the journal ends here, but the manifest says that records up to ${mark.sequence} in segment " +
          s"${mark.segment} were durable"
      )
