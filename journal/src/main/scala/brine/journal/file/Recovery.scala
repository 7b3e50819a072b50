package brine.journal.file

import brine.journal.format.{Damage, EntryReader, Frame, Little, Manifest, SegmentEnd, SegmentHeader, UnitScanner}
import brine.journal.storage.{Storage, StorageFile}
import brine.journal.{Compressions, JournalSettings}
import java.nio.ByteBuffer
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
    *   end of its last whole unit
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
    val headers = SegmentFiles
      .list(storage, folder, manifest.firstSequence) // earlier ones are left by an unfinished retention
      .map: name =>
        val header = headerOf(storage, folder, name)
        if header.journal != manifest.journal then throw Damage(name, 16, "a segment of another journal")
        if SegmentFiles.name(header.firstSequence) != name then
          throw Damage(name, 48, s"the segment's first sequence is ${header.firstSequence}: the file was renamed")
        header
      .filter(_.number >= manifest.firstSegment)
    headers.headOption.foreach: first =>
      if first.number != manifest.firstSegment then missing(manifest.firstSegment, first)
    headers
      .zip(headers.drop(1))
      .foreach: (before, after) =>
        if after.number != before.number + 1 then missing(before.number + 1, after)
        if after.previous.sequence + 1 != after.firstSequence then
          throw Damage(SegmentFiles.name(after.firstSequence), 72, "the header contradicts itself")
    headers

  private def missing(number: Long, found: SegmentHeader): Nothing =
    throw Damage(
      SegmentFiles.name(found.firstSequence),
      0,
      s"this is segment ${found.number}, but segment $number, which comes before it, is not there"
    )

  private def headerOf(storage: Storage, folder: Path, name: String): SegmentHeader =
    val file = storage.openRead(folder.resolve(name))
    try SegmentFiles.header(name, file)
    finally file.close()

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
    val index    = ScannedSegment(header)
    val scanner  = UnitScanner(name, file, header, SegmentHeader.Length, Compressions.of(settings))
    var proven   = math.max(header.previous.sequence, manifest.watermark.sequence)
    var isSealed = false
    // Last sequence and end of each unit that is not proven durable yet.
    val unproven = java.util.ArrayDeque[(Long, Long)]()
    var safeTo   = SegmentHeader.Length.toLong
    while !isSealed && scanner.next() do
      proven = math.max(proven, scanner.durableSequence)
      if scanner.isSeal then
        isSealed = true
        checkSeal(name, scanner, index)
      else
        if scanner.firstSequence != index.lastSequence + 1 then
          throw Damage(name, scanner.offset, s"record ${scanner.firstSequence} after record ${index.lastSequence}")
        try index.add(scanner)
        catch case error: EntryReader.Malformed => throw Damage(name, scanner.offset, error.problem)
        unproven.add((index.lastSequence, scanner.end)): Unit
      while !unproven.isEmpty && unproven.peek._1 <= proven do safeTo = unproven.poll._2
    val end = SegmentEnd(index.lastSequence, if isSealed then scanner.offset else scanner.end, scanner.digest)
    if end.sequence < manifest.watermark.sequence then lost(name, end, manifest.watermark.sequence)
    val torn = if isSealed then 0L else tornBytes(file, header, end.offset)
    // Zeros contain no frame.
    if torn > 0 then checkRest(name, scanner, end)
    checkLength(name, file, header, manifest, end)
    LastSegment(header, index, end, isSealed, torn, safeTo)

  private def checkSeal(name: String, scanner: UnitScanner, index: ScannedSegment): Unit =
    val (sequence, digest) = (
      Little.long(scanner.body, scanner.bodyFrom),
      Little.long(scanner.body, scanner.bodyFrom + 8)
    )
    if sequence != index.lastSequence || digest != scanner.digest then
      throw Damage(name, scanner.offset, s"the segment's seal names other frames, up to record $sequence")

  /** Looks for frames after the end. A frame that says more was durable than is there proves corruption. */
  private def checkRest(
      name: String,
      scanner: UnitScanner,
      end: SegmentEnd
  ): Unit =
    var at = scanner.findFrame(end.offset)
    while at >= 0 do
      if scanner.durableSequence > end.sequence then lost(name, end, scanner.durableSequence)
      at = scanner.findFrame(at + Frame.Alignment)

  private def lost(name: String, end: SegmentEnd, safe: Long): Nothing =
    throw Damage(name, end.offset, s"records ${end.sequence + 1} to $safe were durable and cannot be read")

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

  /** Number of bytes from this offset on to the last one that is not zero. */
  def tornBytes(file: StorageFile, header: SegmentHeader, end: Long): Long =
    val chunk = new Array[Byte](math.min(TornChunk, math.max(header.size - end, 1)).toInt)
    val zeros = new Array[Byte](chunk.length)
    var at    = end
    var last  = end
    var more  = true
    while more && at < header.size do
      val read = file.read(ByteBuffer.wrap(chunk, 0, math.min(chunk.length, header.size - at).toInt), at)
      if read > 0 && !java.util.Arrays.equals(chunk, 0, read, zeros, 0, read) then
        var i = read - 1
        while chunk(i) == 0 do i -= 1
        last = at + i + 1
      at += read
      more = read > 0
    last - end

  // Fits into a processor's cache.
  private inline val TornChunk = 1L << 18
