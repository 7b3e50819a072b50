package brine.examples.site

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicReference

/** Lets the program end in order: when it is asked to by a signal, or when something says that it must. */
final class Ending:
  private val begun  = CountDownLatch(1)
  private val over   = CountDownLatch(1)
  private val reason = AtomicReference(Option.empty[String])

  /** Ends the program, because something does not work; the first reason counts. */
  def because(what: String): Unit =
    reason.compareAndSet(None, Some(what)): Unit
    begun.countDown()

  /** Whether it ends. */
  def hasBegun: Boolean = begun.getCount == 0

  /** Waits until the program must end, and closes all.
    *
    * @return
    *   the exit code: 0 if it was asked to end
    */
  def await(close: () => Unit): Int =
    // The JVM ends when its hooks have returned, so this one waits until all is closed.
    Runtime.getRuntime.addShutdownHook(Thread: () =>
      begun.countDown()
      over.await())
    try
      begun.await()
      reason.get.foreach(what => Console.err.println(s"brine: $what"))
      close()
      if reason.get.isEmpty then 0 else 1
    finally over.countDown()
