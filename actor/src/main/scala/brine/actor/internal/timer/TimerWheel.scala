package brine.actor.internal.timer

import brine.actor.internal.support.StackProbe
import java.util.concurrent.locks.ReentrantLock

/** Timers in a hierarchy of wheels: arming and canceling take constant time, however many timers there are.
  *
  * Each level has 64 slots, and each slot is 64 times as long as those of the level below. An entry is in the level of
  * the highest digit (base 64) in which its tick differs from the current tick. So a slot is emptied exactly when its
  * time begins: entries of the lowest level are due then, and others move down. A word per level has one bit for each
  * slot in use, so empty slots cost no time. Eleven levels hold every time that a `Long` can express.
  *
  * Times are those of a clock like `System.nanoTime`: they may be negative and may wrap. A due time counts as past up
  * to 73 years after it, and otherwise as future. So you can ask for `Long.MaxValue` from now, even if the wheel was
  * told the time a while ago. An entry never fires early. It is due at the first tick at or after its time, so it is
  * less than `tickNanos` late.
  *
  * Any thread may call these methods, also from `fire`. They hold one lock for a short time, except that advancing may
  * move all entries of a slot at once. Entries fire without the lock.
  *
  * Source: G. Varghese, A. Lauck: Hashed and hierarchical timing wheels, SOSP 1987, scheme 7.
  *
  * @param startNanos
  *   current time
  * @param tickNanos
  *   length of a tick; at least 1
  * @param onFailure
  *   receives every exception of `fire`, on the thread that advances. Its own exception comes out of [[advance]], and
  *   what is still due then stays due.
  */
