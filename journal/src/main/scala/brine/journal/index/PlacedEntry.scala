package brine.journal.index

import brine.journal.format.{EntryReader, Frame}
import brine.journal.storage.StorageFile
import java.nio.ByteBuffer

/** Reads single entries of a segment where an index says that they are, and checks them. Owned by one thread. */
private[journal] final class PlacedEntry:
  private val check = PlaceCheck()
  private val head  = new Array[Byte](Frame.HeaderLength)

  // A new array for each entry would be garbage; the reader copies payloads.
  private var bytes = new Array[Byte](512)

  /** Sets the reader before an event.
    *
    * @param salt
    *   salt of the file that the places are of: entries of another file do not agree with their checks
    * @return
    *   false if the bytes there are not those that the index was made of
    */
  def read(file: StorageFile, salt: Long, places: Places, at: Int, entry: EntryReader): Boolean =
    val (unit, start, length) = (places.units(at), places.entries(at), places.lengths(at))
    if length <= 0 || length > Frame.MostBody || start < unit + Frame.HeaderLength then false
    else
      if bytes.length < length then bytes = new Array[Byte](length)
      file.read(ByteBuffer.wrap(head), unit) == head.length &&
      file.read(ByteBuffer.wrap(bytes, 0, length), start) == length && {
        val firstSequence = Frame.firstSequence(head)
        val baseTime      = Frame.baseTime(head)
        val isSparse      = Frame.isSparse(head)
        val isThere       =
          check.of(salt, firstSequence, baseTime, isSparse, bytes, 0, length, start) == places.checks(at)
        if isThere then
          entry.reset(bytes, 0, length, if isSparse then firstSequence else places.sequences(at), baseTime, isSparse)
        isThere
      }
