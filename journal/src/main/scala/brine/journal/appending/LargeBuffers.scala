package brine.journal.appending

/** A pool of arrays for payloads that are too large for a slot of the ring. Bounded in bytes. Thread-safe. */
private[journal] final class LargeBuffers(mostKept: Long):
  // Indexed by the power of two that is their length.
  private val kept      = Array.fill(31)(java.util.ArrayDeque[Array[Byte]]())
  private var keptBytes = 0L

  /** An array of at least this length. */
  def borrow(length: Int): Array[Byte] =
    val power = 32 - Integer.numberOfLeadingZeros(length - 1)
    if power > 30 then new Array(length)
    else
      val known = synchronized:
        val found = kept(power).pollLast()
        if found != null then keptBytes -= found.length
        found
      if known != null then known else new Array(1 << power)

  def giveBack(array: Array[Byte]): Unit =
    val power = 31 - Integer.numberOfLeadingZeros(array.length)
    if Integer.bitCount(array.length) == 1 then
      synchronized:
        if keptBytes + array.length <= mostKept then
          try
            kept(power).addLast(array)
            keptBytes += array.length
          // The writer's thread gives back, and must continue: without memory, the array is not kept.
          catch case _: OutOfMemoryError => ()
