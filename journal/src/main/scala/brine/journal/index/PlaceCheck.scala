package brine.journal.index

import brine.journal.format.{Checksum, Little}
import java.util.zip.CRC32C

/** The check of an event's entry: CRC-32C of what the frame's header says of it and of the entry, combined with the
  * entry's place in the file. It was computed when the whole frame agreed with its own checksum, so the bytes of the
  * entry are those of then. Owned by one thread.
  */
private[journal] final class PlaceCheck:
  private val crc  = CRC32C()
  private val head = new Array[Byte](17)

  /** The check of an entry.
    *
    * @param entry
    *   offset of the entry in the file
    */
  def of(
      salt: Long,
      firstSequence: Long,
      baseTime: Long,
      isSparse: Boolean,
      bytes: Array[Byte],
      from: Int,
      length: Int,
      entry: Long
  ): Int =
    Little.putLong(head, 0, firstSequence)
    Little.putLong(head, 8, baseTime)
    head(16) = if isSparse then 1 else 0
    crc.reset()
    crc.update(head, 0, head.length)
    crc.update(bytes, from, length)
    crc.getValue.toInt ^ Checksum.mask(salt, entry)
