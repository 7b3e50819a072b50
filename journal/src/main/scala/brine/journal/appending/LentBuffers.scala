package brine.journal.appending

import brine.journal.format.LentBytes

/** A pool of memory outside of the heap, for large payloads: they are written from there. Bounded in bytes.
  * Thread-safe.
  *
  * @param most
  *   maximum number of bytes, lent and idle
  * @param allocate
  *   allocates memory of a length
  * @param nanoTime
  *   time in nanoseconds, from any beginning
  */
private[journal] final class LentBuffers(
    most: Long,
    allocate: Int => LentBytes = LentBytes(_),
    nanoTime: () => Long = () => System.nanoTime
):
  // Lists by class of length, so that giving back needs no memory. Guarded by this, like all below.
  private val idle     = new Array[LentBytes | Null](LentBuffers.Classes)
  private var reserved = 0L
  private var isShort  = false
  private var shortAt  = 0L // when there was no memory
  private var isClosed = false

  /** Memory with room for this number of bytes; null if there is none within the bounds. Whoever gets none uses the
    * heap.
    */
  def borrow(length: Int): LentBytes | Null =
    val wanted                  = LentBuffers.classOf(length)
    val size                    = LentBuffers.lengthOf(length)
    var found: LentBytes | Null = null
    val mayAllocate             = synchronized:
      found = takeIdle(wanted)
      found == null && !isClosed && reserve(size)
    if mayAllocate then found = allocated(size)
    if found != null then found.begin()
    found

  def giveBack(bytes: LentBytes): Unit = synchronized:
    if !isClosed then
      val of = LentBuffers.classOf(bytes.capacity)
      bytes.nextIdle = idle(of)
      idle(of) = bytes

  /** Keeps no memory from now on, and lends none: a program may hold a closed journal for long. */
  def close(): Unit = synchronized:
    isClosed = true
    java.util.Arrays.fill(idle.asInstanceOf[Array[AnyRef]], null)

  // Also memory of up to twice the length, before other memory is asked for.
  private def takeIdle(wanted: Int): LentBytes | Null =
    var of = wanted
    while of < wanted + LentBuffers.PerDoubling - 1 && idle(of) == null do of += 1
    pop(of)

  private def pop(of: Int): LentBytes | Null =
    val first = idle(of)
    if first != null then
      idle(of) = first.nextIdle
      first.nextIdle = null
    first

  private def reserve(size: Int): Boolean =
    if size > most || isShort && nanoTime() - shortAt < LentBuffers.ShortNanos then false
    else
      isShort = false
      // What other lengths have left idle.
      var of = idle.length - 1
      while reserved + size > most && of >= 0 do
        val dropped = pop(of)
        if dropped == null then of -= 1 else reserved -= dropped.capacity
      val fits = reserved + size <= most
      if fits then reserved += size
      fits

  private def allocated(size: Int): LentBytes | Null =
    try allocate(size)
    catch
      case _: OutOfMemoryError =>
        // Asking takes up to half a second where there is none, and the writer waits for the slot meanwhile.
        synchronized:
          reserved -= size
          isShort = true
          shortAt = nanoTime()
        null

private[journal] object LentBuffers:
  /** Appends whose events have more bytes than this on average are lent memory: for smaller ones, more parts to write
    * cost more than the copies that they save.
    */
  inline val Least = 8192

  // Four lengths from one power of two to the next.
  private inline val PerDoubling = 4
  private inline val Classes     = PerDoubling * 32
  private inline val ShortNanos  = 10_000_000_000L

  // The virtual machine allows as much memory outside of its heap as in it, if it is not told otherwise, and opening a
  // journal needs some as well.
  private inline val PartOfHeap = 16

  /** The bound for a setting of how many bytes may be pending. */
  def most(pending: Long): Long = math.min(pending, Runtime.getRuntime.maxMemory / PartOfHeap)

  private def shift(length: Int): Int    = math.max(29 - Integer.numberOfLeadingZeros(length - 1), 0)
  private def lengthOf(length: Int): Int = (((length - 1) >> shift(length)) + 1) << shift(length)

  /** The class of a length above 8. */
  private def classOf(length: Int): Int =
    PerDoubling * (31 - Integer.numberOfLeadingZeros(length - 1)) + (((length - 1) >> shift(length)) & 3)
