package brine.actor.internal.task

import brine.actor.internal.support.Interruption
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.LockSupport

/** The number of tasks of a system's execution contexts that have not ended. Thread-safe. */
private[internal] final class OpenTasks:
  private val state = AtomicLong(0L) // negative once it takes no more

  /** Counts one more task; false if none is taken any more. */
  def begin(): Boolean =
    var now = state.get
    while now >= 0 && !state.compareAndSet(now, now + 1) do now = state.get
    now >= 0

  def end(): Unit =
    val _ = state.decrementAndGet()

  def close(): Unit =
    var now = state.get
    while now >= 0 && !state.compareAndSet(now, now + Long.MinValue) do now = state.get

  def count: Long = state.get & Long.MaxValue

  /** Waits until none is open, by looking every half millisecond: only a shutdown waits. False if the time ran out. */
  def awaitNone(deadline: Long, interruption: Interruption): Boolean =
    interruption.defer:
      while count > 0 && System.nanoTime() - deadline < 0 do
        LockSupport.parkNanos(this, 500000L)
        if Thread.interrupted() then throw InterruptedException()
      count == 0
