package brine.journal.index

import brine.journal.format.{EntryReader, UnitScanner}
import java.util.concurrent.atomic.AtomicReferenceArray

/** The units of the current segment that readers have read more than once. An ended segment has an index on the disk
  * that says where its events are; this does so for the current one, as far as somebody asks. What is remembered takes
  * up to [[KnownUnits.Most]] bytes of heap, and is gone with the segment's index. Thread-safe.
  *
  * @param salt
  *   salt of the segment
  * @param most
  *   how many bytes to keep
  */
private[journal] final class KnownUnits(salt: Long, most: Long = KnownUnits.Most):
  import KnownUnits.*

  private val known = AtomicReferenceArray[KnownUnit](Slots)

  // For some units, an eighth of their offset, if they were read once. Threads may overwrite each other's: then a unit
  // is read once more as a whole.
  private val seen = new Array[Int](Seen)

  /** The unit at an offset, if it is known. */
  def of(offset: Long): KnownUnit | Null =
    val found = known.get(slot(offset, SlotBits))
    if found != null && found.offset == offset then found else null

  /** Takes note that a durable unit, at which the scanner stands, was read. One that is read only once costs nothing
    * more: the second time it is kept.
    *
    * @param entry
    *   reads the unit's entries; it stands anywhere afterward
    */
  def noteRead(unit: UnitScanner, entry: EntryReader): Unit =
    val at   = slot(unit.offset, SeenBits)
    val mark = (unit.offset >>> 3).toInt
    if seen(at) != mark then seen(at) = mark
    else if of(unit.offset) == null then
      seen(at) = 0
      val made = KnownUnit.of(unit, salt, entry)
      if made != null && made.bytes <= most / MostShare then keep(made)

  // Guarded by this
  private var total = 0L
  private var hand  = 0

  /** How many bytes the units take. */
  def bytes: Long = synchronized(total)

  private def keep(unit: KnownUnit): Unit = synchronized:
    put(slot(unit.offset, SlotBits), unit)
    while total > most do
      if known.get(hand) ne unit then put(hand, null)
      hand = (hand + 1) % Slots

  private def put(at: Int, unit: KnownUnit | Null): Unit =
    val before = known.getAndSet(at, unit)
    if before != null then total -= before.bytes
    if unit != null then total += unit.bytes

private[journal] object KnownUnits:
  /** How many bytes of heap they take at most, for each open journal. */
  inline val Most = 4L << 20

  private inline val SlotBits  = 10
  private inline val Slots     = 1 << SlotBits
  private inline val SeenBits  = 10
  private inline val Seen      = 1 << SeenBits
  private inline val MostShare = 4

  private def slot(offset: Long, bits: Int): Int = ((offset >>> 3).toInt * 0x9e3779b9) >>> (32 - bits)
