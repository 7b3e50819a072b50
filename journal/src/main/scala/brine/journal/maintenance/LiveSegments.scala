package brine.journal.maintenance

import brine.journal.format.{Manifest, SegmentHeader}

/** A journal that is open for writing, for [[Maintenance]]. Thread-safe. */
private[journal] trait LiveSegments:
  /** The headers of the segments that are kept, oldest first, the current one last. */
  def segments: Vector[SegmentHeader]

  /** Everything up to this sequence is durable. */
  def visible: Long

  def currentManifest: Manifest

  /** Checks that the journal's files are still its own, before one of them is replaced.
    *
    * @throws java.io.IOException
    *   if they are not
    */
  def checkOwner(): Unit

  /** Changes the manifest; the change is durable when this returns. */
  def updateManifest(change: Manifest => Manifest): Unit

  /** Whether a stream has events in an ended segment with one of these numbers. Called for many streams in the order of
    * their hashes, it reads the pages of the indexes one after the other.
    *
    * @param from
    *   the least number
    * @param until
    *   the greatest number
    */
  def hasEvents(stream: String, from: Long, until: Long): Boolean

  /** Removes segments from [[segments]] before they are deleted. The versions of their streams are in
    * [[brine.journal.index.RetiredStreams]], which was written before.
    */
  def forget(deleted: Vector[SegmentHeader]): Unit

  /** Replaces the header of the segment with this number, after its file was replaced. */
  def replace(header: SegmentHeader): Unit
