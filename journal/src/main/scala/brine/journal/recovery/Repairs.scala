package brine.journal.recovery

import brine.codec.Compression
import brine.journal.appending.ActiveSegment
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Seal, SegmentEnd}
import brine.journal.lookup.ScannedSegment
import brine.journal.storage.StorageFile
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.Path

/** Makes a recovered journal ready for writing. Makes durable what is not proven so, before anyone can read it, and
  * sets aside what was torn.
  */
private[journal] final class Repairs(home: WritableFolder):
  import home.{path as folder, settings, storage}

  /** Makes everything durable that is not proven so, sets aside what was torn, and begins the next segment unless the
    * last one can be continued. Returns the segment to continue in.
    */
  def repair(found: Recovery.Found): (ActiveSegment, Option[ScannedSegment]) = found.last match
    case None =>
      // There was no segment yet, or all were deleted except for an empty one that was set aside.
      val before = SegmentEnd(found.manifest.firstSequence - 1, 0, 0)
      (fresh(found, found.manifest.firstSegment, before), None)
    case Some(last) =>
      val name = SegmentFiles.name(last.header.firstSequence)
      val path = folder.resolve(name)
      val file = storage.openWrite(path)
      var open = true
      try
        if last.tornBytes > 0 then keepTorn(name, file, last)
        rewrite(file, last)
        if mayContinue(found, last, file) then
          open = false
          home.fence.guard(path, file)
          (restored(last, file), Some(last.index))
        else if last.isEmpty then
          file.close()
          // A file of zeros needs no safe place: the new one takes its name.
          if last.tornBytes > 0 || last.isSealed then setAside(name)
          (fresh(found, last.header.number, last.header.previous), None)
        else (fresh(found, last.header.number + 1, last.end), Some(last.index))
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
    val segment = Continuation.segment(last.index, file)
    segment.end = last.end.offset
    segment.safeEnd = last.end.offset
    segment.digest = last.end.digest
    segment.records = last.index.records
    segment

  private def fresh(found: Recovery.Found, number: Long, previous: SegmentEnd): ActiveSegment =
    val length = home.segments.prepareFirst()
    val time   = found.last.fold(0L)(last => math.max(last.index.lastTime, last.header.created))
    home.segments.begin(home.newSegment(number, previous, time, length))

  /** Rewrites, unchanged, what is not proven durable. After a failed fsync, or a crash of the process alone, it may be
    * in memory only, marked as clean; without a change nothing would write it to the disk.
    */
  private def rewrite(file: StorageFile, last: Recovery.LastSegment): Unit =
    val seal = if last.isSealed then Seal.Length else 0
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
  private def keepTorn(name: String, file: StorageFile, last: Recovery.LastSegment): Unit =
    val target = quarantine(s"$name.${home.epoch}.torn")
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

  private def setAside(name: String): Unit =
    val target = quarantine(s"$name.${home.epoch}")
    storage.move(folder.resolve(name), target)
    storage.forceFolder(target.getParent)
    storage.forceFolder(folder)

  private def quarantine(name: String): Path =
    val quarantine = folder.resolve(SegmentFiles.Quarantine)
    if !storage.exists(quarantine) then
      storage.createFolder(quarantine)
      storage.forceFolder(folder)
    quarantine.resolve(name)
