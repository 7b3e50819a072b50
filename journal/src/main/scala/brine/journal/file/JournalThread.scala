package brine.journal.file

/** A thread of the journal that no interrupt reaches while it works. An interrupt would close the file that it writes,
  * and so end the journal. It may come from a listener, which runs on this thread, or from whoever interrupts a group
  * of threads.
  */
private[journal] final class JournalThread(body: Runnable, name: String) extends Thread(null, body, name):
  // Guards `isWorking` and the flag. Threads that wait for this one's end hold the monitor of the thread itself.
  private val lock      = Object()
  private var isWorking = false
  setDaemon(true)

  /** Runs work that ignores interrupts. Between two works an interrupt ends a wait, as executors need it. */
  def working(work: => Unit): Unit =
    lock.synchronized:
      isWorking = true
      Thread.interrupted(): Unit
    try work
    finally lock.synchronized { isWorking = false }

  override def interrupt(): Unit = lock.synchronized(if !isWorking then super.interrupt())

private[journal] object JournalThread:
  /** Runs work on the current thread; if it is a thread of the journal, without interrupts. */
  def working(work: => Unit): Unit = Thread.currentThread match
    case own: JournalThread => own.working(work)
    case _                  => work

  /** Refuses to wait for the journal on one of its own threads, on which listeners run: that would never end.
    *
    * @throws IllegalStateException
    *   on such a thread
    */
  def requireOther(what: String): Unit =
    if Thread.currentThread.isInstanceOf[JournalThread] then
      throw IllegalStateException(
        s"$what waits for the journal, and this is a thread of a journal, which calls listeners: do it on another thread"
      )
