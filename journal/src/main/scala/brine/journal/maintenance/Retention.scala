package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.RetentionRules
import brine.journal.file.SegmentFiles
import brine.journal.format.{Manifest, SegmentHeader}
import brine.journal.index.RetiredStreams
import brine.journal.storage.Storage
import java.nio.file.Path
import scala.collection.mutable

/** Deletes the oldest segments of a journal, for good. What is deleted is deleted as a whole segment, never part of one, and never the one that
  * is written.
  *
  * The versions of streams of which nothing is left are kept first, then the manifest says that the segments are gone, then they go: whatever
  * happens in between, no version starts again and no segment seems to be missing. One at a time, by the owner of the journal.
  */
private[journal] final class Retention(
    storage: Storage,
    folder: Path,
    compressions: Int => Option[Compression],
    updateManifest: (Manifest => Manifest) => Unit,
    random: () => Long
):
  /** How many of the oldest segments the rules let go of.
    *
    * @param headers
    *   of all segments, oldest first, the one that is written last
    * @param now
    *   microseconds since 1970
    */
  def expired(headers: Vector[SegmentHeader], rules: RetentionRules, now: Long): Int =
    val ended = EndedSegment.of(headers)
    // A segment was begun after everything in those before it had been appended.
    val begun = headers.drop(1).map(_.created)
    var left  =
      if rules.bytes.isEmpty then 0L
      else headers.map(header => length(header)).sum
    def isExpired(at: Int): Boolean =
      ended(at).last <= rules.keepAfter.sequence && (
        rules.before.exists(ended(at).last <= _.sequence) ||
          rules.age.exists(age => begun(at) <= now - age.toNanos / 1000) ||
          rules.bytes.exists(left > _)
      )
    var count = 0
    while count < ended.size && isExpired(count) do
      if rules.bytes.nonEmpty then left -= length(ended(count).header)
      count += 1
    count

  private def length(header: SegmentHeader): Long =
    val file = storage.openRead(folder.resolve(SegmentFiles.name(header.firstSequence)))
    try file.size
    finally file.close()

  /** Deletes the oldest segments.
    *
    * @param headers
    *   of all segments, oldest first, the one that is written last
    * @param count
    *   how many go
    * @param onGone
    *   is told, before the files are deleted, that these segments no longer count
    * @throws brine.journal.format.Damage
    *   if one of them cannot be read, and so its streams' versions not be kept: nothing is deleted then
    */
  def delete(headers: Vector[SegmentHeader], count: Int)(onGone: Vector[SegmentHeader] => Unit): Unit =
    if count > 0 then
      val ended = EndedSegment.of(headers)
      val gone  = ended.take(count)
      val first = headers(count)
      retire(gone, ended.drop(count), first.journal)
      updateManifest(_.copy(firstSegment = first.number, firstSequence = first.firstSequence))
      onGone(gone.map(_.header))
    deleteFiles(headers(count).firstSequence)

  /** Deletes what the manifest no longer counts: also what a crash has left of an earlier time. */
  private def deleteFiles(firstSequence: Long): Unit =
    val old = storage
      .list(folder)
      .filter(name => name.length == 24 && (name.endsWith(".seg") || name.endsWith(".idx")))
      .filter(_.take(20).toLongOption.exists(_ < firstSequence))
    old.foreach(name => storage.delete(folder.resolve(name)))
    if old.nonEmpty then storage.forceFolder(folder)

  private def retire(
      gone: Vector[EndedSegment],
      kept: Vector[EndedSegment],
      journal: java.util.UUID
  ): Unit =
    val known = mutable.LinkedHashMap.empty[String, RetiredStreams.Stream]
    RetiredStreams
      .open(storage, folder, journal)
      .foreach: retired =>
        try retired.all.foreach(stream => known(stream.name) = stream)
        finally retired.close()
    gone.foreach: segment =>
      val index = segment.index(storage, folder, compressions)
      try
        index.allStreams
          .filter(_.hasEvents)
          .foreach(entry =>
            known(entry.name) = RetiredStreams.Stream(entry.name, entry.lastVersion, entry.lastSequence)
          )
      finally index.close()
    // Whoever is in a segment that stays is known from there. One that is only in the segment that is written may yet lose what it has there.
    kept.foreach: segment =>
      val index = segment.index(storage, folder, compressions)
      try known.filterInPlace((name, _) => !index.stream(name).exists(_.hasEvents)): Unit
      finally index.close()
    RetiredStreams.write(storage, folder, journal, gone.last.last, random(), known.values.toVector)
