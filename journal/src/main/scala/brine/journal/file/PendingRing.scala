package brine.journal.file

import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.{LockSupport, ReentrantLock}

/** The appends in flight, in the order in which they were accepted: a ring that many threads fill and the writer
  * empties. A bounded queue of slots with sequence numbers, after D. Vyukov.
  *
  * @param size
  *   number of slots; a power of two
  * @param mostBytes
  *   maximum number of bytes of all appends in flight, without those that fit into a slot's own array; a single append
  *   may have more
  */
private[journal] final class PendingRing(size: Int, mostBytes: Long):
  private val mask  = size - 1
  private val slots = new Array[Pending | Null](size)
  // The next slot to fill, and the first one that is not free.
  private val tail  = AtomicLong()
  private val head  = AtomicLong()
  private val bytes = AtomicLong()

  // The writer's thread, and whether it sleeps.
  @volatile private var isAsleep       = false
  @volatile private var writer: Thread = null

  private val roomLock            = ReentrantLock()
  private val roomChanged         = roomLock.newCondition()
  @volatile private var isAwaited = false
  @volatile private var isClosed  = false

  /** Claims a slot for an append of this length. The caller must fill it and pass it to [[publish]] at once.
    *
    * @return
    *   the number of the slot; -1 if there is no room, -2 if the ring is closed
    */
  def tryClaim(length: Int): Long =
    if isClosed then PendingRing.Closed
    else if length <= Pending.OwnBytes then advance() // the number of slots bounds these, so they need no further count
    else
      val sum = bytes.addAndGet(length)
      if sum > mostBytes && sum != length then
        bytes.addAndGet(-length): Unit
        PendingRing.NoRoom
      else
        val place = advance()
        if place == PendingRing.NoRoom then bytes.addAndGet(-length): Unit
        place

  private def advance(): Long =
    var place  = tail.get
    var isOurs = false
    while !isOurs && place - head.get < size do
      isOurs = tail.compareAndSet(place, place + 1)
      if !isOurs then place = tail.get
    if isOurs then place else PendingRing.NoRoom

  /** Claims a slot, and waits for one as long as necessary.
    *
    * @return
    *   the number of the slot; -2 if the ring is closed
    */
  def claim(length: Int): Long =
    var place = tryClaim(length)
    while place == PendingRing.NoRoom do
      roomLock.lockInterruptibly()
      try
        isAwaited = true
        place = tryClaim(length)
        if place == PendingRing.NoRoom then roomChanged.await()
      finally roomLock.unlock()
    place

  def slot(place: Long): Pending =
    val at   = (place & mask).toInt
    var slot = slots(at)
    if slot == null then
      slot = Pending()
      slots(at) = slot
    slot.nn

  /** Hands a filled slot to the writer. */
  def publish(place: Long): Unit =
    slots((place & mask).toInt).nn.published = place + 1 // volatile: it is written before `isAsleep` is read
    if isAsleep then wake()

  /** Whether a slot was filled. */
  def isPublished(place: Long): Boolean =
    val slot = slots((place & mask).toInt)
    slot != null && slot.nn.published == place + 1

  /** Frees all slots before this one.
    *
    * @param length
    *   number of bytes of those that were too large for a slot's own array
    */
  def free(until: Long, length: Long): Unit =
    if length > 0 then bytes.addAndGet(-length): Unit
    head.set(until)
    if isAwaited then signalRoom()

  private def signalRoom(): Unit =
    roomLock.lock()
    try
      isAwaited = false
      roomChanged.signalAll()
    finally roomLock.unlock()

  /** Registers the writer's thread, before it first checks whether to stop: no later wake-up is lost. */
  def begin(thread: Thread): Unit = writer = thread

  /** Waits, on the writer's thread, until a slot is filled, or [[wake]] is called, or this many nanoseconds have passed
    * (0: without limit). May return early.
    */
  def await(place: Long, nanos: Long): Unit =
    isAsleep = true
    if !isPublished(place) then if nanos == 0 then LockSupport.park(this) else LockSupport.parkNanos(this, nanos)
    isAsleep = false

  /** Wakes the writer. */
  def wake(): Unit =
    isAsleep = false
    LockSupport.unpark(writer)

  /** Refuses further claims, and ends waiting ones. */
  def close(): Unit =
    isClosed = true
    signalRoom()
    wake()

  /** Number of slots ever claimed. */
  def claimed: Long = tail.get

private[journal] object PendingRing:
  inline val NoRoom = -1L
  inline val Closed = -2L
