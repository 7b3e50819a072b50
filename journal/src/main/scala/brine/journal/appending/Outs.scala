package brine.journal.appending

import brine.codec.Out
import java.util.concurrent.atomic.AtomicReferenceArray

/** Reused buffers to encode events in. Cheaper than [[brine.codec.BufferPool]]: it has no counters and no guard against
  * giving a buffer back twice. Thread-safe.
  */
private[journal] final class Outs:
  private val places = AtomicReferenceArray[Out](Outs.Count * Outs.Stride)

  /** An empty buffer, for the caller alone until [[give]]. */
  def take(): Out =
    val found = places.getAndSet(place, null)
    if found != null then found else Out()

  def give(out: Out): Unit =
    if out.size <= Outs.LargestKept then
      out.reset()
      // A buffer that is there was given by another thread with the same place; it is dropped.
      places.lazySet(place, out)

  private def place = (Thread.currentThread.threadId.toInt & (Outs.Count - 1)) * Outs.Stride

private object Outs:
  private inline val Count       = 64
  private inline val LargestKept = 1 << 20

  /** Distance of two places in references, so that they do not share a cache line. */
  private inline val Stride = 16
