package brine.journal.appending

import brine.journal.format.LentBytes
import java.lang.ref.{PhantomReference, ReferenceQueue}

/** A pool of memory outside of the heap, for large payloads: they are written from there. Bounded in bytes.
  * Thread-safe.
  *
  * Only the garbage collector frees such memory, and appends may make no garbage for hours. So what the pool drops, for
  * memory of other lengths, counts until it was collected. Until then, appends use longer memory, or the heap.
  *
  * @param most
  *   maximum number of bytes, lent, idle, and dropped but not collected
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
  private var dropped  = 0L // those of `reserved` that were dropped
  private var isShort  = false
  private var shortAt  = 0L // when there was no memory
  private var isClosed = false

  // All memory that was not collected: references that nobody holds are never told.
  private var tracked: LentBuffers.Tracked | Null = null
  private val collected                           = ReferenceQueue[LentBytes]()

  /** Memory with room for this number of bytes; null if there is none within the bounds. Whoever gets none uses the
    * heap.
    */
  def borrow(length: Int): LentBytes | Null =
    val wanted                  = LentBuffers.classOf(length)
    val size                    = LentBuffers.lengthOf(length)
    var found: LentBytes | Null = null
    val mayAllocate             = synchronized:
      // Memory of up to twice the length, before other memory is asked for.
      found = takeIdle(wanted, wanted + LentBuffers.PerDoubling)
      val isNew = found == null && !isClosed && reserve(size)
      if found == null && !isNew then
        found = takeIdle(wanted, idle.length)
        if found == null && size <= most then drop(size)
      isNew
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
    tracked = null

  private def takeIdle(from: Int, until: Int): LentBytes | Null =
    var of = from
    while of < until - 1 && idle(of) == null do of += 1
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
      if reserved + size > most then forgetCollected()
      val fits = reserved + size <= most
      if fits then reserved += size
      fits

  private def forgetCollected(): Unit =
    var next = collected.poll()
    while next != null do
      val one = next.asInstanceOf[LentBuffers.Tracked]
      tracked = one.removeFrom(tracked)
      reserved -= one.capacity
      dropped -= one.capacity
      next = collected.poll()

  /** Drops idle memory, all of it shorter than this, so that there is room for such memory once it was collected. At
    * least half of the bound stays in use until then.
    */
  private def drop(size: Int): Unit =
    var room = most - reserved + dropped
    var of   = 0
    while of < idle.length && room < size do
      val first = idle(of)
      if first == null then of += 1
      else if dropped + first.capacity > most / 2 then of = idle.length
      else
        pop(of): Unit
        dropped += first.capacity
        room += first.capacity

  private def allocated(size: Int): LentBytes | Null =
    try
      val bytes = allocate(size)
      synchronized:
        tracked = LentBuffers.Tracked(bytes, collected, tracked)
      bytes
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

  /** Memory that was not collected, in a list of all of it. */
  private final class Tracked(bytes: LentBytes, to: ReferenceQueue[LentBytes], private var next: Tracked | Null)
      extends PhantomReference[LentBytes](bytes, to):
    val capacity: Int                  = bytes.capacity
    private var before: Tracked | Null = null
    if next != null then next.before = this

    /** Leaves the list that begins with `first`. Returns where it begins now. */
    def removeFrom(first: Tracked | Null): Tracked | Null =
      if next != null then next.before = before
      if before == null then next
      else
        before.next = next
        first

  private def shift(length: Int): Int    = math.max(29 - Integer.numberOfLeadingZeros(length - 1), 0)
  private def lengthOf(length: Int): Int = (((length - 1) >> shift(length)) + 1) << shift(length)

  /** The class of a length above 8. */
  private def classOf(length: Int): Int =
    PerDoubling * (31 - Integer.numberOfLeadingZeros(length - 1)) + (((length - 1) >> shift(length)) & 3)
