package brine.codec.internal

import brine.codec.In

/** `In`s between two uses, so that decoding allocates nothing but the value. As many as a [[brine.codec.BufferPool]] has by default. */
private[codec] object Readers:
  private val slots = new Slots[In](4 * Runtime.getRuntime.availableProcessors)

  /** An `In` at the start of a message, with the default limits; the caller's alone until [[give]]. */
  def take(bytes: Array[Byte]): In =
    val in = slots.take()
    if in == null then In(bytes)
    else
      in.reset(bytes, 0, bytes.length)
      in

  /** Takes an `In` back, which must not be used any more. */
  def give(in: In): Unit =
    in.release()
    slots.put(in): Unit
