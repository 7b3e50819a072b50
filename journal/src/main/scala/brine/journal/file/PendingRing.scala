package brine.journal.file

import java.util.concurrent.atomic.{AtomicLong, AtomicReferenceArray}
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
  private val slots = AtomicReferenceArray[Pending](size)
  // The next slot to fill, and the first one that is not free. Closing sets the sign of `tail`, so that one exchange
  // decides whether a claim or the closing came first.
  private val tail  = AtomicLong()
  private val head  = AtomicLong()
  private val bytes = AtomicLong()

  // The writer's thread, and whether it sleeps.
  @volatile private var isAsleep       = false
  @volatile private var writer: Thread = null

  private val roomLock          = ReentrantLock()
  private val roomChanged       = roomLock.newCondition()
  @volatile private var waiting = 0 // changes only under the lock

  /** Claims a slot for an append of this length. The caller must fill it and pass it to [[publish]] at once: the writer
    * waits for it.
    *
    * @return
    *   the number of the slot; -1 if there is no room, -2 if the ring is closed
    */
  def tryClaim(length: Int): Long =
    if length <= Pending.OwnBytes then advance() // the number of slots bounds these, so they need no further count
    else if tail.get < 0 then PendingRing.Closed
    else if !hasRoom(length) || !reserve(length) then PendingRing.NoRoom
    else
      val place = advance()
      if place < 0 then
        bytes.addAndGet(-length): Unit
        signalRoom() // another claim may have been refused because of these bytes
      place

  private def advance(): Long =
    var place  = tail.get
    var isOurs = false
    while !isOurs && place >= 0 && place - head.get < size do
      prepare(place)
      isOurs = tail.compareAndSet(place, place + 1)
      if !isOurs then place = tail.get
    if isOurs then place else if place < 0 then PendingRing.Closed else PendingRing.NoRoom

  // Before the claim: a failure to allocate must not leave a claimed slot that nobody fills.
  private def prepare(place: Long): Unit =
    val at = (place & mask).toInt
    if slots.getAcquire(at) == null then slots.compareAndSet(at, null, Pending()): Unit

  private def reserve(length: Int): Boolean =
    var taken  = bytes.get
    var isOurs = false
    while !isOurs && fits(taken, length) do
      isOurs = bytes.compareAndSet(taken, taken + length)
      if !isOurs then taken = bytes.get
    isOurs

  private def fits(taken: Long, length: Int): Boolean = taken == 0 || taken + length <= mostBytes

  /** Whether a claim may succeed, or would be refused because the ring is closed. */
  def hasRoom(length: Int): Boolean =
    val place = tail.get
    place < 0 || place - head.get < size && (length <= Pending.OwnBytes || fits(bytes.get, length))

  /** Claims a slot, and waits for one as long as necessary.
    *
    * @return
    *   the number of the slot; -2 if the ring is closed
    */
  def claim(length: Int): Long =
    var place = tryClaim(length)
    while place == PendingRing.NoRoom do
      awaitRoom(length)
      place = tryClaim(length)
    place

  /** Waits until there may be room for an append of this length, or the ring is closed. */
  def awaitRoom(length: Int): Unit =
    roomLock.lockInterruptibly()
    try
      waiting += 1
      // Read after `waiting` was raised, so that whoever makes room later signals it.
      while !hasRoom(length) do roomChanged.await()
    finally
      waiting -= 1
      roomLock.unlock()

  /** Whether a claim waits for room. */
  def isAwaited: Boolean = waiting > 0

  def slot(place: Long): Pending = slots.getAcquire((place & mask).toInt)

  /** Hands a filled slot to the writer. */
  def publish(place: Long): Unit =
    slot(place).published = place + 1 // volatile: it is written before `isAsleep` is read
    if isAsleep then wake()

  /** Whether a slot was filled. */
  def isPublished(place: Long): Boolean =
    val slot = slots.getAcquire((place & mask).toInt)
    slot != null && slot.published == place + 1

  /** Frees all slots before this one.
    *
    * @param length
    *   number of bytes of those that were too large for a slot's own array
    */
  def free(until: Long, length: Long): Unit =
    if length > 0 then bytes.addAndGet(-length): Unit
    head.set(until)
    signalRoom()

  private def signalRoom(): Unit =
    if waiting > 0 then
      roomLock.lock()
      try roomChanged.signalAll()
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
    tail.getAndUpdate(_ | Long.MinValue): Unit
    signalRoom()
    wake()

  /** Number of slots ever claimed. It does not change after closing. */
  def claimed: Long = tail.get & Long.MaxValue

private[journal] object PendingRing:
  inline val NoRoom = -1L
  inline val Closed = -2L
