package brine.journal.maintenance

import brine.journal.format.{Manifest, SegmentHeader}

/** What [[Maintenance]] needs of a journal that is open for writing. Thread-safe. */
private[journal] trait LiveSegments:
  /** The headers of the segments that are kept, oldest first, the one that is written last. */
  def segments: Vector[SegmentHeader]

  /** Everything up to here is safe on the disk. */
  def visible: Long

  def currentManifest: Manifest

  /** Changes the manifest; what it says is safe when this returns. */
  def updateManifest(change: Manifest => Manifest): Unit

  /** These segments are about to be deleted: they are no longer among [[segments]] when this returns. The versions of their streams are in
    * [[brine.journal.index.RetiredStreams]], which was written anew.
    */
  def forget(deleted: Vector[SegmentHeader]): Unit

  /** This is now the header of the segment of its number, whose file is another one. */
  def replace(header: SegmentHeader): Unit
