package brine.entity.internal

import java.util.concurrent.CountDownLatch
import scala.util.{Failure, Try}

/** Waits and work that an interrupt does not end. */
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

  /** Runs work on a thread of its own, which nobody interrupts, and waits for it: an interrupt of a thread that writes
    * a file would close the file. A thread that was interrupted before, or is meanwhile, stays so.
    */
  def call[A](work: => A): A =
    val done                     = CountDownLatch(1)
    @volatile var result: Try[A] = Failure(IllegalStateException("it has not run"))
    val thread                   = Thread.ofPlatform.daemon
      .name("brine-entity-files")
      .unstarted: () =>
        try result = Try(work)
        // Whatever it is, the caller gets it.
        catch case fatal: Throwable => result = Failure(fatal)
        finally done.countDown()
    thread.start()
    await(done)
    result.get
