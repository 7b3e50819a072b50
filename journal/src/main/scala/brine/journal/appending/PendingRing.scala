package brine.journal.appending

import brine.journal.support.StackProbe
import java.util.ArrayDeque
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
  *
  * A claim takes room as soon as there is some, also before claims that wait. So that none waits without bound, the
  * oldest claim that waits is served first once others have filled the ring twice since it came.
  *
  * @param patience
  *   how often others may fill the ring before a claim that waits is served first
  */
private[journal] final class PendingRing(size: Int, mostBytes: Long, patience: Int = PendingRing.Patience):
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

  // The claims that wait, oldest first. Guarded by the lock.
  private val turns = ArrayDeque[Turn]()
  // The oldest one, once it must be served before all others. Changes only under the lock.
  @volatile private var served: Turn | Null = null
  // Number of bytes ever freed. Changed by the writer.
  @volatile private var freed = 0L

  /** A claim that waits for room. `slots` and `bytes`: how many had been freed when it began. */
  final class Turn private[PendingRing] (length: Int, slots: Long, bytes: Long):
    private[PendingRing] def hasRoom: Boolean   = PendingRing.this.hasRoom(length)
    private[PendingRing] def claim(): Long      = claimFreely(length)
    private[PendingRing] def hasWaited: Boolean =
      head.get - slots >= patience.toLong * size || freed - bytes >= patience * math.max(mostBytes, length)
    private[PendingRing] def isAllowed: Boolean =
      val first = served
      first == null || (first eq this) || isWriter

  /** Claims a slot for an append of this length. The caller must fill it and pass it to [[publish]] at once: the writer
    * waits for it.
    *
    * @return
    *   the number of the slot; -1 if there is no room, -2 if the ring is closed
    */
  def tryClaim(length: Int): Long = if served == null || isWriter then claimFreely(length) else refusal

  /** Claims a slot for the caller whose turn this is. */
  def tryClaim(turn: Turn): Long = if turn.isAllowed then turn.claim() else refusal

  // A listener that appends on the writer's thread: nobody is served while it waits.
  def isWriter: Boolean = Thread.currentThread eq writer

  private def refusal: Long = if tail.get < 0 then PendingRing.Closed else PendingRing.NoRoom

  private def claimFreely(length: Int): Long =
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

  /** Claims a slot, and waits for one as long as necessary. The writer's own thread does not wait, since nobody else
    * makes room.
    *
    * @return
    *   the number of the slot; -1 if there is no room for the writer's thread, -2 if the ring is closed
    */
  def claim(length: Int): Long =
    val place = tryClaim(length)
    if place == PendingRing.NoRoom && !isWriter then claimInTurn(length) else place

  private def claimInTurn(length: Int): Long =
    val turn = begin(length)
    try
      var place = PendingRing.NoRoom
      while place == PendingRing.NoRoom do
        awaitRoom(turn)
        place = tryClaim(turn)
      place
    finally end(turn)

  /** Joins the claims that wait for room. The caller must pass the result to [[end]], whatever happens. */
  def begin(length: Int): Turn =
    roomLock.lock()
    try
      val turn = Turn(length, head.get, freed)
      turns.addLast(turn)
      waiting += 1
      turn
    finally roomLock.unlock()

  /** Waits until there may be room for the claim whose turn this is, or the ring is closed. */
  def awaitRoom(turn: Turn): Unit =
    roomLock.lockInterruptibly()
    // `waiting` was raised before, so that whoever makes room from now on signals it.
    try while tail.get >= 0 && !(turn.isAllowed && turn.hasRoom) do roomChanged.await()
    finally roomLock.unlock()

  /** Leaves the claims that wait: served, refused or interrupted. */
  def end(turn: Turn): Unit =
    roomLock.lock()
    try
      turns.remove(turn): Unit
      waiting -= 1
      if served eq turn then
        served = null
        roomChanged.signalAll()
      chooseServed()
    finally roomLock.unlock()

  private def chooseServed(): Unit =
    if served == null && !turns.isEmpty && turns.peekFirst.hasWaited then served = turns.peekFirst

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
    if length > 0 then
      freed += length
      bytes.addAndGet(-length): Unit
    head.set(until)
    signalRoom()

  private def signalRoom(): Unit =
    if waiting > 0 then
      roomLock.lock()
      try
        chooseServed()
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
    try LockSupport.unpark(writer)
    catch
      // The stack ends here: the writer sleeps on, so whoever comes next must wake it.
      case error: Throwable =>
        isAsleep = true
        throw error

  /** Refuses further claims, and ends waiting ones. */
  def close(): Unit =
    StackProbe.require()
    // No function is passed: its first call takes memory, and the writer closes the ring also for lack of that.
    var place = tail.get
    while place >= 0 && !tail.compareAndSet(place, place | Long.MinValue) do place = tail.get
    signalRoom()
    wake()

  /** Whether claims are refused. */
  def isClosed: Boolean = tail.get < 0

  /** Number of slots that the writer has handled and freed. */
  def handled: Long = head.get

  /** Number of slots ever claimed. It does not change after closing. */
  def claimed: Long = tail.get & Long.MaxValue

private[journal] object PendingRing:
  inline val NoRoom = -1L
  inline val Closed = -2L

  private inline val Patience = 2
