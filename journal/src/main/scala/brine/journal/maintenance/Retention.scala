package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.folders.SegmentFiles
import brine.journal.{Offset, RetentionRules}
import brine.journal.format.{Manifest, SegmentHeader, SegmentNames}
import brine.journal.index.{IndexFormat, RetiredStreams}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.time.temporal.ChronoUnit.MICROS
import java.time.{DateTimeException, Duration, Instant}
import scala.collection.mutable

/** Deletes the oldest segments of a journal permanently. Deletes whole segments only, and never the current one.
  *
  * First the versions of streams of which nothing is left are saved, then the manifest says that the segments are gone,
  * then they are deleted. So at any interruption no version starts again and no segment seems to be missing. One at a
  * time, by the owner of the journal.
  */
private[journal] final class Retention(
    storage: Storage,
    folder: Path,
    compressions: Int => Option[Compression],
    updateManifest: (Manifest => Manifest) => Unit,
    random: () => Long,
    hasEvents: (String, Long, Long) => Boolean
):
  /** Number of the oldest segments that the rules select.
    *
    * @param headers
    *   headers of all segments, oldest first, the current one last
    * @param now
    *   microseconds since 1970
    */
  def expired(headers: Vector[SegmentHeader], rules: RetentionRules, now: Long): Int =
    val ended = EndedSegment.of(headers)
    // A segment is newer than every record in those before.
    val begun = headers.drop(1).map(_.created)
    // Reads the length of each file, so only if it is needed.
    val limits                      = rules.bytes < Long.MaxValue
    var left                        = if limits then headers.map(header => length(header)).sum else 0L
    val oldest                      = begin(now, rules.age)
    def isExpired(at: Int): Boolean =
      ended(at).last <= rules.keepAfter.sequence && (
        (rules.upTo != Offset.Begin && ended(at).last <= rules.upTo.sequence) ||
          begun(at) <= oldest ||
          (limits && left > rules.bytes)
      )
    var count = 0
    while count < ended.size && isExpired(count) do
      if limits then left -= length(ended(count).header)
      count += 1
    count

  /** The time in microseconds before which records are older than this age; the least number if that is too early. */
  private def begin(now: Long, age: Duration): Long =
    try Math.subtractExact(now, MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(age)))
    catch case _: (ArithmeticException | DateTimeException) => Long.MinValue

  private def length(header: SegmentHeader): Long =
    val file = storage.openRead(folder.resolve(SegmentFiles.name(header.firstSequence)))
    try file.size
    finally file.close()

  /** Deletes the oldest segments.
    *
    * @param headers
    *   headers of all segments, oldest first, the current one last
    * @param count
    *   number of segments to delete
    * @param keepsVersions
    *   whether the versions of streams of which nothing is left are saved, so that they continue
    * @param onGone
    *   receives the segments that no longer count, before their files are deleted
    * @throws brine.journal.format.Damage
    *   if one of them cannot be read, so that its streams' versions cannot be saved: nothing is deleted then
    */
  def delete(headers: Vector[SegmentHeader], count: Int, keepsVersions: Boolean)(
      onGone: Vector[SegmentHeader] => Unit
  ): Unit =
    if count > 0 then
      val ended = EndedSegment.of(headers)
      val gone  = ended.take(count)
      val first = headers(count)
      if keepsVersions then retire(gone, first.journal)
      else RetiredStreams.add(storage, folder, first.journal, gone.last.last, random(), Vector.empty)
      updateManifest(_.copy(firstSegment = first.number, firstSequence = first.firstSequence))
      onGone(gone.map(_.header))
    deleteFiles(headers(count).firstSequence)

  /** Deletes files that the manifest no longer counts, also those that a crash has left. */
  private def deleteFiles(firstSequence: Long): Unit =
    val old = storage
      .list(folder)
      .filter(name => SegmentNames.isOfSegment(name) && SegmentNames.firstSequence(name) < firstSequence)
    old.foreach(name => storage.delete(folder.resolve(name)))
    if old.nonEmpty then storage.forceFolder(folder)

  private def retire(gone: Vector[EndedSegment], journal: java.util.UUID): Unit =
    val known = mutable.LinkedHashMap.empty[String, RetiredStreams.Stream]
    gone.foreach: segment =>
      val index = segment.index(storage, folder, compressions)
      try
        index.allStreams
          .filter(_.hasEvents)
          .foreach(entry =>
            known(entry.name) = RetiredStreams.Stream(entry.name, entry.lastVersion, entry.lastSequence)
          )
      finally index.close()
    // Streams in kept segments are known from there. A stream that is only in the current segment stays in the list,
    // because its records there may yet be lost.
    known.keysIterator.toVector
      .sortBy(IndexFormat.hash(_))
      .filter(hasEvents(_, gone.last.number + 1, Long.MaxValue))
      .foreach(known.remove(_): Unit)
    RetiredStreams.add(storage, folder, journal, gone.last.last, random(), known.values.toVector)
