package brine.codec.internal

/** A bounded number of places for buffers at rest. JavaScript has one thread, so a stack will do. */
private[codec] final class Slots[A <: AnyRef](size: Int):
  private val places = new Array[AnyRef](math.max(1, size))
  private var count  = 0
  private var takes  = 0L

  /** How often [[take]] returned a buffer. */
  def reused: Long = takes

  /** A buffer that is now the caller's alone, or null. */
  def take(): A | Null =
    if count == 0 then null
    else
      count -= 1
      takes += 1
      val out = places(count).asInstanceOf[A]
      places(count) = null
      out

  /** Puts a buffer to rest; false if there is no place for it. */
  def put(value: A): Boolean =
    if count == places.length then false
    else
      places(count) = value
      count += 1
      true

  /** Calls `see` with each buffer at rest. */
  def foreach(see: A => Unit): Unit =
    var i = 0
    while i < count do
      see(places(i).asInstanceOf[A])
      i += 1

  /** Takes every buffer at rest. */
  def drain(see: A => Unit): Unit =
    while count > 0 do
      count -= 1
      see(places(count).asInstanceOf[A])
      places(count) = null
