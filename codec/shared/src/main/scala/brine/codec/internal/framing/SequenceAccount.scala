package brine.codec.internal.framing

import brine.codec.Limits

/** What the reader of a container has left for sequences of messages that take little or no room, as far as its writer
  * knows: see [[ContainerFormat.SpareBlocks]]. Messages without a bit are small, but the reader's objects are not. So a
  * reader refuses too many of them, and a writer must not write what a reader with the same limits refuses.
  *
  * Belongs to one [[brine.codec.ContainerWriter]].
  */
private[codec] final class SequenceAccount(limits: Limits):
  // Half of what a reader has: collections within messages may take the rest.
  private val most  = ContainerFormat.SpareBlocks * limits.allocationBase / 2
  private var spare = most

  /** Takes off what a sequence demands beyond its bytes, which take `stored` bytes in the container; returns false, and
    * takes nothing off, if that is too much.
    */
  def take(payload: SequencePayload, stored: Int): Boolean =
    val beyond = math.max(0L, payload.charged(stored, limits) - payload.bytes.length.toLong * limits.allocationFactor)
    beyond <= math.min(spare, limits.allocationBase / 2) && {
      spare -= beyond
      add(stored)
      true
    }

  /** Counts a block of `stored` bytes. */
  def add(stored: Int): Unit = spare = math.min(most, spare + ContainerFormat.SpareStorage * stored)
