package brine.codec.internal.concurrent

import brine.codec.In

/** A pool of `In`s, so that decoding allocates only the value. As large as a [[brine.codec.BufferPool]] is by default.
  */
private[codec] object Readers:
  private val slots = new Slots[In](4 * Runtime.getRuntime.availableProcessors)

  /** Takes an `In` at the start of a message, with the default limits, for the caller alone until [[give]]. */
  def take(bytes: Array[Byte]): In =
    val in = slots.take()
    if in == null then In(bytes)
    else
      in.reset(bytes, 0, bytes.length)
      in

  /** Returns an `In` to the pool; it must not be used afterwards. */
  def give(in: In): Unit =
    in.release()
    slots.put(in): Unit
