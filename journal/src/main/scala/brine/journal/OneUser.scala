package brine.journal

import java.util.concurrent.atomic.AtomicReference

/** Something that one thread at a time may use. A second thread gets an error, where it would otherwise do damage.
  * Whoever ends it while another thread uses it leaves the release to that thread. Thread-safe.
  *
  * @param what
  *   what is used, for the error
  * @param release
  *   called by one thread at a time after [[end]], at least once
  */
private[journal] final class OneUser(what: => String, release: () => Unit):
  private val user             = AtomicReference[Thread | Null](null)
  @volatile private var isOver = false

  /** Whether [[end]] was called. */
  def isEnded: Boolean = isOver

  /** Runs a body. Within it, the same thread may run others.
    *
    * @throws IllegalStateException
    *   if another thread runs one
    */
  inline def use[A](inline body: A): A =
    val isOurs = enter()
    try body
    finally if isOurs then leave()

  /** Whether the use begins with this. */
  private[journal] def enter(): Boolean =
    val me = Thread.currentThread
    // Looked at first, because each record of a fold comes here.
    if user.get eq me then false
    else
      val other = user.compareAndExchange(null, me)
      if other != null then throw IllegalStateException(refusal(other, me))
      true

  private[journal] def leave(): Unit =
    user.set(null)
    if isOver then releaseUnlessUsed()

  private def refusal(other: Thread, me: Thread): String =
    s"$what are used by two threads at once, ${nameOf(other)} and ${nameOf(me)}: give each thread records of its " +
      "own, or have them take turns"

  // Virtual threads often have no name.
  private def nameOf(thread: Thread): String =
    if thread.getName.isEmpty then thread.toString else s"'${thread.getName}'"

  /** Ends it: at once, or when the thread that uses it does not any more. */
  def end(): Unit =
    isOver = true
    if user.get eq Thread.currentThread then release() else releaseUnlessUsed()

  private def releaseUnlessUsed(): Unit =
    // If another thread uses it, that looks after its use whether this has ended.
    if user.compareAndSet(null, Thread.currentThread) then
      try release()
      finally user.set(null)
