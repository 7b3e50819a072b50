package brine.actor.internal

import java.util.concurrent.atomic.AtomicReferenceArray

/** The timeouts of requests. Most requests are answered long before their timeout. So their timers first wait in a
  * list, which costs one exchange to add to. Some milliseconds later the monitor moves those that are still open to a
  * wheel. A request that is answered by then never takes a lock.
  *
  * Thread-safe. [[drainTo]] is for the monitor.
  */
private[internal] final class AskTimers:
  import AskTimers.*

  private val newest = AtomicReferenceArray[AskTimer](Stripes * Spacing)

  /** True if the list was empty, so the monitor may be asleep. */
  def add(timer: AskTimer): Boolean =
    val stripe = (Thread.currentThread.threadId & (Stripes - 1)).toInt * Spacing
    var head   = newest.get(stripe)
    timer.following = head
    while !newest.compareAndSet(stripe, head, timer) do
      head = newest.get(stripe)
      timer.following = head
    head == null

  def isEmpty: Boolean =
    var stripe = 0
    while stripe < Stripes && newest.get(stripe * Spacing) == null do stripe += 1
    stripe == Stripes

  /** Arms the timers whose requests are still open. */
  def drainTo(wheels: TimerWheels): Unit =
    var stripe = 0
    while stripe < Stripes do
      var timer = if newest.get(stripe * Spacing) == null then null else newest.getAndSet(stripe * Spacing, null)
      while timer != null do
        val next = timer.following.asInstanceOf[AskTimer] // the list holds nothing else
        timer.following = null
        if !timer.isOver then
          val _ = wheels.arm(timer, timer.dueNanos)
          // Answered meanwhile: the thread that answered may not have seen it armed.
          if timer.isOver then
            val _ = wheels.cancel(timer)
        timer = next
      stripe += 1

private object AskTimers:
  private final val Stripes = 4

  /** Number of slots in one cache line. */
  private final val Spacing = 16

/** The timeout of one ask.
  *
  * @param dueNanos
  *   time at which the timeout passes
  */
private[brine] final class AskTimer(reply: AskReply[?], val dueNanos: Long) extends Expiry:
  def isOver: Boolean                           = reply.isCompleted
  private[internal] def system: SystemInternals = reply.system
  private[brine] def expire(): Unit             = reply.timedOut()

  private[internal] def abort(failure: Throwable): Unit =
    val _ = reply.refused(failure)
