package brine.journal.file

import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** How far the journal is written and how far it is safe; what readers wait on. Advanced by the writer thread, read by any. */
private[journal] final class Marks(sequence: Long):
  /** Everything up to here is safe on the disk. */
  @volatile var durable: Long = sequence

  /** Everything up to here was given to the operating system. */
  @volatile var written: Long = sequence

  /** No more will come. */
  @volatile var isClosed = false

  private val lock              = ReentrantLock()
  private val advanced          = lock.newCondition()
  @volatile private var waiting = 0

  /** Tells those who wait that a mark has advanced. */
  def signal(): Unit =
    if waiting > 0 then
      lock.lock()
      try advanced.signalAll()
      finally lock.unlock()

  /** Waits until the durable mark is beyond this, or the journal is closed, or the time has passed.
    *
    * @return
    *   whether it is beyond
    */
  def awaitBeyond(sequence: Long, nanos: Long): Boolean =
    if durable > sequence then true
    else
      lock.lockInterruptibly()
      try
        waiting += 1
        val until = System.nanoTime + nanos
        var left  = nanos
        while durable <= sequence && !isClosed && left > 0 do
          // The mark is looked at after the count of those who wait was raised, so that none is missed.
          advanced.await(left, TimeUnit.NANOSECONDS): Unit
          left = until - System.nanoTime
        durable > sequence
      finally
        waiting -= 1
        lock.unlock()
