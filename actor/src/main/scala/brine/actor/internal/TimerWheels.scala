package brine.actor.internal

import scala.annotation.tailrec

/** Several wheels behind the methods of one, so that threads on many cores do not wait for each other: each thread arms in the wheel
  * its id selects, an entry remembers where it is. Entries of different wheels fire in no particular order, so programs that rely on the
  * order of timers of one tick, and replays, take one stripe.
  *
  * @param stripes
  *   how many wheels, at least 1
  * @param startNanos
  *   the time it is
  * @param tickNanos
  *   the length of a tick, at least 1
  * @param onFailure
  *   gets what `fire` throws, as in [[TimerWheel]]
  */
private[brine] final class TimerWheels(
    stripes: Int,
    startNanos: Long,
    tickNanos: Long,
    onFailure: (TimerEntry, Throwable) => Unit = TimerWheel.toThread
):
  if stripes <= 0 then throw IllegalArgumentException(s"$stripes stripes")
  private val wheels = make()

  private def make(): Array[TimerWheel] =
    val made  = new Array[TimerWheel](stripes)
    var index = 0
    while index < stripes do
      made(index) = TimerWheel(startNanos, tickNanos, onFailure)
      index += 1
    made

  /** As [[TimerWheel.arm]], in the wheel of this thread. */
  def arm(entry: TimerEntry, dueNanos: Long): Boolean =
    wheels((Thread.currentThread.threadId % stripes).toInt).arm(entry, dueNanos)

  /** As [[TimerWheel.cancel]], whichever wheel it is in; false for an entry that is not armed. */
  @tailrec def cancel(entry: TimerEntry): Boolean =
    val wheel = entry.timerWheel
    if wheel == null then false
    else if wheel.cancel(entry) then true
    else
      // It may have fired and be armed in another wheel since the look at it above.
      val other = entry.timerWheel
      if other == null || (other eq wheel) then false else cancel(entry)

  /** As [[TimerWheel.advance]], one wheel after the other. */
  def advance(nowNanos: Long): Int =
    var fired = 0
    var index = 0
    while index < stripes do
      fired += wheels(index).advance(nowNanos)
      index += 1
    fired

  /** As [[TimerWheel.nextDueNanos]], of all wheels. */
  def nextDueNanos: Long = earliest(_.nextDueNanos)

  /** As [[TimerWheel.nextWakeNanos]], of all wheels. */
  def nextWakeNanos: Long = earliest(_.nextWakeNanos)

  /** How many entries are armed; with other threads at work, a number of about that time. */
  def size: Int =
    var sum   = 0
    var index = 0
    while index < stripes do
      sum += wheels(index).size
      index += 1
    sum

  private inline def earliest(inline time: TimerWheel => Long): Long =
    var first = Long.MaxValue
    var index = 0
    while index < stripes do
      val next = time(wheels(index))
      if next != Long.MaxValue && (first == Long.MaxValue || next - first < 0) then first = next
      index += 1
    first
