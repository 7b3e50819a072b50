package brine.journal.precondition

/** Something that segments define and number. */
private[journal] abstract class Placed:
  /** The segment that defined it last, in the upper half, and its number there. One field, so that no reader sees half
    * of it.
    */
  @volatile private var place = -1L

  final def isIn(segment: Long): Boolean = place >>> 32 == segment && place >= 0

  /** Its number in a segment; -1 if another segment has defined it since. */
  final def numberIn(segment: Long): Int =
    val now = place
    if now >= 0 && now >>> 32 == segment then now.toInt else -1

  final def define(segment: Long, number: Int): Unit = place = segment << 32 | number

  /** Whether a segment has defined it. */
  private[precondition] final def wasDefined: Boolean = place >= 0

  /** Changes with each segment that defines it. */
  private[precondition] final def definitions: Int = (place >> 32).toInt
