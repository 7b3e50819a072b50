package brine.actor.internal.dispatcher

import brine.actor.Cell
import java.lang.invoke.{MethodHandles, VarHandle}

/** The actors that a worker has to run. Only that worker adds to it; it and idle workers remove from it.
  *
  * It is a ring between two counters that only grow. An entry leaves at the head by an exchange of the counter, so what
  * a thread has read counts only if no other thread was faster. The ring doubles when it is full. Thieves that still
  * read the old ring find the same entries there.
  */
private[brine] abstract class RunQueue extends PaddingAfterTail:
  // A VarHandle call is exact, and so fast, only if the object has the type of the class with the field.
  protected final def head: Int                             = RunQueue.Head.getAcquire(this: RunQueueHead)
  protected final def headVolatile: Int                     = RunQueue.Head.getVolatile(this: RunQueueHead)
  protected final def tail: Int                             = RunQueue.Tail.getAcquire(this: RunQueueTail)
  protected final def tailVolatile: Int                     = RunQueue.Tail.getVolatile(this: RunQueueTail)
  protected final def ownTail: Int                          = tailIndex
  protected final def setTail(index: Int): Unit             = RunQueue.Tail.setRelease(this: RunQueueTail, index)
  protected final def setTailVolatile(index: Int): Unit     = RunQueue.Tail.setVolatile(this: RunQueueTail, index)
  protected final def moveHead(from: Int, to: Int): Boolean =
    RunQueue.Head.compareAndSet(this: RunQueueHead, from, to)

  final def size: Int         = Math.max(0, tail - head)
  final def isEmpty: Boolean  = size == 0
  final def nonEmpty: Boolean = size > 0

  /** Adds a cell. Called by the owner. */
  final def push(cell: Cell[?]): Unit =
    val at = reserve(1)
    ring(at & (ring.length - 1)) = cell
    setTail(at + 1)

  /** Removes the cell to run next; null if there is none. Called by the owner. */
  def pop(): Cell[?]

  /** Takes the oldest entries: returns the first, and puts the others into `into`. Called by the owner of `into`. Null
    * if there is nothing to take.
    */
  def stealInto(into: RunQueue): Cell[?]

  /** Removes the oldest entry; null if there is none. Called by the owner. */
  def popOldest(): Cell[?]

  /** Drops references to actors that were in the queue. Called by the owner when the queue is empty. */
  final def forget(): Unit =
    if ring.length > RunQueue.Smallest then ring = new Array[Cell[?]](RunQueue.Smallest)
    else java.util.Arrays.fill(ring.asInstanceOf[Array[AnyRef]], null)

  /** Makes room for `count` more entries, so that adding them does not fail. Called by the owner. */
  final def makeRoom(count: Int): Unit =
    val _ = reserve(count)

  /** Allocates a ring. Tests let it fail. */
  private[internal] def newRing(size: Int): Array[Cell[?]] = new Array[Cell[?]](size)

  /** Makes room for `count` more entries, and returns the index of the first. */
  protected final def reserve(count: Int): Int =
    val at    = tailIndex
    val first = head
    if at - first + count > ring.length then
      var size = ring.length * 2
      while size < at - first + count do size *= 2
      val larger = newRing(size)
      val mask   = ring.length - 1
      var i      = first
      while i != at do
        larger(i & (size - 1)) = ring(i & mask)
        i += 1
      ring = larger
    at

private[brine] object RunQueue:
  private[internal] final val Smallest = 256

  private val Head: VarHandle = counter(classOf[RunQueueHead], "headIndex")
  private val Tail: VarHandle = counter(classOf[RunQueueTail], "tailIndex")

  private def counter(owner: Class[?], field: String): VarHandle =
    MethodHandles
      .privateLookupIn(owner, MethodHandles.lookup())
      .findVarHandle(owner, field, classOf[Int])
      .withInvokeExactBehavior()

/** Runs the oldest entry first. A thief takes half of the entries. After the scheduler of the Go runtime. */
private[brine] class OldestFirstQueue extends RunQueue:
  def pop(): Cell[?] =
    var result: Cell[?] = null
    var done            = false
    while !done do
      val at = head
      if at == ownTail then done = true
      else
        val slot = at & (ring.length - 1)
        val cell = ring(slot)
        if moveHead(at, at + 1) then
          ring(slot) = null // a thief that read this loses its exchange
          result = cell
          done = true
    result

  def popOldest(): Cell[?] = pop()

  def stealInto(into: RunQueue): Cell[?] = into match
    case mine: OldestFirstQueue => mine.stealFrom(this)
    case _                      => throw IllegalArgumentException("the queues are of two kinds")

  private def stealFrom(victim: OldestFirstQueue): Cell[?] =
    var result: Cell[?] = null
    var done            = false
    while !done do
      val from  = victim.head
      val count = victim.tail - from
      if count <= 0 then done = true
      else
        val taken  = Math.min(count - count / 2, OldestFirstQueue.MostStolen)
        val source = victim.ring // read after the tail, so it holds every entry up to it
        val mask   = source.length - 1
        val at     = reserve(taken - 1)
        var i      = 1
        while i < taken do
          ring((at + i - 1) & (ring.length - 1)) = source((from + i) & mask)
          i += 1
        val first = source(from & mask)
        if victim.moveHead(from, from + taken) then
          setTail(at + taken - 1)
          result = first
          done = true
    result

private[actor] object OldestFirstQueue:
  private final val MostStolen = 1024

/** Runs the newest entry first. Thieves take the oldest, one at a time. After D. Chase, Y. Lev: Dynamic circular
  * work-stealing deque, SPAA 2005.
  */
private[brine] final class NewestFirstQueue extends RunQueue:
  def pop(): Cell[?] =
    val at = ownTail - 1
    setTailVolatile(at)
    val from            = headVolatile
    var result: Cell[?] = null
    if at - from > 0 then
      val slot = at & (ring.length - 1)
      result = ring(slot)
      ring(slot) = null
    else
      if at == from then
        val cell = ring(at & (ring.length - 1))
        if moveHead(from, from + 1) then result = cell
      setTail(at + 1)
    result

  // The owner is a thief here: it takes from the other end than pop.
  def popOldest(): Cell[?] = takeHead()

  def stealInto(into: RunQueue): Cell[?] = takeHead()

  private def takeHead(): Cell[?] =
    var result: Cell[?] = null
    var done            = false
    while !done do
      val from = headVolatile
      if tailVolatile - from <= 0 then done = true
      else
        val source = ring
        val cell   = source(from & (source.length - 1))
        if moveHead(from, from + 1) then
          result = cell
          done = true
    result
