package brine.actor.internal

import java.util.concurrent.atomic.AtomicReferenceArray

/** The time limits of requests. Nearly all requests are answered long before, so their timers wait in a list that costs one exchange to
  * add to, and only those still open when the monitor comes by, some milliseconds later, go to a wheel. One that is answered by then is
  * never locked for.
  *
  * Thread-safe; [[drainTo]] is for the monitor.
  */
private[internal] final class AskTimers:
  import AskTimers.*

  private val newest = AtomicReferenceArray[AskTimer](Stripes * Spacing)

  /** True if the list was empty, so that the monitor may sleep. */
  def add(timer: AskTimer): Boolean =
    val stripe = (Thread.currentThread.threadId & (Stripes - 1)).toInt * Spacing
    var head   = newest.get(stripe)
    timer.next = head
    while !newest.compareAndSet(stripe, head, timer) do
      head = newest.get(stripe)
      timer.next = head
    head == null

  def isEmpty: Boolean =
    var stripe = 0
    while stripe < Stripes && newest.get(stripe * Spacing) == null do stripe += 1
    stripe == Stripes

  /** Arms those whose request is still open. */
  def drainTo(wheels: TimerWheels): Unit =
    var stripe = 0
    while stripe < Stripes do
      var timer = if newest.get(stripe * Spacing) == null then null else newest.getAndSet(stripe * Spacing, null)
      while timer != null do
        val next = timer.next
        timer.next = null
        if !timer.isOver then
          val _ = wheels.arm(timer, timer.dueNanos)
          // Answered meanwhile: who answered may not have seen it armed.
          if timer.isOver then
            val _ = wheels.cancel(timer)
        timer = next
      stripe += 1

private object AskTimers:
  private final val Stripes = 4

  /** Slots of one cache line. */
  private final val Spacing = 16

/** The end of the patience of an asker.
  *
  * @param dueNanos
  *   when that is
  */
private[brine] final class AskTimer(reply: AskReply[?], val dueNanos: Long) extends TimerEntry:
  private[internal] var next: AskTimer = null // of a list of timers that are not armed yet
  def isOver: Boolean                  = reply.isCompleted
  private[brine] def fire(): Unit      = reply.timedOut()
