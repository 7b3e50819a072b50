package brine.journal.file

import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.{LockSupport, ReentrantLock}

/** Appends under way, in the order in which they were accepted: a ring that many threads fill and one, the writer, empties. A bounded queue of
  * slots with sequence numbers, after D. Vyukov.
  *
  * @param size
  *   a power of two
  * @param mostBytes
  *   that appends under way may have together, not counting those that fit into a place's own array; one alone may have more
  */
private[journal] final class PendingRing(size: Int, mostBytes: Long):
  private val mask  = size - 1
  private val slots = new Array[Pending | Null](size)
  // The next place to fill, and the first one that is not free.
  private val tail  = AtomicLong()
  private val head  = AtomicLong()
  private val bytes = AtomicLong()

  // The writer, where it sleeps.
  @volatile private var isAsleep       = false
  @volatile private var writer: Thread = null

  private val roomLock            = ReentrantLock()
  private val roomChanged         = roomLock.newCondition()
  @volatile private var isAwaited = false
  @volatile private var isClosed  = false

  /** Claims a place for an append of so many bytes. It has to be filled and given to [[publish]] at once.
    *
    * @return
    *   the number of the place; -1 if there is no room, -2 if the ring is closed
    */
  def tryClaim(length: Int): Long =
    if isClosed then PendingRing.Closed
    else if length <= Pending.OwnBytes then advance() // bounded by the number of places, and so without a further count
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

  /** Claims a place, and waits for one as long as it takes.
    *
    * @return
    *   the number of the place; -2 if the ring is closed
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

  /** Hands a filled place to the writer. */
  def publish(place: Long): Unit =
    slots((place & mask).toInt).nn.published = place + 1 // volatile: the writer's sleep is looked at after it
    if isAsleep then wake()

  /** Whether a place was filled. */
  def isPublished(place: Long): Boolean =
    val slot = slots((place & mask).toInt)
    slot != null && slot.nn.published == place + 1

  /** Makes all places before this one free.
    *
    * @param length
    *   of those that had more bytes than a place's own array has
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

  /** Says which thread is the writer, before it looks for the first time whether it has to stop: what wakes it from then on is not lost. */
  def begin(thread: Thread): Unit = writer = thread

  /** Waits, as the writer, for the filling of a place, for so many nanoseconds, or without an end if 0; [[wake]] ends it, and so may nothing at all. */
  def await(place: Long, nanos: Long): Unit =
    isAsleep = true
    if !isPublished(place) then if nanos == 0 then LockSupport.park(this) else LockSupport.parkNanos(this, nanos)
    isAsleep = false

  /** Wakes the writer. */
  def wake(): Unit =
    isAsleep = false
    LockSupport.unpark(writer)

  /** Refuses further claims, and ends those that wait. */
  def close(): Unit =
    isClosed = true
    signalRoom()
    wake()

  /** How many places were claimed. */
  def claimed: Long = tail.get

private[journal] object PendingRing:
  inline val NoRoom = -1L
  inline val Closed = -2L
