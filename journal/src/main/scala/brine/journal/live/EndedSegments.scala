package brine.journal.live

import brine.journal.format.{Manifest, SegmentHeader}
import brine.journal.index.{IndexFormat, IndexedSegment, KeyedAppend, MergedFormat, RetiredStreams}
import brine.journal.lookup.{SegmentIndexes, SegmentsOfNames}
import brine.journal.reading.{HoldingSegments, Selection}
import brine.journal.storage.Storage
import java.nio.channels.ClosedChannelException
import java.nio.file.{NoSuchFileException, Path}
import scala.annotation.tailrec

/** Looks up streams, tags and keys in the ended segments of a journal that is open for writing. Thread-safe.
  *
  * @param live
  *   the headers of the segments that are kept, oldest first, the current one last
  */
private[live] final class EndedSegments(
    folder: Path,
    storage: Storage,
    manifest: () => Manifest,
    indexes: SegmentIndexes,
    names: SegmentsOfNames,
    live: () => Vector[SegmentHeader]
):
  import names.merged

  @volatile private var retired = RetiredStreams.of(storage, folder, manifest())

  /** The version of a stream; 0 if it has no events there. */
  def version(stream: String): Long =
    val version = lastVersion(stream, 0, Long.MaxValue)
    if version >= 0 then version else retiredVersion(stream)

  /** The last version of a stream that retention has deleted; 0 if it has deleted none. */
  @tailrec def retiredVersion(stream: String): Long =
    val known   = retired
    val version =
      try known.flatMap(_.find(stream)).fold(0L)(_.version)
      catch case _: ClosedChannelException if retired ne known => -1 // retention has replaced it
    if version >= 0 then version else retiredVersion(stream)

  /** Whether a stream has events in segments from one of these numbers to the other. */
  def hasEvents(stream: String, from: Long, until: Long): Boolean = lastVersion(stream, from, until) >= 0

  // -1 if it has no events in segments with these numbers
  private def lastVersion(stream: String, from: Long, until: Long): Long =
    val headers = live()
    var version = -1L
    val newest  = math.min(until, headers.last.number - 1)
    merged.descend(headers, MergedFormat.Streams, IndexFormat.hash(stream), newest, from): at =>
      version = lastVersionIn(headers, at, stream)
      version >= 0
    version

  private def lastVersionIn(headers: Vector[SegmentHeader], at: Int, stream: String): Long =
    unlessDeleted(headers(at), -1L)(indexOf(headers, at).lastVersion(stream))

  private def indexOf(headers: Vector[SegmentHeader], at: Int): IndexedSegment =
    indexes.of(headers(at), headers(at + 1).previous.sequence)

  /** The result of a body that reads a segment's index, or another value if the segment has been deleted since it was
    * listed.
    */
  private inline def unlessDeleted[A](segment: SegmentHeader, otherwise: A)(inline body: A): A =
    try body
    catch
      case missing: NoSuchFileException =>
        if live().exists(_.number == segment.number) then throw missing
        otherwise

  /** How many tags a segment has; none if it was deleted. */
  def tagCount(number: Long): Int = ofEnded(number, 0)(_.nameCount(MergedFormat.Tags))

  /** The hashes of the tags of a segment; none if it was deleted. */
  def hashesOfTags(number: Long): Array[Long] =
    ofEnded(number, EndedSegments.NoHashes)(_.hashes(MergedFormat.Tags))

  private inline def ofEnded[A](number: Long, otherwise: A)(inline body: IndexedSegment => A): A =
    val headers = live()
    val at      = headers.indexWhere(_.number == number)
    if at < 0 || at == headers.size - 1 then otherwise
    else unlessDeleted(headers(at), otherwise)(body(indexOf(headers, at)))

  /** An append with this key in a segment after the first of these numbers, up to the second one; null if there is
    * none.
    */
  def findKey(high: Long, low: Long, afterSegment: Long, until: Long): KeyedAppend | Null =
    val headers                   = live()
    var found: KeyedAppend | Null = null
    val from                      = math.min(until, headers.last.number - 1)
    merged.descend(headers, MergedFormat.Keys, IndexFormat.hash(high, low), from, afterSegment + 1): at =>
      found = unlessDeleted(headers(at), null)(indexOf(headers, at).key(high, low))
      found != null
    found

  /** The segments that may have events of a selection, the current one included. */
  def holding(selection: Selection): HoldingSegments =
    val headers = live()
    HoldingSegments.of(names, headers, selection)((stream, at) => lastVersionIn(headers, at, stream))

  /** Takes the streams that retention has written for the segments that it is going to delete. */
  def retire(): Unit =
    val before = retired
    retired = RetiredStreams.of(storage, folder, manifest())
    before.foreach(_.close())

  /** Closes the files of retired streams once nobody reads them. */
  def close(): Unit = retired.foreach(_.release())

private object EndedSegments:
  private val NoHashes = new Array[Long](0)
