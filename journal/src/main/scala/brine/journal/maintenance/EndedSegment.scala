package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, SegmentEnd, SegmentHeader}
import brine.journal.index.SegmentIndex
import brine.journal.storage.{Storage, StorageFile}
import java.nio.file.Path

/** A segment that is no longer written.
  *
  * @param end
  *   how it ended, by the next header; if it was compacted since, its file ends elsewhere
  */
private[journal] final case class EndedSegment(header: SegmentHeader, end: SegmentEnd):
  def number: Long = header.number

  /** Its last sequence. */
  def last: Long               = end.sequence
  def name: String             = SegmentFiles.name(header.firstSequence)
  def path(folder: Path): Path = folder.resolve(name)

  /** Its index, which is built if it is missing. The caller closes it. */
  def index(storage: Storage, folder: Path, compressions: Int => Option[Compression]): SegmentIndex =
    val path = folder.resolve(SegmentFiles.indexName(header.firstSequence))
    SegmentIndex
      .open(storage, path, header, last)
      .getOrElse:
        val file = storage.openRead(this.path(folder))
        try SegmentIndex.build(storage, name, file, header, last, compressions, path)
        finally file.close()
        SegmentIndex
          .open(storage, path, header, last)
          .getOrElse(throw Damage(path.getFileName.toString, 0, "an index that was just written cannot be read"))

private[journal] object EndedSegment:
  /** The ended segments among these headers, which are in order: all but the last. */
  def of(headers: Vector[SegmentHeader]): Vector[EndedSegment] =
    headers.zip(headers.drop(1)).map((header, next) => EndedSegment(header, next.previous))

  /** Reads a segment through.
    *
    * @param end
    *   how the segment must end
    * @return
    *   where its frames end, including the seal, and how many records it has
    * @throws Damage
    *   if it ends otherwise
    */
  def scan(
      name: String,
      file: StorageFile,
      header: SegmentHeader,
      end: SegmentEnd,
      compressions: Int => Option[Compression]
  ): SegmentContent =
    val reader  = SegmentContent.reader(name, file, header, compressions)
    val content = if header.isCompacted then SegmentContent.all(reader) else SegmentContent.to(reader, end.sequence)
    header.original match
      case Some(original) =>
        if original != end then
          throw Damage(
            name,
            SegmentHeader.OriginalAt,
            "a compacted segment whose original ended otherwise than the next one says"
          )
        reader.requireSeal()
      case None =>
        if content.end != end then
          throw Damage(
            name,
            content.end.offset,
            s"the segment ends with record ${content.end.sequence}, but the next segment's header says record " +
              s"${end.sequence}, or another digest"
          )
    content
