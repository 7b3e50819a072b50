package brine.journal.reading

import brine.journal.format.{Entry, EntryReader}
import brine.journal.index.IndexedSegment

/** Finds the unit of a stream near a version, where the index lists units without versions. Owned by one thread at a
  * time.
  *
  * @param entry
  *   reads the units' entries; it stands anywhere afterward
  */
private[reading] final class VersionSearch(entry: EntryReader):
  /** Offset of a unit near the one with a version, and not after it; 0 if there is none.
    *
    * @param read
    *   reads the unit at an offset, and returns the file that it was read from; null if it cannot be read
    */
  def near(index: IndexedSegment, stream: String, version: Long)(read: Long => CursorFile | Null): Long =
    val number = index.streamNumber(stream)
    if number < 0 then 0
    else
      val before = index.versionBefore(number)
      index.unitOfStream(stream)(offset => firstVersion(read(offset), number, before) <= version)

  /** The version of a stream's first event in a unit; the highest number if that cannot be read. */
  private def firstVersion(unit: CursorFile | Null, stream: Int, before: Long): Long =
    var version = Long.MaxValue
    if unit != null then
      entry.reset(unit.scanner)
      try
        while version == Long.MaxValue && entry.next() do
          if entry.kind == Entry.Event && entry.stream == stream then
            version = before + 1 + math.max(entry.versionAfter, 0)
      catch case _: EntryReader.Malformed => () // reading the unit will say so
    version
