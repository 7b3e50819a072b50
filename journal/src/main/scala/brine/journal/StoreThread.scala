package brine.journal

/** A daemon thread on which a store works and calls listeners. No interrupt reaches it while it works: one would close
  * the file or the connection that it uses. It may come from a listener, which runs on this thread, or from whoever
  * interrupts a group of threads. Thread-safe.
  *
  * Waiting for a log on such a thread throws an exception, because it would never end: see
  * [[StoreThread.requireOther]].
  *
  * {{{
  * val writer = StoreThread(() => StoreThread.working(run()), "my-store-writer")
  * }}}
  *
  * @param body
  *   what the thread does
  * @param name
  *   the thread's name
  */
final class StoreThread(body: Runnable, name: String) extends Thread(null, body, name):
  // Guards `isWorking` and the flag. Threads that wait for this one's end hold the monitor of the thread itself.
  private val lock      = Object()
  private var isWorking = false
  setDaemon(true)

  /** Runs work that ignores interrupts. Between two works an interrupt ends a wait, as executors need it. */
  private[journal] def working(work: => Unit): Unit =
    lock.synchronized:
      isWorking = true
      Thread.interrupted(): Unit
    try work
    finally lock.synchronized { isWorking = false }

  override def interrupt(): Unit = lock.synchronized(if !isWorking then super.interrupt())

object StoreThread:
  /** Runs work on the current thread; if it is a thread of a store, without interrupts. */
  def working(work: => Unit): Unit = Thread.currentThread match
    case own: StoreThread => own.working(work)
    case _                => work

  /** Whether the current thread is one of a store. What would wait there is refused instead. */
  def isCurrent: Boolean = Thread.currentThread.isInstanceOf[StoreThread]

  /** Refuses to wait for a log on a thread of a store, on which listeners run: that would never end.
    *
    * @param what
    *   the call that would wait, for the message
    * @throws IllegalStateException
    *   on such a thread
    */
  def requireOther(what: String): Unit =
    if isCurrent then
      throw IllegalStateException(
        s"$what waits for the log, and this is a thread of a store, which calls listeners: do it on another thread"
      )
