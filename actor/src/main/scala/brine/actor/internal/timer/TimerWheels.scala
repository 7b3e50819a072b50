package brine.actor.internal.timer

import scala.annotation.tailrec

/** Several wheels behind the methods of one, so that threads on many cores do not wait for each other. The id of a
  * thread selects the wheel in which it arms, and an entry remembers its wheel. Entries of different wheels fire in no
  * particular order. Programs and replays that rely on the order of timers of one tick use one stripe.
  *
  * @param stripes
  *   number of wheels; at least 1
  * @param startNanos
  *   current time
  * @param tickNanos
  *   length of a tick; at least 1
  * @param onFailure
  *   receives every exception of `fire`, as in [[TimerWheel]]
  */
private[brine] final class TimerWheels(
    stripes: Int,
    startNanos: Long,
    tickNanos: Long,
    onFailure: (TimerEntry, Throwable) => Unit = TimerWheel.toThread
):
  if stripes <= 0 then throw IllegalArgumentException(s"$stripes stripes: at least 1 is needed")
  private val wheels = make()

  private def make(): Array[TimerWheel] =
    val made  = new Array[TimerWheel](stripes)
    var index = 0
    while index < stripes do
      made(index) = TimerWheel(startNanos, tickNanos, onFailure)
      index += 1
    made

  /** Works like [[TimerWheel.arm]], in the wheel of this thread. */
  def arm(entry: TimerEntry, dueNanos: Long): Boolean =
    wheels((Thread.currentThread.threadId % stripes).toInt).arm(entry, dueNanos)

  /** Works like [[TimerWheel.cancel]], whichever wheel the entry is in. False for an entry that is not armed. */
  @tailrec def cancel(entry: TimerEntry): Boolean =
    val wheel = entry.timerWheel
    if wheel == null then false
    else if wheel.cancel(entry) then true
    else
      // It may have fired since, and be armed in another wheel.
      val other = entry.timerWheel
      if other == null || (other eq wheel) then false else cancel(entry)

  /** Works like [[TimerWheel.advance]], one wheel after the other. */
  def advance(nowNanos: Long): Int =
    var fired = 0
    var index = 0
    while index < stripes do
      fired += wheels(index).advance(nowNanos)
      index += 1
    fired

  /** Works like [[TimerWheel.nextDueNanos]], for all wheels. */
  def nextDueNanos: Long = earliest(_.nextDueNanos)

  /** Works like [[TimerWheel.nextWakeNanos]], for all wheels. */
  def nextWakeNanos: Long = earliest(_.nextWakeNanos)

  /** The number of armed entries; approximate while other threads arm and cancel. */
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
