package brine.actor.internal

/** Something to be done at a time: extend it, and the object itself is the timer. It takes 32 B, of which nothing is left for the
  * fields of a subclass (28 B with compact object headers).
  *
  * One wheel holds an entry at a time. Once it fired or was cancelled it can be armed again, also by its own `fire`; two threads must
  * not arm one entry at once.
  */
private[brine] abstract class TimerEntry extends TimerNode:
  /** The tick it fires at, in ticks of its wheel. Guarded by the lock of the wheel. */
  private[internal] var timerTick: Long = 0L

  /** The wheel it is armed in, null when it is not. Written under the lock of that wheel. */
  private[internal] var timerWheel: TimerWheel = null

  /** Does what is due: once for each time it was armed and not cancelled, on the thread that advances the wheel, without a lock held.
    * The entries behind it wait meanwhile, so it is to be short.
    */
  private[brine] def fire(): Unit
