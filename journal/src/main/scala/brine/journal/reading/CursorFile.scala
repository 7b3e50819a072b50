package brine.journal.reading

import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, SegmentHeader, UnitScanner}
import brine.journal.storage.StorageFile

/** The file of the segment that a cursor reads. It is opened on demand, since the index of a segment may say that there
  * is nothing to read. Owned by one thread at a time.
  */
private[reading] final class CursorFile(view: JournalView) extends AutoCloseable:
  private var file: StorageFile | Null    = null
  private var reader: UnitScanner | Null  = null
  private var found: SegmentHeader | Null = null

  /** Whether the units in order ended with the segment's seal. */
  var isAtSeal = false

  // Number of times in a row that the file was not the one of an index.
  private var replaced = 0

  /** Whether units can be read. */
  def isOpen: Boolean = reader != null

  /** Reads the units. The file must be open. */
  def scanner: UnitScanner = reader.nn

  /** The header of the file as it is. Compaction may have replaced it since the segment was listed. */
  def header: SegmentHeader = found.nn

  /** Offset of the unit that was read last; 0 if the file is not open. */
  def offset: Long = if reader == null then 0 else scanner.offset

  /** The file, for reading entries at known places.
    *
    * @throws java.nio.file.NoSuchFileException
    *   if the segment was deleted
    */
  def opened(segment: SegmentHeader): StorageFile =
    if file == null then file = view.open(segment)
    file.nn

  /** Opens the file for reading units. False if it is not the one that has this salt: then nothing can be read, and the
    * caller must ask for another index.
    *
    * @param from
    *   offset of the first unit to read
    * @param chunk
    *   number of bytes to read at once
    * @throws java.nio.file.NoSuchFileException
    *   if the segment was deleted
    * @throws Damage
    *   if it is the file of another segment, or never that of the index
    */
  def open(segment: SegmentHeader, salt: Long, from: Long, chunk: Int): Boolean =
    val name = SegmentFiles.name(segment.firstSequence)
    val next = view.open(segment)
    if file != null then file.nn.close()
    file = next
    val now = SegmentFiles.header(segment, next)
    if now.salt != salt then
      replaced += 1
      if replaced > CursorFile.MostReplaced then
        throw Damage(name, SegmentHeader.SaltAt, "the segment is another one each time it is opened")
      false
    else
      replaced = 0
      found = now
      isAtSeal = false
      reader = UnitScanner(name, next, now, from, view.compressionOf, chunk)
      true

  /** Reads the unit at an offset. */
  def readAt(offset: Long): Boolean =
    scanner.seek(offset, fresh = true)
    scanner.next()

  /** Reads the next unit; false if there is none, or a seal. */
  def readNext(): Boolean =
    // What was read ahead may be older than what is there now.
    val isThere = !isAtSeal && (scanner.next() || readAt(scanner.end))
    isAtSeal = isAtSeal || isThere && scanner.isSeal
    isThere && !isAtSeal

  def close(): Unit =
    reader = null
    val open = file
    file = null
    if open != null then open.close()

private[reading] object CursorFile:
  private inline val MostReplaced = 1000

  /** Bytes to read at once, for units in order and for single ones. */
  inline val InOrder = 1 << 18
  inline val Single  = 1 << 13
