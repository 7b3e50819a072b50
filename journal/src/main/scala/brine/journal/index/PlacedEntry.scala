package brine.journal.index

import brine.journal.format.{EntryReader, Frame}
import brine.journal.storage.StorageFile
import java.nio.ByteBuffer

/** Reads single entries of a segment where an index says that they are, and checks them. The header of an entry's unit
  * is read if it is not known; the check of the entry is of both. Owned by one thread.
  */
private[journal] final class PlacedEntry:
  private val check     = PlaceCheck()
  private var headBytes = IndexBytes.none

  // A new array for each entry would be garbage; the reader copies payloads.
  private var bytes = IndexBytes.none

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
      if bytes.length < length then bytes = new Array[Byte](math.max(length, bytes.length * 2))
      file.read(ByteBuffer.wrap(bytes, 0, length), start) == length && {
        val known = places.heads.of(unit)
        val head  = if known == null then headAt(file, unit) else known
        head != null && {
          val isThere = agrees(salt, head, length, start, places.checks(at))
          if isThere then
            if known == null then places.heads.keep(head)
            val first = if head.isSparse then head.firstSequence else places.sequences(at)
            entry.reset(bytes, 0, length, first, head.baseTime, head.isSparse)
          isThere
        }
      }

  private def agrees(salt: Long, head: UnitHead, length: Int, start: Long, wanted: Int): Boolean =
    check.of(salt, head.firstSequence, head.baseTime, head.isSparse, bytes, 0, length, start) == wanted

  private def headAt(file: StorageFile, unit: Long): UnitHead | Null =
    if headBytes.length == 0 then headBytes = new Array[Byte](Frame.HeaderLength)
    if file.read(ByteBuffer.wrap(headBytes), unit) < headBytes.length then null
    else UnitHead(unit, Frame.firstSequence(headBytes), Frame.baseTime(headBytes), Frame.isSparse(headBytes))
