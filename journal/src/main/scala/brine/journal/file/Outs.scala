package brine.journal.file

import brine.codec.Out
import java.util.concurrent.atomic.AtomicReferenceArray

/** Buffers to encode events in, used again. Simpler than [[brine.codec.BufferPool]] by what its counters and its guard against giving a buffer
  * back twice cost for each event. Thread-safe.
  */
private[journal] final class Outs:
  private val places = AtomicReferenceArray[Out](Outs.Count * Outs.Stride)

  /** An empty buffer, the caller's alone until [[give]]. */
  def take(): Out =
    val found = places.getAndSet(place, null)
    if found != null then found else Out()

  def give(out: Out): Unit =
    if out.size <= Outs.LargestKept then
      out.reset()
      // Whichever was there is dropped: another thread with the same place gave it.
      places.lazySet(place, out)

  private def place = (Thread.currentThread.threadId.toInt & (Outs.Count - 1)) * Outs.Stride

private object Outs:
  private inline val Count       = 64
  private inline val LargestKept = 1 << 20

  /** Distance of two places in references, so that they do not share a cache line. */
  private inline val Stride = 16
