package brine.entity.internal

import java.util.concurrent.CountDownLatch

/** Waits that an interrupt does not end. */
private[entity] object Uninterrupted:
  /** Waits for a latch. A thread that was interrupted before, or is meanwhile, stays so. */
  def await(latch: CountDownLatch): Unit =
    var isInterrupted = false
    var isOpen        = false
    while !isOpen do
      try
        latch.await()
        isOpen = true
      catch case _: InterruptedException => isInterrupted = true
    if isInterrupted then Thread.currentThread.interrupt()
