package brine.actor.internal.ask

import brine.actor.{PendingReply, ReplyTimer}
import brine.actor.internal.timer.TimerWheels
import java.util.concurrent.atomic.AtomicReferenceArray

/** The timeouts of requests. Most requests are answered long before their timeout. So requests first wait in a list,
  * which costs one exchange to add to. Some milliseconds later the monitor gives those that are still open a timer, in
  * a wheel. A request that is answered by then needs no timer, and never takes a lock.
  *
  * Thread-safe. [[drainTo]] is for the monitor.
  */
private[internal] class AskTimers:
  import AskTimers.*

  private val newest = AtomicReferenceArray[PendingReply[?]](Stripes * Spacing)

  /** True if the list was empty, so the monitor may be asleep. */
  final def add(reply: PendingReply[?]): Boolean =
    val stripe = (Thread.currentThread.threadId & (Stripes - 1)).toInt * Spacing
    addBefore(stripe, reply, reply) == null

  /** Puts a list before those of a stripe. Returns what was the first. */
  private def addBefore(stripe: Int, first: PendingReply[?], last: PendingReply[?]): PendingReply[?] =
    var head = newest.get(stripe)
    last.following = head
    while !newest.compareAndSet(stripe, head, first) do
      head = newest.get(stripe)
      last.following = head
    head

  final def isEmpty: Boolean =
    var stripe = 0
    while stripe < Stripes && newest.get(stripe * Spacing) == null do stripe += 1
    stripe == Stripes

  /** Arms timers for the requests that are still open. If one fails, for lack of memory, the rest stay in the list. */
  final def drainTo(wheels: TimerWheels): Unit =
    val now    = System.nanoTime()
    var stripe = 0
    while stripe < Stripes * Spacing do
      var reply = if newest.get(stripe) == null then null else newest.getAndSet(stripe, null)
      try
        while reply != null do
          if reply.awaitsTimeout then arm(reply, now, wheels)
          val next = reply.following
          reply.following = null
          reply = next
      finally if reply != null then putBack(stripe, reply)
      stripe += Spacing

  private def arm(reply: PendingReply[?], now: Long, wheels: TimerWheels): Unit =
    val timer = start(reply, now)
    val _     = wheels.arm(timer, timer.dueNanos)
    // Answered meanwhile: the thread that answered may not have seen it armed.
    if !reply.awaitsTimeout then wheels.cancel(timer): Unit

  /** Starts the timer of a request. Tests let it fail. */
  private[internal] def start(reply: PendingReply[?], now: Long): ReplyTimer = reply.startTimer(now)

  private def putBack(stripe: Int, first: PendingReply[?]): Unit =
    var last = first
    while last.following != null do last = last.following
    addBefore(stripe, first, last): Unit

private[internal] object AskTimers:
  private final val Stripes = 4

  /** Number of slots in one cache line. */
  private final val Spacing = 16
