package brine.actor.internal.support

import java.util.concurrent.atomic.AtomicLong

/** Lets other threads interrupt the code of an actor on its own thread, and nothing but that code: an interrupt that
  * comes too late is not left to the next message, or to the runtime.
  *
  * The thread of the actor calls [[enter]] and [[leave]], which cost one exchange together. Any thread may call the
  * others.
  */
private[brine] final class HandlerGuard:
  import HandlerGuard.*

  /** The number of the call of code of the actor, times four, and the phase of that call. */
  private val state                    = AtomicLong(Outside)
  @volatile private var thread: Thread = null
  private var calls                    = 0L // owned by the thread of the actor

  /** The number of the call that runs, or ran last. */
  def number: Long = state.get >> 2

  def isInside: Boolean = (state.get & 3L) != Outside

  def enter(): Unit =
    if thread == null then thread = Thread.currentThread
    calls += 1
    state.lazySet(calls << 2 | Inside)

  /** Ends the part that may be interrupted, and clears an interrupt that came within it. */
  def leave(): Unit =
    if !state.compareAndSet(calls << 2 | Inside, calls << 2 | Outside) then
      while (state.get & 3L) == Interrupting do Thread.onSpinWait()
      state.set(calls << 2 | Outside)
    if Thread.currentThread.isInterrupted then
      val _ = Thread.interrupted()

  /** Interrupts the code of the actor if it runs. */
  def interrupt(): Unit =
    val seen = state.get
    if (seen & 3L) == Inside then
      val call = seen & ~3L
      if state.compareAndSet(seen, call | Interrupting) then
        try thread.interrupt()
        finally state.set(call | Interrupted)

private[actor] object HandlerGuard:
  private final val Outside      = 0L
  private final val Inside       = 1L
  private final val Interrupting = 2L
  private final val Interrupted  = 3L
