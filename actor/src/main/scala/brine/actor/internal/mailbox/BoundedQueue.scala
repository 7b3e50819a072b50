package brine.actor.internal.mailbox

import java.util.concurrent.locks.ReentrantLock

/** A first-in, first-out queue of at most `capacity` elements, for bounded mailboxes. The caller chooses what happens
  * when it is full: the call fails, the oldest element is dropped, or the thread waits, which is cheap for a virtual
  * thread.
  *
  * Any thread may call these methods. They take constant time under one lock, except for [[put]], which may wait,
  * [[close]], and the growth of the array. The array starts empty, doubles up to the capacity and does not shrink.
  * Elements of one thread keep their order, because the thread waits with them. There is no order among waiting
  * threads, or between them and others.
  *
  * @param capacity
  *   at least 1
  */
private[brine] final class BoundedQueue[A](capacity: Int):
  require(capacity > 0, s"a capacity of $capacity: it must be at least 1")

  // All fields below are guarded by the lock.
  private val lock   = ReentrantLock()
  private val space  = lock.newCondition()
  private var ring   = BoundedQueue.Empty
  private var head   = 0
  private var count  = 0
  private var closed = false

  /** Adds `element`, which must not be null, unless the queue is full or closed.
    *
    * @return
    *   whether it was added
    */
  def offer(element: A): Boolean =
    check(element)
    lock.lock()
    try
      val accepted = !closed && count < capacity
      if accepted then append(element)
      accepted
    finally lock.unlock()

  /** Adds `element`, which must not be null, and removes the oldest element if there is no room.
    *
    * @return
    *   the removed element, or null if none was removed; [[BoundedQueue.Refused]] if the queue is closed
    */
  def offerDroppingOldest(element: A): A | Null | BoundedQueue.Refused.type =
    check(element)
    lock.lock()
    try
      if closed then BoundedQueue.Refused
      else
        val dropped = if count == capacity then takeFirst() else null
        append(element)
        dropped
    finally lock.unlock()

  /** Adds `element`, which must not be null, as soon as there is room.
    *
    * @param nanos
    *   how long to wait for room at most
    * @return
    *   whether it was added; false if the time passed, the queue is closed, or was closed while this call waited
    * @throws InterruptedException
    *   if the thread is interrupted before or while it waits; the element is not added then
    */
  def put(element: A, nanos: Long = Long.MaxValue): Boolean =
    check(element)
    lock.lockInterruptibly()
    try
      var left = nanos
      while !closed && count == capacity && left > 0 do
        if nanos == Long.MaxValue then space.await() else left = space.awaitNanos(left)
      val accepted = !closed && count < capacity
      if accepted then append(element)
      accepted
    finally lock.unlock()

  /** Removes `element`, the same object, if it is in the queue. Takes time for each element behind it. */
  def removeLast(element: A): Boolean =
    lock.lock()
    try
      var at = count - 1
      while at >= 0 && (ring(index(at)) ne element.asInstanceOf[AnyRef]) do at -= 1
      val found = at >= 0
      if found then
        while at < count - 1 do
          ring(index(at)) = ring(index(at + 1))
          at += 1
        ring(index(at)) = null
        count -= 1
        space.signal()
      found
    finally lock.unlock()

  /** Removes the oldest element, and lets one waiting thread add its own; null if there is none. */
  def poll(): A | Null =
    lock.lock()
    try
      if count == 0 then null
      else
        val first = takeFirst()
        space.signal()
        first
    finally lock.unlock()

  /** The oldest element, without removing it; null if there is none. */
  def peek(): A | Null =
    lock.lock()
    try if count == 0 then null else ring(head).asInstanceOf[A]
    finally lock.unlock()

  /** Closes the queue: it takes no more elements, and waiting threads return. Does nothing to a closed queue.
    *
    * @return
    *   the remaining elements, oldest first
    */
  def close(): Vector[A] =
    lock.lock()
    try
      closed = true
      val rest = Vector.newBuilder[A]
      while count > 0 do rest += takeFirst()
      ring = BoundedQueue.Empty
      space.signalAll()
      rest.result()
    finally lock.unlock()

  /** Whether the queue is closed. */
  def isClosed: Boolean =
    lock.lock()
    try closed
    finally lock.unlock()

  /** The number of elements. */
  def size: Int =
    lock.lock()
    try count
    finally lock.unlock()

  private def check(element: A): Unit =
    if element.asInstanceOf[AnyRef] == null then throw NullPointerException("an element is null")

  private def append(element: A): Unit =
    if count == ring.length then grow()
    ring(index(count)) = element.asInstanceOf[AnyRef]
    count += 1

  /** The place of the element with this number, counted from the oldest. */
  private def index(number: Int): Int =
    // The sum of two numbers below the capacity may overflow.
    val free = ring.length - head
    if number < free then head + number else number - free

  private def takeFirst(): A =
    val first = ring(head)
    ring(head) = null
    head = if head + 1 == ring.length then 0 else head + 1
    count -= 1
    first.asInstanceOf[A]

  private def grow(): Unit =
    val wider = new Array[AnyRef](math.min(capacity.toLong, math.max(BoundedQueue.First, 2L * count)).toInt)
    val free  = ring.length - head
    System.arraycopy(ring, head, wider, 0, free)
    System.arraycopy(ring, 0, wider, free, head)
    ring = wider
    head = 0

private[brine] object BoundedQueue:
  /** Returned in place of an element: the queue is closed and has not taken the new element. */
  object Refused

  /** The length of the first array that is not empty. */
  private inline val First = 8L
  private val Empty        = new Array[AnyRef](0)
