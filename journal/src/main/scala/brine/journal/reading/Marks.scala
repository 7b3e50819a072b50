package brine.journal.reading

import brine.journal.support.StackProbe
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** How far the journal is written and how far it is durable; readers wait for it. Advanced by the writer thread, read
  * by any.
  */
private[journal] final class Marks(sequence: Long):
  /** Everything up to this sequence is durable. */
  @volatile var durable: Long = sequence

  /** Everything up to this sequence was written to the operating system. */
  @volatile var written: Long = sequence

  /** No more records will come. */
  @volatile var isClosed = false

  /** Looking for records has failed; waiting readers find out why. */
  @volatile var hasFailed = false

  private val lock              = ReentrantLock()
  private val advanced          = lock.newCondition()
  @volatile private var waiting = 0

  /** Wakes the waiting threads after a mark has advanced. */
  def signal(): Unit =
    if waiting > 0 then
      StackProbe.require()
      lock.lock()
      try advanced.signalAll()
      finally lock.unlock()

  /** Waits until the durable mark is beyond this sequence, the journal is closed or has failed, or the time has passed.
    *
    * @return
    *   whether the mark is beyond the sequence, or the journal has failed
    */
  def awaitBeyond(sequence: Long, nanos: Long): Boolean =
    if durable > sequence then true
    else
      StackProbe.require()
      lock.lockInterruptibly()
      try
        waiting += 1
        val until = System.nanoTime + nanos
        var left  = nanos
        while durable <= sequence && !isClosed && !hasFailed && left > 0 do
          // The loop reads the mark after `waiting` was raised, so that no signal is missed.
          advanced.await(left, TimeUnit.NANOSECONDS): Unit
          left = until - System.nanoTime
        durable > sequence || hasFailed
      finally
        waiting -= 1
        lock.unlock()
