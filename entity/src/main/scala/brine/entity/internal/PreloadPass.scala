package brine.entity.internal

import java.util.concurrent.locks.LockSupport

/** One pass of a preload, on a thread of its own, and the caller that waits for it. An interrupt of the caller stops
  * the pass; what functions of entities do to the thread of the pass does not.
  *
  * @param work
  *   what the pass does; it calls [[isStopped]] from time to time
  */
private[internal] final class PreloadPass(work: PreloadPass => Int) extends Runnable:
  private val caller                    = Thread.currentThread
  private var count                     = 0
  private var failure: Throwable | Null = null
  @volatile private var hasEnded        = false // after the two before
  @volatile private var stopped         = false

  /** Whether the caller was interrupted, so that the pass must end. */
  def isStopped: Boolean = stopped || caller.isInterrupted

  def run(): Unit =
    try count = work(this)
    // Whatever it is, the caller gets it.
    catch case failed: Throwable => failure = failed
    finally
      hasEnded = true
      LockSupport.unpark(caller)

  /** Waits for the end, also after an interrupt: until then the pass puts entities into memory.
    *
    * @param interrupted
    *   the message after an interrupt
    * @throws InterruptedException
    *   if the thread was interrupted
    */
  def await(interrupted: => String): Int =
    while !hasEnded do
      LockSupport.park(this)
      if caller.isInterrupted then
        // In this order, so that the pass sees one of them at any time.
        stopped = true
        Thread.interrupted(): Unit
    if stopped || failure.isInstanceOf[InterruptedException] then
      Thread.interrupted(): Unit
      throw InterruptedException(interrupted)
    if failure != null then throw failure.nn
    count
