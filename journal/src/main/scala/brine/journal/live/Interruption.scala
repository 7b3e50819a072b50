package brine.journal.live

/** Keeps the interruption of a thread until its work is done: closing must not stop half-way. Clears the thread's flag
  * when it is created, because waiting fails and channels close while the flag is set. For one thread.
  */
private[journal] final class Interruption:
  private var noted = Thread.interrupted()

  /** Runs a wait, and runs it again whenever an interruption ends it. Each run must compute the remaining time. */
  inline def defer[A](inline wait: A): A =
    var result = null.asInstanceOf[A]
    var isOver = false
    while !isOver do
      try
        result = wait
        isOver = true
      catch case _: InterruptedException => note()
    result

  private[live] def note(): Unit = noted = true

  /** Sets the thread's flag again if it was interrupted. */
  def restore(): Unit = if noted then Thread.currentThread.interrupt()
