package brine.actor.internal.timer

/** Something to do at a certain time. Extend it: the object itself is the timer. It takes 32 bytes, which leaves no
  * room for fields of a subclass (28 bytes with compact object headers).
  *
  * One wheel holds an entry at a time. Once it has fired or was canceled it can be armed again, also by its own `fire`.
  * Two threads must not arm one entry at the same time.
  */
private[brine] abstract class TimerEntry extends TimerNode:
  /** The tick it fires at, in ticks of its wheel. Guarded by the lock of the wheel. */
  private[actor] var timerTick: Long = 0L

  /** The wheel it is armed in; null if it is not armed. Written under the lock of that wheel. */
  private[actor] var timerWheel: TimerWheel = null

  /** Runs when the timer is due: once for each time it was armed and not canceled. It runs on the thread that advances
    * the wheel, without a lock. The entries behind it wait meanwhile, so it must be short.
    */
  private[brine] def fire(): Unit
