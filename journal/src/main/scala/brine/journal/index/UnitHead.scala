package brine.journal.index

import java.util.concurrent.atomic.AtomicReferenceArray

/** What the check of an entry needs from the header of its unit, see [[PlaceCheck]]. Immutable.
  *
  * @param unit
  *   offset of the unit
  */
private[journal] final class UnitHead(
    val unit: Long,
    val firstSequence: Long,
    val baseTime: Long,
    val isSparse: Boolean
) extends UnitHeads:
  def of(unit: Long): UnitHead | Null = if unit == this.unit then this else null
  def keep(head: UnitHead): Unit      = ()

/** The headers of units whose entries were read, so that the next entry of a unit is read alone. Thread-safe. */
private[journal] trait UnitHeads:
  /** The header of the unit at an offset; null if it is not known. */
  def of(unit: Long): UnitHead | Null

  /** Takes a header that agreed with the check of an entry. */
  def keep(head: UnitHead): Unit

private[journal] object UnitHeads:
  /** Keeps the headers of up to [[Most]] units, those that were read last, in some 10 KiB. */
  final class Recent extends UnitHeads:
    private val heads = AtomicReferenceArray[UnitHead](Most)

    def of(unit: Long): UnitHead | Null =
      val kept = heads.get(slot(unit))
      if kept != null && kept.unit == unit then kept else null

    def keep(head: UnitHead): Unit = heads.set(slot(head.unit), head)

    private def slot(unit: Long): Int = ((unit >>> 3).toInt * 0x9e3779b9) >>> (32 - Bits)

  private inline val Bits = 8
  private inline val Most = 1 << Bits
