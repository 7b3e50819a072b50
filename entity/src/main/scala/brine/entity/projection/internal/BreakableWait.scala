package brine.entity.projection.internal

/** The waits of one thread, which others can end: by an interrupt that reaches nothing but such a wait. Thread-safe. */
private[internal] final class BreakableWait:
  // Guarded by this: the thread while it does nothing but wait, and whether its wait was ended.
  private var waiting: Thread | Null = null
  private var isBroken               = false

  /** Waits, if there is no reason against it. Any interrupt of the thread ends the wait, and is forgotten with it.
    *
    * @param mayWait
    *   whether there is none. What makes it false must come before [[break]]
    * @param wait
    *   must do nothing but wait
    */
  def apply(mayWait: => Boolean)(wait: => Unit): Unit =
    val begins = synchronized:
      if mayWait then waiting = Thread.currentThread
      waiting != null
    if begins then
      try wait
      catch case _: InterruptedException => ()
      finally
        synchronized:
          waiting = null
          if isBroken then
            isBroken = false
            // It may have come when the wait was over.
            Thread.interrupted(): Unit

  /** Ends the wait, if there is one. */
  def break(): Unit = synchronized:
    val thread = waiting
    if thread != null then
      isBroken = true
      thread.nn.interrupt()
