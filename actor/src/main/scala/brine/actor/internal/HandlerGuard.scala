package brine.actor.internal

import java.util.concurrent.atomic.AtomicInteger

/** Lets other threads interrupt the code of an actor on its own thread, and nothing but that code: an interrupt that
  * comes too late is not left to the next message, or to the runtime.
  *
  * The thread of the actor calls [[enter]] and [[leave]]; any thread may call the others.
  */
private[brine] final class HandlerGuard:
  import HandlerGuard.*

  private val state                    = AtomicInteger(Outside)
  @volatile private var thread: Thread = null
  @volatile private var entered        = 0L

  /** The number of the call of code of the actor that runs, or ran last. */
  def number: Long = entered

  def isInside: Boolean = state.get != Outside

  def enter(): Unit =
    if thread == null then thread = Thread.currentThread
    entered += 1 // only this thread writes it
    state.set(Inside)

  /** Ends the part that may be interrupted, and takes back an interrupt that came within it. */
  def leave(): Unit =
    if !state.compareAndSet(Inside, Outside) then
      while state.get == Interrupting do Thread.onSpinWait()
      state.set(Outside)
    if Thread.currentThread.isInterrupted then
      val _ = Thread.interrupted()

  /** Interrupts the code of the actor if it runs. */
  def interrupt(): Unit =
    if state.compareAndSet(Inside, Interrupting) then
      try thread.interrupt()
      finally state.set(Interrupted)

private object HandlerGuard:
  private final val Outside      = 0
  private final val Inside       = 1
  private final val Interrupting = 2
  private final val Interrupted  = 3
