package brine.journal.recovery

import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, Manifest, SegmentChain, SegmentEnd, SegmentHeader, SegmentReader, SegmentTail}
import brine.journal.lookup.ScannedSegment
import brine.journal.storage.{Storage, StorageFile}
import brine.journal.{Compressions, JournalSettings}
import java.nio.file.Path

/** Determines what a journal holds after a crash. Reads the manifest, the headers of all segments and the whole last
  * segment, and distinguishes a torn write from corruption.
  *
  * The rule: every frame says what was durable when it was written, and the manifest says it when the journal is idle.
  * If a journal reaches less far than any of them says, durable data was lost. Everything else after the last whole
  * unit is a write that never became durable.
  *
  * Reads only; [[Repairs]] makes the changes. After protocol-aware recovery (Alagappan et al., FAST 2018), with the
  * mark in the log itself.
  */
private[journal] object Recovery:
  /** The result.
    *
    * @param manifest
    *   the newest whole slot of the manifest
    * @param segments
    *   headers of the segments that are kept, including the last one
    * @param last
    *   content of the last segment; None if there is no segment yet
    */
  final case class Found(manifest: Manifest, segments: Vector[SegmentHeader], last: Option[LastSegment])

  /** The last segment.
    *
    * @param end
    *   end of its last whole unit; in a compacted segment, of the original
    * @param isSealed
    *   whether it has a seal there
    * @param tornBytes
    *   number of bytes from the end to the last byte that is not zero
    * @param provenOffset
    *   offset up to which everything is proven durable
    */
  final case class LastSegment(
      header: SegmentHeader,
      index: ScannedSegment,
      end: SegmentEnd,
      isSealed: Boolean,
      tornBytes: Long,
      provenOffset: Long
  ):
    def isEmpty: Boolean = end.offset == SegmentHeader.Length

  /** Reads a journal.
    *
    * @throws Damage
    *   if durable data is missing or corrupt
    * @throws brine.journal.format.UnknownVersion
    *   if a later release wrote a file
    */
  def read(storage: Storage, folder: Path, manifest: Manifest, settings: JournalSettings): Found =
    val headers = chain(storage, folder, manifest)
    headers.lastOption match
      case None if manifest.watermark.sequence >= manifest.firstSequence =>
        throw Damage(
          SegmentFiles.name(manifest.firstSequence),
          0,
          s"there are no segments, but there were records up to ${manifest.watermark.sequence}"
        )
      case Some(last) if manifest.watermark.segment > last.number && !isSetAside(manifest, last) =>
        throw Damage(
          SegmentFiles.name(last.firstSequence),
          last.size,
          s"this is the last segment, of number ${last.number}, but there was one of number ${manifest.watermark.segment}"
        )
      case None       => Found(manifest, Vector.empty, None)
      case Some(last) => Found(manifest, headers, Some(lastSegment(storage, folder, manifest, last, settings)))

  /** Whether the segment after the last one was empty. An empty segment that cannot be used is set aside before there
    * is another in its place.
    */
  private def isSetAside(manifest: Manifest, last: SegmentHeader): Boolean =
    manifest.watermark.segment == last.number + 1 && manifest.watermark.offset <= SegmentHeader.Length

  /** The headers, checked against each other. */
  def chain(storage: Storage, folder: Path, manifest: Manifest): Vector[SegmentHeader] =
    // Earlier ones are left by an unfinished retention.
    val names = SegmentFiles.list(storage, folder, manifest.firstSequence)
    SegmentChain.check(SegmentFiles.headers(storage, folder, names), manifest)

  private def lastSegment(
      storage: Storage,
      folder: Path,
      manifest: Manifest,
      header: SegmentHeader,
      settings: JournalSettings
  ): LastSegment =
    val name = SegmentFiles.name(header.firstSequence)
    val file = storage.openRead(folder.resolve(name))
    try scan(name, file, header, manifest, settings)
    finally file.close()

  private def scan(
      name: String,
      file: StorageFile,
      header: SegmentHeader,
      manifest: Manifest,
      settings: JournalSettings
  ): LastSegment =
    val reader = SegmentReader(name, file, header, Compressions.of(settings), SegmentReader.Policy.Open)
    val index  = ScannedSegment(header, reader.dictionary)
    def proven = math.max(reader.durable, manifest.watermark.sequence)
    // Last sequence and end of each unit that is not proven durable yet.
    val unproven     = java.util.ArrayDeque[(Long, Long)]()
    var safeTo       = SegmentHeader.Length.toLong
    def passProven() = while !unproven.isEmpty && unproven.peek._1 <= proven do safeTo = unproven.poll._2
    while reader.nextUnit() do
      index.add(reader)
      unproven.add((reader.lastSequence, reader.end)): Unit
      passProven()
    passProven()
    // An empty segment after a compacted one may have been set aside.
    reader.requireSeal()
    val end      = header.original.getOrElse(reader.segmentEnd)
    val isSealed = reader.seal.nonEmpty
    if end.sequence < manifest.watermark.sequence then throw Damage.lost(name, end, manifest.watermark.sequence)
    val torn = if isSealed then 0L else SegmentTail.writtenBytes(file, header, end.offset)
    // A frame after the end that says more was durable than is there proves corruption. Zeros contain no frame.
    val durable = if torn > 0 then reader.unit.durableFrom(end.offset) else 0L
    if durable > end.sequence then throw Damage.lost(name, end, durable)
    checkLength(name, file, header, manifest, end)
    // The file of a compacted segment was durable before it got its name.
    LastSegment(header, index, end, isSealed, torn, if header.isCompacted then Long.MaxValue else safeTo)

  // A segment has its full length from the start, so a shorter file was truncated; only one that was closed may be.
  private def checkLength(
      name: String,
      file: StorageFile,
      header: SegmentHeader,
      manifest: Manifest,
      end: SegmentEnd
  ): Unit =
    val length     = file.size
    val isKnownEnd =
      manifest.isClosed && manifest.watermark.segment == header.number && manifest.watermark.offset == end.offset
    if length < header.size && !isKnownEnd then
      throw Damage(name, length, s"the file ends after $length of ${header.size} bytes")
