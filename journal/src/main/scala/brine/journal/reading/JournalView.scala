package brine.journal.reading

import brine.codec.Compression
import brine.journal.format.SegmentHeader
import brine.journal.index.IndexedSegment
import brine.journal.storage.StorageFile
import java.nio.file.Path
import scala.annotation.unused

/** A journal as readers see it, in the process that writes it or in another one. Thread-safe. */
private[journal] trait JournalView:
  def folder: Path

  /** The headers of the segments that are kept, oldest first. */
  def segments: Vector[SegmentHeader]

  /** Sequence up to which everything may be read. */
  def visible: Long

  /** Looks for new records, if another process writes. */
  def refresh(): Unit = ()

  /** Looks which segments there are, since one of [[segments]] is missing. */
  def relist(): Unit = ()

  /** Waits until records beyond this sequence can be read, at most this long. Does nothing but wait. Returns whether
    * there are any, or looking for them has failed: then [[refresh]] says why.
    */
  def awaitBeyond(sequence: Long, nanos: Long): Boolean

  /** Whether nothing more can be read. */
  def isClosed: Boolean

  /** The index of a segment.
    *
    * @throws java.nio.file.NoSuchFileException
    *   if the segment was deleted
    * @throws java.io.IOException
    *   if it cannot be made
    * @throws brine.journal.format.Damage
    *   if the segment is damaged
    */
  def index(segment: SegmentHeader): IndexedSegment

  /** The segments that may have events of a selection. */
  def holding(@unused selection: Selection): HoldingSegments = HoldingSegments.all

  /** The last version of a stream that retention has deleted; 0 if it has deleted none. */
  def retiredVersion(stream: String): Long

  /** Notes that a segment's file is not the one of its index, because it was compacted. */
  def changed(segment: SegmentHeader): Unit

  /** Opens a segment for reading, for the caller alone. */
  def open(segment: SegmentHeader): StorageFile

  def compressionOf(kind: Int): Option[Compression]
