package brine.codec.internal.concurrent

/** A bounded pool. JavaScript has one thread, so a stack suffices. */
private[codec] final class Slots[A <: AnyRef](size: Int):
  private val places = new Array[AnyRef](math.max(1, size))
  private var count  = 0
  private var takes  = 0L

  /** How often [[take]] returned a buffer. */
  def reused: Long = takes

  /** Takes a pooled value for the caller alone; null if there is none. */
  def take(): A | Null =
    if count == 0 then null
    else
      count -= 1
      takes += 1
      val out = places(count).asInstanceOf[A]
      places(count) = null
      out

  /** Returns a value to the pool; false if the pool is full. */
  def put(value: A): Boolean =
    if count == places.length then false
    else
      places(count) = value
      count += 1
      true

  /** Calls `see` with each pooled value. */
  def foreach(see: A => Unit): Unit =
    var i = 0
    while i < count do
      see(places(i).asInstanceOf[A])
      i += 1

  /** Removes every pooled value and calls `see` with it. */
  def drain(see: A => Unit): Unit =
    while count > 0 do
      count -= 1
      see(places(count).asInstanceOf[A])
      places(count) = null
