package brine.codec.internal.concurrent

import java.util.concurrent.atomic.{AtomicReferenceArray, LongAdder}

/** A bounded pool for any number of threads, without locks.
  *
  * A thread starts its search at a place that depends on its id, so that threads rarely collide, and gives up after a
  * few places. Nothing is kept per thread, since there may be a million virtual ones.
  */
private[codec] final class Slots[A <: AnyRef](size: Int):
  private val count  = Integer.highestOneBit(math.max(1, size) * 2 - 1)
  private val probes = math.min(count, Slots.Probes)
  private val places = new AtomicReferenceArray[A](count * Slots.Stride)
  private val takes  = new LongAdder

  /** How often [[take]] returned a buffer. */
  def reused: Long = takes.sum

  /** Takes a pooled value for the caller alone; null if none was found. */
  def take(): A | Null =
    var found: A | Null = null
    var at              = start
    var left            = probes
    while left > 0 do
      // Checked before the exchange, because a failed exchange costs as much as a successful one.
      if places.getPlain(index(at)) != null then found = places.getAndSet(index(at), null.asInstanceOf[A])
      left = if found != null then 0 else left - 1
      at += 1
    if found != null then takes.increment()
    found

  /** Returns a value to the pool; false if no free place was found. */
  def put(value: A): Boolean =
    var done = false
    var at   = start
    var left = probes
    while left > 0 do
      if places.getPlain(index(at)) == null then done = places.compareAndSet(index(at), null.asInstanceOf[A], value)
      left = if done then 0 else left - 1
      at += 1
    done

  /** Calls `see` with each pooled value, approximately at this moment. */
  def foreach(see: A => Unit): Unit =
    var at = 0
    while at < count do
      val out = places.get(index(at))
      if out != null then see(out)
      at += 1

  /** Removes every pooled value, approximately at this moment, and calls `see` with it. */
  def drain(see: A => Unit): Unit =
    var at = 0
    while at < count do
      val out = places.getAndSet(index(at), null.asInstanceOf[A])
      if out != null then see(out)
      at += 1

  private def start: Int =
    val number = Thread.currentThread.getId.toInt
    number ^ (number >>> 16)

  private def index(place: Int): Int = (place & (count - 1)) * Slots.Stride

private object Slots:
  private inline val Probes = 4

  /** Distance between two places, in references, so that they do not share a cache line. */
  private inline val Stride = 16