private[brine] final class TimerWheel(
    startNanos: Long,
    tickNanos: Long,
    onFailure: (TimerEntry, Throwable) => Unit = TimerWheel.toThread
):
  import TimerWheel.*
  if tickNanos <= 0 then throw IllegalArgumentException(s"a tick of $tickNanos ns: it must be at least 1 ns")

  // All fields below are guarded by the lock.
  private val lock     = ReentrantLock()
  private val slots    = new Array[Array[TimerSlot]](Levels)
  private val occupied = new Array[Long](Levels)
  private var count    = 0

  /** The entries that have left the wheel and have not fired yet. */
  private val due = TimerSlot(-1, 0)

  /** The last time the wheel was told, the tick of that time, and when that tick began. */
  private var now       = startNanos
  private var tick      = 0L
  private var tickStart = startNanos

  /** The tick at which the timer thread wakes up, as far as it was told. */
  private var wake = Never

  /** Makes `entry` fire once, at the first tick at or after `dueNanos`. If that is past, it fires at the next
    * [[advance]].
    *
    * @return
    *   true if a thread that sleeps until the last [[nextWakeNanos]] or [[nextDueNanos]] it asked for would sleep too
    *   long
    * @throws IllegalStateException
    *   if the entry is armed already
    */
  def arm(entry: TimerEntry, dueNanos: Long): Boolean =
    StackProbe.require() // or the lock might stay locked, and no timer would ever fire
    lock.lock()
    try
      if entry.timerWheel != null then throw IllegalStateException("the timer is armed already")
      val at    = tickOf(dueNanos)
      val level = levelOf(at)
      // Before anything changes, because memory may run out.
      prepare(level)
      entry.timerTick = at
      entry.timerWheel = this
      link(entry)
      count += 1
      val earlier = at < wake
      if earlier then wake = at
      earlier
    finally lock.unlock()

  /** Removes `entry`, so that the wheel no longer refers to it.
    *
    * @return
    *   true if it will not fire; false if it fires or has fired, or is not armed in this wheel
    */
  def cancel(entry: TimerEntry): Boolean =
    StackProbe.require()
    lock.lock()
    try
      val armed = entry.timerWheel eq this
      if armed then unlink(entry)
      armed
    finally lock.unlock()

  /** Tells the wheel the time, and fires everything that is due, in order of tick and then of arming.
    *
    * What is armed for the past meanwhile waits for the next call. An entry can be canceled until its own turn comes. A
    * time before one already told changes nothing.
    *
    * Takes time for each entry that fires and for each used slot that is passed; none for ticks. It also takes time for
    * each entry that moves down a level, which happens at most 10 times to an entry.
    *
    * @return
    *   number of entries that this call fired; if several threads call, each fires a part
    */
  def advance(nowNanos: Long): Int =
    move(nowNanos)
    var fired = 0
    var entry = takeDue()
    while entry != null do
      fired += 1
      try entry.fire()
      catch case failure: Throwable => onFailure(entry, failure)
      entry = takeDue()
    fired

  /** The first time at which [[advance]] may have something to do; `Long.MaxValue` if the wheel is empty. Check for
    * that value before you compare the result with the clock.
    *
    * The result is never after the tick of the earliest entry. It is before that tick if the entry must move down a
    * level or is past.
    */
  def nextDueNanos: Long =
    lock.lock()
    try
      wake = nextTick
      timeOf(wake)
    finally lock.unlock()

  /** Like [[nextDueNanos]], but keeps a time that it promised before and that has not come, even if its entry was
    * canceled.
    *
    * Use it for a thread that sleeps until then, while many timers are armed and canceled one after the other. It is
    * woken only once per timeout, not for each timer.
    */
  def nextWakeNanos: Long =
    lock.lock()
    try
      // While that time is in the future, no entry is earlier.
      if wake <= tick then wake = nextTick
      timeOf(wake)
    finally lock.unlock()

  /** The number of armed entries. */
  def size: Int =
    lock.lock()
    try count
    finally lock.unlock()

  /** The first tick that begins at or after a time. */
  private def tickOf(dueNanos: Long): Long =
    val ahead = dueNanos - now
    if ahead <= 0 && ahead > -LongestPast then tick
    else
      // The distance is unsigned, because it may exceed the signed range.
      val distance = java.lang.Long.divideUnsigned(dueNanos - tickStart - 1, tickNanos) + 1
      if distance > 0 && distance < Never - tick then tick + distance else Never - 1

  private def timeOf(at: Long): Long =
    if at == Never then Long.MaxValue
    else
      val time = tickStart + math.min(at - tick, Long.MaxValue / tickNanos) * tickNanos
      if time == Long.MaxValue then time - 1 else time

  private def levelOf(at: Long): Int =
    (63 - java.lang.Long.numberOfLeadingZeros((at ^ tick) | DigitMask)) / DigitBits

  /** The tick at which a slot begins. */
  private def startOf(level: Int, index: Int): Long =
    val shift = level * DigitBits
    val above = shift + DigitBits
    val upper = if above < 64 then tick >>> above << above else 0L
    upper | index.toLong << shift

  private def prepare(highest: Int): Unit =
    var level = highest
    while level >= 0 && slots(level) == null do
      slots(level) = Array.tabulate(Slots)(TimerSlot(level, _))
      level -= 1

  private def link(entry: TimerEntry): Unit =
    val level = levelOf(entry.timerTick)
    val index = (entry.timerTick >>> level * DigitBits).toInt & DigitMask
    slots(level)(index).append(entry)
    occupied(level) |= 1L << index

  private def unlink(entry: TimerEntry): Unit =
    val previous = entry.timerPrevious
    val next     = entry.timerNext
    previous.timerNext = next
    next.timerPrevious = previous
    entry.timerPrevious = null
    entry.timerNext = null
    entry.timerWheel = null
    count -= 1
    // An entry with the same node on both sides is the only one of its slot.
    if previous eq next then
      val slot = next.asInstanceOf[TimerSlot]
      if slot.level >= 0 then occupied(slot.level) &= ~(1L << slot.index)

  private def firstLevel: Int =
    var level = 0
    while level < Levels && occupied(level) == 0L do level += 1
    level

  /** The tick at which the first used slot begins. All slots of a level before the current one are empty. */
  private def nextTick: Long =
    if !due.isEmpty then tick
    else
      val level = firstLevel
      if level == Levels then Never else startOf(level, java.lang.Long.numberOfTrailingZeros(occupied(level)))

  private def move(nowNanos: Long): Unit =
    lock.lock()
    try
      if nowNanos - now > 0 then now = nowNanos
      val passed = java.lang.Long.divideUnsigned(now - tickStart, tickNanos)
      val target = tick + passed
      var level  = firstLevel
      while level < Levels do
        val index = java.lang.Long.numberOfTrailingZeros(occupied(level))
        val start = startOf(level, index)
        if start <= target then
          tick = start
          occupied(level) &= ~(1L << index)
          val slot = slots(level)(index)
          if level == 0 then due.appendAll(slot) else moveDown(slot)
          level = firstLevel
        else level = Levels
      tick = target
      tickStart += passed * tickNanos
    finally lock.unlock()

  /** Moves the entries of a slot whose time begins to the levels below, in their order. */
  private def moveDown(slot: TimerSlot): Unit =
    var node = slot.timerNext
    slot.timerPrevious = slot
    slot.timerNext = slot
    while node ne slot do
      val next = node.timerNext
      link(node.asInstanceOf[TimerEntry])
      node = next

  private def takeDue(): TimerEntry | Null =
    lock.lock()
    try
      if due.isEmpty then null
      else
        val entry = due.timerNext.asInstanceOf[TimerEntry]
        unlink(entry)
        entry
    finally lock.unlock()

private[brine] object TimerWheel:
  private inline val DigitBits = 6
  private inline val Slots     = 64
  private inline val DigitMask = 63
  private inline val Levels    = 11

  /** 73 years in nanoseconds. */
  private inline val LongestPast = 1L << 61

  /** A tick that no entry has. */
  private inline val Never = Long.MaxValue

  /** Passes a failure to the thread's uncaught exception handler. A class, because the first lambda of a program is
    * slow to create.
    */
  private[actor] val toThread: (TimerEntry, Throwable) => Unit = ToThread()

  private final class ToThread extends ((TimerEntry, Throwable) => Unit):
    def apply(entry: TimerEntry, failure: Throwable): Unit =
      val thread = Thread.currentThread
      thread.getUncaughtExceptionHandler.uncaughtException(thread, failure)
