package brine.jdbc.internal.appending

import brine.journal.support.StackProbe
import brine.journal.{AppendError, StoreThread}
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** The appends that wait, and the room for appends in flight. Thread-safe. */
private[jdbc] final class AppendQueue(mostAppends: Int, mostBytes: Long):
  import AppendQueue.*

  private val lock    = ReentrantLock()
  private val arrived = lock.newCondition()
  private val freed   = lock.newCondition()

  // Guarded by the lock
  private val waiting                  = java.util.ArrayDeque[Request]()
  private var appends                  = 0
  private var bytes                    = 0L
  private var end: Option[AppendError] = None

  private inline def locked[A](inline body: A): A =
    lock.lock()
    try body
    finally lock.unlock()

  /** Whether the log takes no more appends. */
  def isClosed: Boolean =
    StackProbe.require()
    locked(end.isDefined)

  /** Takes an append.
    *
    * @return
    *   why it is refused, if it is
    * @throws InterruptedException
    *   if the thread is interrupted while it waits for room
    */
  def offer(request: Request, waits: Boolean): Option[AppendError] =
    StackProbe.require() // a lock that stays taken would stop all who append
    locked:
      val size    = request.append.bytes
      val mayWait = waits && !StoreThread.isCurrent
      while end.isEmpty && !hasRoom(size) && mayWait do freed.await()
      if end.isDefined then end
      else if !hasRoom(size) then Some(AppendError.Full)
      else
        appends += 1
        bytes += size
        waiting.add(request)
        arrived.signal()
        None

  private def hasRoom(size: Long): Boolean =
    appends < mostAppends && (bytes + size <= mostBytes || appends == 0)

  /** What waits, as many as one transaction takes. Empty after some time without any. None at the end. */
  def take(idleNanos: Long): Option[Vector[Request]] = locked:
    val until = System.nanoTime + idleNanos
    var left  = idleNanos
    while waiting.isEmpty && end.isEmpty && left > 0 do
      // The thread of a store: no interrupt reaches it.
      arrived.await(left, TimeUnit.NANOSECONDS): Unit
      left = until - System.nanoTime
    if waiting.isEmpty then Option.when(end.isEmpty)(Vector.empty) else Some(polled(Vector.empty))

  /** What waits now, as many as the transaction of some others has room for. */
  def more(others: Vector[Request]): Vector[Request] = locked(polled(others))

  private def polled(others: Vector[Request]): Vector[Request] =
    val some   = Vector.newBuilder[Request]
    var count  = others.size
    var events = others.iterator.map(_.append.events.toLong).sum
    var size   = others.iterator.map(_.append.bytes).sum
    while !waiting.isEmpty && (count == 0 || count < MostTogether && events < MostEvents && size < MostBytes) do
      val one = waiting.poll()
      some += one
      count += 1
      events += one.append.events
      size += one.append.bytes
    some.result()

  /** Gives back the room of appends that have a result. */
  def free(done: Vector[Request]): Unit = locked:
    appends -= done.size
    bytes -= done.iterator.map(_.append.bytes).sum
    freed.signalAll()

  /** Takes no more appends, for this reason. What waits is still taken from it. */
  def close(reason: AppendError): Unit = locked:
    if end.isEmpty then end = Some(reason)
    arrived.signalAll()
    freed.signalAll()

private[jdbc] object AppendQueue:
  // Of one transaction, which keeps others from appending.
  private final val MostTogether = 1000
  private final val MostEvents   = 10_000L
  private final val MostBytes    = 8L << 20
