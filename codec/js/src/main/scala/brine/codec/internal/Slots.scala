package brine.codec.internal

import brine.codec.Out

/** A bounded number of places for buffers at rest. JavaScript has one thread, so a stack will do. */
private[codec] final class Slots(size: Int):
  private val places = new Array[Out](math.max(1, size))
  private var count  = 0
  private var takes  = 0L

  /** How often [[take]] returned a buffer. */
  def reused: Long = takes

  /** A buffer that is now the caller's alone, or null. */
  def take(): Out | Null =
    if count == 0 then null
    else
      count -= 1
      takes += 1
      val out = places(count)
      places(count) = null.asInstanceOf[Out]
      out

  /** Puts a buffer to rest; false if there is no place for it. */
  def put(out: Out): Boolean =
    if count == places.length then false
    else
      places(count) = out
      count += 1
      true

  /** Calls `see` with each buffer at rest. */
  def foreach(see: Out => Unit): Unit =
    var i = 0
    while i < count do
      see(places(i))
      i += 1

  /** Takes every buffer at rest. */
  def drain(see: Out => Unit): Unit =
    while count > 0 do
      count -= 1
      see(places(count))
      places(count) = null.asInstanceOf[Out]
