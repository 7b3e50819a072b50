package brine.actor.testkit.internal

import brine.actor.internal.timer.TimerEntry
import java.util.{IdentityHashMap, TreeSet}

/** Armed timers, ordered by the time they are due. Owned by the thread of the test. It is not a
  * [[brine.actor.internal.timer.TimerWheel]], which fires timers of one tick in a fixed order: here that order is a
  * choice.
  */
private[testkit] final class VirtualTimers:
  private val byEntry = IdentityHashMap[TimerEntry, TimerTask]()
  private val byTime  = TreeSet[TimerTask](VirtualTimers.order)

  var nowNanos: Long = 0L

  /** The time at which a timer is due: as in a real system, never early and at whole milliseconds. */
  def dueNanos(delayNanos: Long): Long =
    val delay = Math.min(Math.max(0L, delayNanos), VirtualTimers.Farthest)
    Math.floorDiv(nowNanos + delay + VirtualTimers.Tick - 1, VirtualTimers.Tick) * VirtualTimers.Tick

  /** The time after a duration, not later than [[VirtualTimers.Latest]]. */
  def after(nanos: Long): Long =
    if nanos >= VirtualTimers.Latest - nowNanos then Math.max(nowNanos, VirtualTimers.Latest) else nowNanos + nanos

  def add(task: TimerTask): Unit =
    if byEntry.putIfAbsent(task.entry, task) != null then throw IllegalStateException("the timer is armed already")
    val _ = byTime.add(task)

  def remove(entry: TimerEntry): TimerTask | Null =
    val task = byEntry.remove(entry)
    if task != null then
      val _ = byTime.remove(task)
    task

  /** The time of the next timer; `Long.MaxValue` if there is none. */
  def nextNanos: Long = if byTime.isEmpty then Long.MaxValue else byTime.first.dueNanos

  /** The timers that are due next, in the order in which they were armed. They stay armed. */
  def next: List[TimerTask] =
    val at    = nextNanos
    val found = List.newBuilder[TimerTask]
    val all   = byTime.iterator
    var going = true
    while going && all.hasNext do
      val task = all.next()
      if task.dueNanos == at then found += task else going = false
    found.result()

  def isArmed(task: TimerTask): Boolean = byEntry.get(task.entry) eq task

private[testkit] object VirtualTimers:
  final val Tick     = 1000000L
  final val Farthest = Long.MaxValue / 4

  /** The end of time, after 146 years, so that the time of a timer does not overflow. */
  final val Latest = Long.MaxValue / 2

  val order: java.util.Comparator[TimerTask] = (a, b) =>
    val byTime = java.lang.Long.compare(a.dueNanos, b.dueNanos)
    if byTime != 0 then byTime else java.lang.Long.compare(a.number, b.number)
