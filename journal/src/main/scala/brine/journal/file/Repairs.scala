package brine.journal.file

import brine.codec.Compression
import brine.journal.JournalSettings
import brine.journal.format.{Frame, SegmentEnd, SegmentHeader}
import brine.journal.storage.{Storage, StorageFile}
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.random.RandomGenerator

/** Makes a recovered journal ready for writing. Makes durable what is not proven so, before anyone can read it, and
  * sets aside what was torn.
  */
private[journal] final class Repairs(
    storage: Storage,
    folder: Path,
    settings: JournalSettings,
    random: RandomGenerator,
    fence: Fence
):
  private val sizes = SegmentSizes(settings)

  /** The segment to continue in.
    *
    * @param epoch
    *   the epoch of this opening
    */
  def segment(found: Recovery.Found, epoch: Long): (ActiveSegment, Option[ScannedSegment]) = found.last match
    case None =>
      // There was no segment yet, or all were deleted except for an empty one that was set aside.
      val before = SegmentEnd(found.manifest.firstSequence - 1, 0, 0)
      (fresh(found, found.manifest.firstSegment, epoch, before), None)
    case Some(last) =>
      val name = SegmentFiles.name(last.header.firstSequence)
      val path = folder.resolve(name)
      val file = storage.openWrite(path)
      var open = true
      try
        if last.tornBytes > 0 then keepTorn(name, file, last, epoch)
        rewrite(file, last)
        if mayContinue(found, last, file) then
          open = false
          fence.guard(path, file)
          (restored(last, file), Some(last.index))
        else if last.isEmpty then
          file.close()
          // A file of zeros needs no safe place: the new one takes its name.
          if last.tornBytes > 0 || last.isSealed then setAside(name, epoch)
          (fresh(found, last.header.number, epoch, last.header.previous), None)
        else (fresh(found, last.header.number + 1, epoch, last.end), Some(last.index))
      finally if open then file.close()

  /** Only if there can be nothing after the end, now or later. Otherwise later frames may cover those bytes only in
    * part, and the rest would come to light; or a writer that has lost its lock may still write there. A segment whose
    * header names another compression than the settings has no compressed units of that kind.
    */
  private def mayContinue(found: Recovery.Found, last: Recovery.LastSegment, file: StorageFile): Boolean =
    val mark     = found.manifest.watermark
    val isClosed =
      found.manifest.isClosed && mark.segment == last.header.number && mark.offset == last.end.offset && mark.sequence == last.end.sequence
    val compression = settings.compression.kind
    val isSameKind  = compression == Compression.Plain.kind || compression == last.header.compression
    isClosed && isSameKind && !last.isSealed && last.tornBytes == 0 && file.size == last.header.size

  private def restored(last: Recovery.LastSegment, file: StorageFile): ActiveSegment =
    val segment = last.index.goOn(file)
    segment.end = last.end.offset
    segment.safeEnd = last.end.offset
    segment.digest = last.end.digest
    segment.records = last.index.records
    segment

  private def fresh(found: Recovery.Found, number: Long, epoch: Long, previous: SegmentEnd): ActiveSegment =
    val length  = Repairs.prepared(storage, folder, sizes, fence)
    val time    = found.last.fold(0L)(last => math.max(last.index.lastTime, last.header.created))
    val journal = found.manifest.journal
    Repairs.activate(storage, folder, settings, random, journal, number, epoch, previous, time, length, fence)

  /** Rewrites, unchanged, what is not proven durable. After a failed fsync, or a crash of the process alone, it may be
    * in memory only, marked as clean; without a change nothing would write it to the disk.
    */
  private def rewrite(file: StorageFile, last: Recovery.LastSegment): Unit =
    val seal = if last.isSealed then Frame.length(Frame.SealBody) else 0
    var at   = last.provenOffset
    val end  = last.end.offset + seal
    if at < end then
      val chunk = ByteBuffer.allocate(math.min(1 << 20, end - at).toInt)
      while at < end do
        chunk.clear().limit(math.min(chunk.capacity, end - at).toInt)
        file.read(chunk, at): Unit
        chunk.flip()
        val length = chunk.limit
        file.write(chunk, at)
        at += length
      file.force()

  /** Copies the bytes after the end to the quarantine, for inspection. */
  private def keepTorn(name: String, file: StorageFile, last: Recovery.LastSegment, epoch: Long): Unit =
    val target = quarantine(s"$name.$epoch.torn")
    storage.delete(target)
    val copy = storage.create(target)
    try
      try copyTorn(file, last, copy)
      finally copy.close()
    catch
      case error: Throwable =>
        // On a full disk each attempt would leave half a copy; the next attempt copies everything again.
        try storage.delete(target)
        catch case _: IOException => ()
        throw error
    storage.forceFolder(target.getParent)

  private def copyTorn(file: StorageFile, last: Recovery.LastSegment, copy: StorageFile): Unit =
    val chunk = ByteBuffer.allocate(math.min(1 << 20, last.tornBytes).toInt)
    var at    = 0L
    while at < last.tornBytes do
      chunk.clear().limit(math.min(chunk.capacity, last.tornBytes - at).toInt)
      file.read(chunk, last.end.offset + at): Unit
      chunk.flip()
      val length = chunk.limit
      copy.write(chunk, at)
      at += length
    copy.force()

  private def setAside(name: String, epoch: Long): Unit =
    val target = quarantine(s"$name.$epoch")
    storage.move(folder.resolve(name), target)
    storage.forceFolder(target.getParent)
    storage.forceFolder(folder)

  private def quarantine(name: String): Path =
    val quarantine = folder.resolve(SegmentFiles.Quarantine)
    if !storage.exists(quarantine) then
      storage.createFolder(quarantine)
      storage.forceFolder(folder)
    quarantine.resolve(name)

private[journal] object Repairs:
  /** Length of the prepared file; 0 if there is none that can be used. */
  def readyLength(storage: Storage, folder: Path, sizes: SegmentSizes): Long =
    val next = folder.resolve(SegmentFiles.Next)
    if !storage.exists(next) then 0
    else
      val file = storage.openRead(next)
      try if sizes.isAllowed(file.size) then file.size else 0
      finally file.close()

  /** Prepares a file to begin with, unless one is ready. Returns its length. */
  def prepared(storage: Storage, folder: Path, sizes: SegmentSizes, fence: Fence | Null): Long =
    val ready = readyLength(storage, folder, sizes)
    if ready > 0 then ready
    else
      SegmentFiles.prepare(storage, folder, sizes.first, fence)
      sizes.first

  /** Turns the prepared file into the next segment.
    *
    * @param time
    *   time of the last record; the segment is not older
    * @param length
    *   length of the prepared file
    * @param random
    *   gives its salt
    */
  def activate(
      storage: Storage,
      folder: Path,
      settings: JournalSettings,
      random: RandomGenerator,
      journal: java.util.UUID,
      number: Long,
      epoch: Long,
      previous: SegmentEnd,
      time: Long,
      length: Long,
      fence: Fence | Null
  ): ActiveSegment =
    val header = SegmentHeader(
      journal,
      number,
      epoch,
      previous.sequence + 1,
      length,
      math.max(settings.clock.millis * 1000, time),
      previous,
      random.nextLong(),
      settings.compression.kind,
      None
    )
    val file = SegmentFiles.activate(storage, folder, header, fence)
    if fence != null then fence.guard(folder.resolve(SegmentFiles.name(header.firstSequence)), file)
    ActiveSegment.fresh(header, file)
